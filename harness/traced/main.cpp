// ecsbench-traced: one frame of one case through the cache model, in a process of its own. ecsbench starts it; nobody types it.
//
//   build  verify | prepare  frame  | prepare  frame  | check
//          digest   caches warm up             counted   did it do the work?
//
// A fresh process for each case: its heap has no history, so that the same case gives the same numbers whatever else was
// measured, and the heap of the process that measures stays as it was. Exit codes: 0 an answer, also that there is none;
// 2 no question that it understands.
#include <malloc.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "harness/cases/trial.hpp"
#include "harness/machine/cache_model.hpp"
#include "harness/machine/page_order.hpp"
#include "harness/traced/question.hpp"
#include "harness/traced/recorder.hpp"

namespace ecsbench {
namespace {

TracedAnswer none_since(std::string reason) {
  TracedAnswer answer;
  answer.reason = std::move(reason);
  return answer;
}

// One frame and what is laid out for it. The latter is recorded too, since it changes what the caches hold, and counts apart.
void frame(Trial& trial, Recorder& recorder) {
  record_with(&recorder);
  recorder.count_anew();
  trial.prepare();
  recorder.count_anew();
  trial.run(1);
  record_with(nullptr);
}

TracedAnswer traced(const TracedQuestion& question, const Case& entry) {
  CacheModel model(question.caches);
  PageOrder pages(question.caches.front().line_bytes);
  const std::unique_ptr<Trial> trial = entry.make(question.params);
  trial->build();
  const std::string digest = hex_digits(trial->verify().digest);
  Recorder recorder(model, pages, question.most_accesses);
  frame(*trial, recorder);
  frame(*trial, recorder);
  if (recorder.is_full()) {
    return none_since("a frame, or what is laid out for it, makes more than " + std::to_string(question.most_accesses) +
                      " accesses");
  }
  if (const auto fault = trial->check()) return none_since("the traced build did other work: " + *fault);
  return {"", digest, model.counts().accesses, pages.lines(), model.counts().misses};
}

TracedAnswer answer(const TracedQuestion& question) {
  const Catalogue all = catalogue();
  const Case* const entry = all.find(question.strategy, question.workload);
  if (entry == nullptr || !entry->make) return none_since("it is not among the traced cases");
  try {
    return traced(question, *entry);
  } catch (const std::exception& error) {
    return none_since(std::string("the traced frame ended early: ") + error.what());
  }
}

// On a thread of its own: its stack begins at a page, that of main at another place in a cache line in each run. One arena:
// the heap is that of a program without threads.
TracedAnswer answer_on_level_ground(const TracedQuestion& question) {
  ::mallopt(M_ARENA_MAX, 1);
  TracedAnswer found;
  std::thread([&] { found = answer(question); }).join();
  return found;
}

}  // namespace
}  // namespace ecsbench

int main(int count, char** words) {
  const auto question = ecsbench::question_of({words + (count > 0 ? 1 : 0), words + count});
  if (!question) return 2;
  std::fputs(ecsbench::text_of(ecsbench::answer_on_level_ground(*question)).c_str(), stdout);
  return 0;
}
