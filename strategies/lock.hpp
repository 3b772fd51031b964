// LockedStorage: what a structural change during iteration gets, before it has had any effect.
//
//   world.view<A>().each([&](Entity e, A&) { world.despawn(e); });      throws LockedStorage; nothing has changed
//
// Lock is a plain counter in the world: each, each_chunk and range-for raise it, structural changes look at it. No
// atomic: one in each() would cost 3 ns, as much as the rest of a small frame. Replacing a value and looking things up
// stay allowed while the lock is held.
//
// Where several threads iterate at once (par_each, Schedule), who runs them holds the lock for all with a SharedLockGuard,
// before the first begins and until the last has ended: the loops inside then only read it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace ecs {

class LockedStorage : public std::logic_error {
 public:
  explicit LockedStorage(const char* operation)
      : std::logic_error{std::string{operation} +
                         " during iteration of the same world: it would move the rows under the loop. Collect "
                         "the entities, and change them after the loop."} {}
};

class Lock {
 public:
  Lock() = default;
  Lock(Lock&&) noexcept {}  // a lock belongs to its world: a moved world is a new, unlocked one
  Lock& operator=(Lock&&) noexcept { return *this; }

  // REQUIRES nothing; throws LockedStorage naming `operation` while an iteration runs.
  void require_open(const char* operation) const {
    if (depth_ != 0) [[unlikely]]
      refuse(operation);
  }
  [[nodiscard]] bool held() const { return depth_ != 0; }
  // Held for several threads: nobody may write to it but who holds it so.
  [[nodiscard]] bool shared() const { return depth_ >= kShared; }

 private:
  friend class LockGuard;
  friend class SharedLockGuard;
  static constexpr std::uint32_t kShared = std::uint32_t{1} << 31;
  [[noreturn]] [[gnu::cold]] [[gnu::noinline]] static void refuse(const char* operation) {
    throw LockedStorage{operation};
  }

  std::uint32_t depth_ = 0;  // iterations under way; they may nest
};

// Holds a world's lock for its own lifetime.
class LockGuard {
 public:
  explicit LockGuard(Lock& lock) : lock_{lock.shared() ? nullptr : &lock} {
    if (lock_ != nullptr) [[likely]]
      ++lock.depth_;
  }
  LockGuard(LockGuard&& other) noexcept : lock_{std::exchange(other.lock_, nullptr)} {}
  LockGuard& operator=(LockGuard&& other) noexcept {
    std::swap(lock_, other.lock_);
    return *this;
  }
  ~LockGuard() {
    if (lock_ != nullptr) --lock_->depth_;
  }

 private:
  Lock* lock_;
};

// Holds a world's lock for all threads that work for whoever made it. Inside another such guard it has nothing to do.
class SharedLockGuard {
 public:
  explicit SharedLockGuard(Lock& lock) : lock_{lock.shared() ? nullptr : &lock} {
    if (lock_ != nullptr) lock.depth_ += Lock::kShared;
  }
  SharedLockGuard(SharedLockGuard&&) = delete;
  SharedLockGuard& operator=(SharedLockGuard&&) = delete;
  ~SharedLockGuard() {
    if (lock_ != nullptr) lock_->depth_ -= Lock::kShared;
  }

 private:
  Lock* lock_;
};

}  // namespace ecs
