#include "queries/evaluators.hpp"

#include <array>
#include <utility>

#include "queries/changes.hpp"

namespace mecadex::queries {
namespace {

constexpr std::array<std::pair<std::string_view, Evaluator>, 1> kEvaluators{{
    {"changes", evaluate_changes},
}};

}  // namespace

Evaluator find_evaluator(std::string_view name) {
  for (const auto& [known, evaluator] : kEvaluators) {
    if (known == name) return evaluator;
  }
  return nullptr;
}

}  // namespace mecadex::queries
