#include "indexer/containers/unityfs_gates.hpp"

#include <gtest/gtest.h>

namespace mecadex::containers {
namespace {

Padding padding_of_0x200(std::uint32_t version, const char* engine) {
  return data_padding(version, parse_engine(engine), 0x243);
}

bool is_encrypted(const char* engine) { return is_unitycn(parse_engine(engine), 0x243); }

TEST(UnityFsGates, ParsesVersions) {
  EXPECT_EQ(parse_engine("2022.3.57f1c1"), (EngineTriple{2022, 3, 57}));
  EXPECT_EQ(parse_engine("5.3.8p2"), (EngineTriple{5, 3, 8}));
  EXPECT_EQ(parse_engine("0.0.0"), EngineTriple{});
  EXPECT_EQ(parse_engine(""), EngineTriple{});
  EXPECT_EQ(parse_engine("99999999999.1.1"), EngineTriple{});
  EXPECT_EQ(parse_engine("x.1.2"), EngineTriple{});
}

TEST(UnityFsGates, KnowsChinaBuilds) {
  EXPECT_TRUE(is_china_build("2020.3.32f1c1"));
  EXPECT_FALSE(is_china_build("2020.3.32f1"));
  EXPECT_FALSE(is_china_build("2022.3.38t3"));
  EXPECT_FALSE(is_china_build("c1"));
  EXPECT_FALSE(is_china_build(""));
}

TEST(UnityFsGates, Flag0x200IsPaddingFromTheRepairedVersionsOn) {
  for (const char* engine :
       {"2020.3.34f1", "2021.3.2f1", "2022.1.1f1", "2022.3.0f1", "2023.1.0a1", "6000.0.1f1"}) {
    EXPECT_FALSE(is_encrypted(engine)) << engine;
    EXPECT_EQ(padding_of_0x200(7, engine), Padding::always) << engine;
  }
}

TEST(UnityFsGates, Flag0x200IsEncryptionBefore) {
  for (const char* engine : {"2018.4.1f1", "2019.4.40f1", "2020.3.33f1", "2020.1.0f1", "2021.3.1f1",
                             "2021.1.9f1", "2022.1.0f1"}) {
    EXPECT_TRUE(is_encrypted(engine)) << engine;
  }
}

TEST(UnityFsGates, Flag0x200OfAHiddenEngineIsPaddingInVersion8) {
  EXPECT_FALSE(is_encrypted("0.0.0"));
  EXPECT_EQ(padding_of_0x200(8, "0.0.0"), Padding::always);
  EXPECT_EQ(padding_of_0x200(7, "0.0.0"), Padding::if_zero);
}

TEST(UnityFsGates, OtherFlagsAlwaysMeanEncryption) {
  EXPECT_TRUE(is_unitycn(parse_engine("2022.3.1f1"), 0x443));
  EXPECT_TRUE(is_unitycn(parse_engine("0.0.0"), 0x1043));
  EXPECT_FALSE(is_unitycn(parse_engine("2019.4.1f1"), 0x43));
}

TEST(UnityFsGates, HeaderIsPaddedByVersion) {
  EXPECT_EQ(header_padding(7, parse_engine("0.0.0"), 0x43), Padding::always);
  EXPECT_EQ(header_padding(6, parse_engine("2019.3.9f1"), 0x43), Padding::never);
  EXPECT_EQ(header_padding(6, parse_engine("2019.4.14f1"), 0x43), Padding::if_zero);
  EXPECT_EQ(header_padding(6, parse_engine("2019.4.15f1"), 0x43), Padding::if_zero);
  EXPECT_EQ(header_padding(6, parse_engine("2019.4.15f1"), 0x40), Padding::never);
}

}  // namespace
}  // namespace mecadex::containers
