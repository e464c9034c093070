#include "server/home_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "queries/parameters.hpp"
#include "server/router.hpp"
#include "server/statements.hpp"
#include "server/target.hpp"

namespace mecadex::server {
namespace {

constexpr const char* kStyle = R"css(
:root { color-scheme: light dark; --line: #d5d9df; --soft: #5b6470; --link: #0b57a4; --box: #f6f7f9; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a414b; --soft: #a4adb9; --link: #7db7f0; --box: #20242a; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { margin: 0; font-size: 1.9rem; }
h2 { margin: 2.2rem 0 .3rem; font-size: 1.15rem; text-transform: capitalize; }
a { color: var(--link); text-underline-offset: .15em; }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .88em; }
.lead { margin: .3rem 0 1rem; color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: .3rem 2rem; margin: 1rem 0; padding: .7rem 1rem;
  background: var(--box); border: 1px solid var(--line); border-radius: .4rem; }
.query { padding: .75rem 0; border-top: 1px solid var(--line); }
.query > a, .query > b { font-weight: 600; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; }
.query > code { color: var(--soft); margin-left: .6rem; white-space: nowrap; }
.query p { margin: .15rem 0 .3rem; max-width: 50rem; }
summary { cursor: pointer; color: var(--soft); width: fit-content; }
form { margin: .6rem 0; padding: .9rem 1rem; background: var(--box); border: 1px solid var(--line);
  border-radius: .4rem; }
.field { display: grid; grid-template-columns: 9.5rem 13rem 1fr; gap: .2rem .8rem;
  align-items: center; margin-bottom: .4rem; }
.field small { color: var(--soft); }
textarea { width: 100%; font: .88rem/1.4 ui-monospace, "DejaVu Sans Mono", monospace; }
input, select, button { font: inherit; padding: .15rem .4rem; width: 100%; }
button { width: auto; padding: .2rem 1.2rem; cursor: pointer; }
table { border-collapse: collapse; }
td { padding: .2rem 1.5rem .2rem 0; vertical-align: top; }
@media (max-width: 45rem) { .field { grid-template-columns: 1fr; }
  .query > code { display: block; margin-left: 0; } }
)css";

std::string option(const std::string& value, const std::string& shown) {
  return fmt::format("<option value=\"{}\">{}</option>", escape_html(value), escape_html(shown));
}

std::string input(const queries::Param& param, const std::string& id) {
  const std::string required = param.is_required ? " required" : "";
  const std::string standard = param.default_text.value_or("");
  if (!param.choices.empty()) {
    std::string choices = option("", standard.empty() ? "any" : standard + " (default)");
    for (const std::string& choice : param.choices) {
      if (choice != standard) choices += option(choice, choice);
    }
    return fmt::format("<select id=\"{}\" name=\"{}\">{}</select>", escape_html(id),
                       escape_html(param.name), choices);
  }
  return fmt::format("<input id=\"{}\" name=\"{}\" placeholder=\"{}\" autocomplete=\"off\"{}>",
                     escape_html(id), escape_html(param.name), escape_html(standard), required);
}

/// Whether there is an answer without any parameter.
bool can_be_linked(const queries::QuerySpec& spec) {
  return std::none_of(spec.params.begin(), spec.params.end(),
                      [](const queries::Param& param) { return param.is_required; });
}

std::string field(const queries::QuerySpec& spec, const queries::Param& param) {
  const std::string id = spec.name + "." + param.name;
  return fmt::format(
      "<div class=\"field\"><label "
      "for=\"{0}\"><code>{1}</code></label>{2}<small>{3}</small></div>\n",
      escape_html(id), escape_html(param.name), input(param, id), escape_html(param.doc));
}

std::string form(const queries::QuerySpec& spec, const std::string& link) {
  std::string html = fmt::format(
      "<details{}><summary>ask with parameters</summary>\n<form action=\"{}\" "
      "method=\"get\">\n",
      can_be_linked(spec) ? "" : " open", link);
  for (const queries::Param& param : queries::all_params(spec)) {
    if (param.name != "cursor") html += field(spec, param);
  }
  queries::Param format;
  format.name = "format";
  format.default_text = "json";
  format.choices = {"json", "ndjson", "csv"};
  format.doc = "format of the answer";
  return html + field(spec, format) + "<button>Ask</button>\n</form></details>\n";
}

/// A description as its author wrote it: `words` in backquotes are names.
std::string prose(std::string_view text) {
  std::string html;
  for (bool is_name = false;; is_name = !is_name) {
    const auto end = text.find('`');
    if (end == std::string_view::npos && is_name) return html + "`" + escape_html(text);
    const std::string part = escape_html(text.substr(0, end));
    html += is_name ? "<code>" + part + "</code>" : part;
    if (end == std::string_view::npos) return html;
    text.remove_prefix(end + 1);
  }
}

std::string query(const queries::QuerySpec& spec) {
  const std::string link = escape_html("/v1/queries/" + spec.name);
  const std::string old =
      spec.deprecated.empty() ? "" : " Deprecated: use " + spec.deprecated + " instead.";
  const std::string title =
      can_be_linked(spec) ? fmt::format("<a href=\"{}\">{}</a>", link, escape_html(spec.title))
                          : fmt::format("<b>{}</b>", escape_html(spec.title));
  return fmt::format("<section class=\"query\">\n{}<code>{}</code>\n<p>{}</p>\n", title,
                     escape_html(spec.name), prose(spec.description + old)) +
         form(spec, link) + "</section>\n";
}

std::string info(const Snapshot& snapshot, const char* key) {
  const auto found = snapshot.info().find(key);
  return found == snapshot.info().end() ? "unknown" : found->second;
}

std::string facts(const Snapshot* snapshot) {
  if (snapshot == nullptr) {
    return "<div class=\"facts\"><span>There is no corpus yet: run <code>mecadex index "
           "FOLDER</code>. It is served as soon as it is published.</span></div>\n";
  }
  return fmt::format(
      "<div class=\"facts\"><span>revision <code>{}</code></span><span>schema {}</span>"
      "<span>decoders {}</span><span>program " MECADEX_VERSION "</span></div>\n",
      escape_html(snapshot->revision()), escape_html(info(*snapshot, "schema_version")),
      escape_html(info(*snapshot, "decoder_version")));
}

/// A topic as people read it: blend_trees -> "blend trees".
std::string topic_title(std::string topic) {
  std::replace(topic.begin(), topic.end(), '_', ' ');
  return escape_html(topic);
}

std::string topics(const queries::Catalogue& catalogue) {
  std::string html = "<nav>\n";
  std::string topic;
  for (const queries::QuerySpec& spec : catalogue.all()) {
    if (spec.topic == topic) continue;
    topic = spec.topic;
    html += fmt::format("<a href=\"#{}\">{}</a>\n", escape_html(topic), topic_title(topic));
  }
  return html + "<a href=\"#lists\">lists</a>\n<a href=\"#sql\">SQL</a>\n</nav>\n";
}

std::string text_field(const std::string& owner, const std::string& name, const std::string& doc,
                       std::vector<std::string> choices = {}) {
  queries::Param param;
  param.name = name;
  param.is_required = false;
  param.doc = doc;
  param.choices = std::move(choices);
  queries::QuerySpec spec;
  spec.name = owner;
  return field(spec, param);
}

std::string entity_list(const EntityCatalogue& entities) {
  std::string html = "<h2 id=\"lists\">Lists</h2>\n";
  for (const Entity& entity : entities.all()) {
    const std::string link = escape_html("/v1/" + entity.name);
    html += fmt::format(
        "<section class=\"query\">\n<a href=\"{0}\">{1}</a><code>{0}</code>\n<p>{2}</p>\n"
        "<details><summary>filter and sort</summary>\n<form action=\"{0}\" method=\"get\">\n",
        link, topic_title(entity.name), escape_html(entity.doc));
    for (const EntityFilter& filter : entity.filters) {
      html += text_field(entity.name, filter.name, filter.doc, filter.choices);
    }
    std::vector<std::string> sorts;
    for (const std::string& column : entity.sorts) {
      sorts.push_back(column);
      sorts.push_back("-" + column);
    }
    html += text_field(entity.name, "sort", "column to sort by; - reverses", sorts);
    html += text_field(entity.name, "limit", "rows");
    html += text_field(entity.name, "format", "format of the answer", {"json", "ndjson", "csv"});
    html += "<button>Ask</button>\n</form></details>\n</section>\n";
  }
  return html;
}

/// A box for a statement, and links that fill in what can be asked.
std::string sql_box() {
  std::string html =
      "<h2 id=\"sql\">SQL</h2>\n<section class=\"query\">\n<form action=\"/v1/sql\" "
      "method=\"get\">\n<p><label for=\"sql-text\">One SELECT. <a href=\"/v1/schema\">Tables and "
      "columns</a></label></p>\n<textarea id=\"sql-text\" name=\"sql\" rows=\"5\" required>";
  html += escape_html(sql_examples().front().sql) + "</textarea>\n";
  html += text_field("sql", "format", "format of the answer", {"json", "ndjson", "csv"});
  html += "<button>Ask</button>\n</form>\n<ul>\n";
  for (const SqlExample& example : sql_examples()) {
    html += fmt::format("<li><a href=\"/v1/sql?sql={}\">{}</a></li>\n", percent_encode(example.sql),
                        escape_html(example.title));
  }
  return html + "</ul>\n</section>\n";
}

std::string addresses() {
  std::string html = "<h2>Addresses</h2>\n<table>\n";
  for (const Route& route : all_routes()) {
    const bool is_link = route.method == "GET" && route.pattern != "/v1/sql" &&
                         route.pattern.find('{') == std::string::npos;
    const std::string path = escape_html(route.pattern);
    html += "<tr><td>";
    html += is_link ? fmt::format("<a href=\"{0}\"><code>{0}</code></a>", path)
                    : fmt::format("<code>{}{}</code>", route.method == "GET" ? "" : "POST ", path);
    html += fmt::format("</td><td>{}</td></tr>\n", escape_html(route.doc));
  }
  return html + "</table>\n";
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string home_page(const queries::Catalogue& catalogue, const EntityCatalogue& entities,
                      const Snapshot* snapshot) {
  std::string html =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Mecadex</title>\n<style>";
  html += kStyle;
  html +=
      "</style>\n</head>\n<body>\n<h1>Mecadex</h1>\n"
      "<p class=\"lead\">A corpus of the animation state machines of games: controllers, layers, "
      "states, transitions, conditions and blend trees as they are stored, and the questions below "
      "that it answers.</p>\n";
  html += facts(snapshot) + topics(catalogue);
  std::string topic;
  for (const queries::QuerySpec& spec : catalogue.all()) {
    if (spec.topic != topic) {
      html +=
          fmt::format("<h2 id=\"{}\">{}</h2>\n", escape_html(spec.topic), topic_title(spec.topic));
    }
    topic = spec.topic;
    html += query(spec);
  }
  html += entity_list(entities) + sql_box();
  return html + addresses() + "</body>\n</html>\n";
}

}  // namespace mecadex::server
