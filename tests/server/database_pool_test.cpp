#include "server/database_pool.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <future>

#include "schema/schema.hpp"
#include "tests/server/data_folder.hpp"

namespace mecadex::server {
namespace {

using namespace std::chrono_literals;

PoolOptions options(const DataFolder& data, std::size_t workers = 1) {
  PoolOptions made;
  made.path = data.current();
  made.workers = workers;
  made.poll = 0ms;
  return made;
}

/// The revision that a worker finds in this snapshot.
std::future<std::string> revision_in(DatabasePool& pool, DatabasePool::SnapshotPtr snapshot) {
  const auto found = std::make_shared<std::promise<std::string>>();
  auto future = found->get_future();
  const bool is_taken = pool.submit(std::move(snapshot), [found](DatabasePool::Worker& worker) {
    found->set_value(worker.connection().revision());
  });
  EXPECT_TRUE(is_taken);
  return future;
}

TEST(DatabasePool, JobReadsTheSnapshotThatItNames) {
  DataFolder data;
  data.publish("aaaa");
  DatabasePool pool(options(data));
  const auto old = pool.current();
  data.publish("bbbb");
  pool.refresh();
  EXPECT_EQ(pool.current()->revision(), "bbbb");
  EXPECT_EQ(revision_in(pool, old).get(), "aaaa");
  EXPECT_EQ(revision_in(pool, pool.current()).get(), "bbbb");
  EXPECT_EQ(revision_in(pool, old).get(), "aaaa");
}

TEST(DatabasePool, PollFindsTheFirstAndEveryFurtherSnapshot) {
  DataFolder data;
  PoolOptions polling = options(data);
  polling.poll = 5ms;
  DatabasePool pool(std::move(polling));
  EXPECT_EQ(pool.current(), nullptr);
  for (const char* revision : {"aaaa", "bbbb", "aaaa"}) {
    data.publish(revision);
    for (int i = 0; i < 1'000; ++i) {
      const auto current = pool.current();
      if (current && current->revision() == revision) break;
      std::this_thread::sleep_for(5ms);
    }
    ASSERT_NE(pool.current(), nullptr);
    EXPECT_EQ(pool.current()->revision(), revision);
  }
}

TEST(DatabasePool, IdleWorkersLetGoOfAnOldSnapshot) {
  DataFolder data;
  data.publish("aaaa");
  DatabasePool pool(options(data));
  const std::weak_ptr<const Snapshot> old = pool.current();
  revision_in(pool, pool.current()).get();
  data.publish("bbbb");
  pool.refresh();
  for (int i = 0; i < 1'000 && !old.expired(); ++i) std::this_thread::sleep_for(5ms);
  EXPECT_TRUE(old.expired());
}

TEST(DatabasePool, KeepsTheOldSnapshotWhenTheNewOneIsNoCorpus) {
  DataFolder data;
  data.publish("aaaa");
  DatabasePool pool(options(data));
  std::ofstream(data.path() + "/other") << "no database, but long enough to be taken for one";
  std::filesystem::rename(data.path() + "/other", data.current());
  EXPECT_ANY_THROW(pool.refresh());
  EXPECT_EQ(pool.current()->revision(), "aaaa");
  EXPECT_EQ(revision_in(pool, pool.current()).get(), "aaaa");
}

TEST(DatabasePool, RefusesMoreThanMayWait) {
  DataFolder data;
  data.publish("aaaa");
  PoolOptions narrow = options(data);
  narrow.queue = 2;
  DatabasePool pool(std::move(narrow));
  std::promise<void> gate;
  const auto opened = gate.get_future().share();
  std::promise<void> began;
  const auto current = pool.current();
  EXPECT_TRUE(pool.submit(current, [&](DatabasePool::Worker&) {
    began.set_value();
    opened.wait();
  }));
  began.get_future().wait();
  EXPECT_TRUE(pool.submit(current, [](DatabasePool::Worker&) {}));
  EXPECT_TRUE(pool.submit(current, [](DatabasePool::Worker&) {}));
  EXPECT_FALSE(pool.submit(current, [](DatabasePool::Worker&) {}));
  gate.set_value();
  bool is_taken = false;
  for (int i = 0; i < 1'000 && !is_taken; ++i) {
    is_taken = pool.submit(current, [](DatabasePool::Worker&) {});
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(is_taken);
}

TEST(DatabasePool, JobsThatWaitForTheirReadersTakeNoWorker) {
  DataFolder data;
  data.publish("aaaa");
  DatabasePool pool(options(data));
  std::promise<void> gate;
  const auto opened = gate.get_future().share();
  std::vector<std::future<void>> over;
  for (int i = 0; i < 5; ++i) {
    const auto done = std::make_shared<std::promise<void>>();
    over.push_back(done->get_future());
    ASSERT_TRUE(pool.submit(pool.current(), [done, opened](DatabasePool::Worker& worker) {
      worker.connection();
      worker.begin_wait();
      opened.wait();
      worker.end_wait();
      done->set_value();
    }));
  }
  EXPECT_EQ(revision_in(pool, pool.current()).get(), "aaaa");
  EXPECT_GE(pool.jobs_running(), 5U);
  gate.set_value();
  for (auto& each : over) each.wait();
  EXPECT_EQ(revision_in(pool, pool.current()).get(), "aaaa");
}

TEST(DatabasePool, FindsKeptSnapshotsByTheirRevisionAndNothingElse) {
  DataFolder data;
  data.publish("aaaa");
  data.publish("bbbb");
  PoolOptions with_kept = options(data);
  with_kept.has_kept = true;
  DatabasePool pool(std::move(with_kept));
  ASSERT_NE(pool.at_revision("aaaa"), nullptr);
  EXPECT_EQ(revision_in(pool, pool.at_revision("aaaa")).get(), "aaaa");
  EXPECT_EQ(pool.at_revision("bbbb"), pool.current());
  for (const char* name : {"", "cccc", "../current", "AAAA", "aaaa.db"}) {
    EXPECT_EQ(pool.at_revision(name), nullptr) << name;
  }
}

TEST(DatabasePool, SnapshotIsLockedAgainstPruning) {
  DataFolder data;
  data.publish("aaaa");
  const DatabasePool pool(options(data));
  const std::string file = data.path() + "/snapshots/aaaa.db";
  const std::string command = "flock --nonblock --exclusive '" + file + "' true";
  EXPECT_NE(std::system(command.c_str()), 0);
}

}  // namespace
}  // namespace mecadex::server
