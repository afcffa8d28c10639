#!/usr/bin/env bash
# Runs understudy with the inputs, which are in INPUT_…, and writes the outputs of the step to $GITHUB_OUTPUT.
set -euo pipefail

# give <name> <value>: writes an output of the step. A value cannot contain the random line that ends it.
give() {
  local end
  end=end-$(node -p 'crypto.randomUUID()')
  printf '%s<<%s\n%s\n%s\n' "$1" "$end" "$2" "$end" >>"$GITHUB_OUTPUT"
}

# fail <sentence>: refuses wrong inputs. The text of an input must not begin a command to the runner.
fail() {
  local text=${1//'%'/%25}
  text=${text//$'\r'/%0D}
  echo "::error title=Understudy::${text//$'\n'/%0A}" >&2
  give verdict misused
  give exit-code 64
  exit 64
}

args=()
# each <flag> <lines>: the flag with every line that is not empty, without the spaces around it.
each() {
  local line
  while read -r line; do
    if [ -n "$line" ]; then args+=("$1=$line"); fi
  done <<<"$2"
}
# once <flag> <value>: the flag with the value, without the line ends that YAML may add at the end.
once() {
  local value=$2
  while [ "${value%$'\n'}" != "$value" ]; do value=${value%$'\n'}; done
  if [ -n "$value" ]; then args+=("$1=$value"); fi
}
# variable <input>: the name of its variable. The bash of macOS is too old for ${1^^}.
variable() { printf 'INPUT_%s' "$1" | tr '[:lower:]' '[:upper:]'; }
# used <input> <modes>: whether the mode has this input. Refuses a value that the mode has no use for.
used() {
  local name
  name=$(variable "$1")
  case " $2 " in *" $INPUT_MODE "*) return 0 ;; esac
  if [ -n "${!name}" ] && [ "${!name}" != false ]; then
    fail "the input $1 is for mode: ${2// / or }, and the mode is $INPUT_MODE"
  fi
  return 1
}
# is_on <input> <value>
is_on() {
  case $2 in
    true) return 0 ;;
    false | '') return 1 ;;
    *) fail "the input $1 is true or false, and not: $2" ;;
  esac
}

advisory=false
if is_on advisory "$INPUT_ADVISORY"; then advisory=true; fi
case $INPUT_MODE in
  run | explore) ;;
  exec) if [ -z "$INPUT_COMMAND" ]; then fail 'mode: exec needs the input command, as in: npm test'; fi ;;
  *) fail "the input mode is run, explore or exec, and not: $INPUT_MODE" ;;
esac
# An input is the option of the same name. `each` gives the option once for every line.
while read -r how input modes; do
  if used "$input" "$modes"; then
    name=$(variable "$input")
    "$how" "--$input" "${!name}"
  fi
done <<'INPUTS'
each scenario run exec
each product run explore
each tag run
each rule run
each fault exec
each flow explore
once depth explore
once budget explore
once vary run
once baseline run explore
once speed run
once start run
once jobs run explore
once timeout run explore
once seed run explore exec
once clock run explore exec
once scenarios run exec
once profile run explore exec
once inventory run explore exec
once config run explore exec
INPUTS
if used strict run && is_on strict "$INPUT_STRICT"; then args+=(--strict); fi
report_json=${INPUT_REPORT_JSON//'{mode}'/$INPUT_MODE}
report_junit=${INPUT_REPORT_JUNIT//'{mode}'/$INPUT_MODE}
report_html=${INPUT_REPORT_HTML//'{mode}'/$INPUT_MODE}
# The counts come from this report, also when the user keeps no report.
json=${report_json:-$(mktemp)}
args+=("--report=json=$json")
if [ -n "$report_junit" ]; then args+=("--report=junit=$report_junit"); fi
if [ -n "$report_html" ]; then args+=("--report=html=$report_html"); fi
if [ -n "$INPUT_COMMAND" ]; then args+=(-- bash -e -o pipefail -c "$INPUT_COMMAND"); fi

if [ -n "$INPUT_VERSION" ]; then
  understudy=("$RUNNER_TEMP/understudy/node_modules/.bin/understudy")
else
  # Never fetches a package of that name from a registry.
  understudy=(npx --no-install understudy)
fi
# Otherwise, reports of an earlier run could count as those of this run.
rm -f -- "$json"
for old in "$report_junit" "$report_html"; do if [ -n "$old" ]; then rm -f -- "$old"; fi; done
code=0
"${understudy[@]}" "$INPUT_MODE" "${args[@]}" || code=$?

# count <word> …: how many scenarios of run, or rules of exec, have one of these results. For explore, `fail` counts failures and
# `held` all runs.
count() {
  node -e 'const [file, ...words] = process.argv.slice(1);
    const { scenarios, judged, runs, failures } = JSON.parse(require("node:fs").readFileSync(file, "utf8"));
    const explored = { held: runs, fail: failures?.length };
    const said = failures ? words.flatMap(word => Array(explored[word] ?? 0).fill(word)) : scenarios ? scenarios.map(({ state }) => state) : judged.flatMap(({ verdicts }) => verdicts.map(({ verdict }) => verdict));
    console.log(said.filter(word => words.includes(word)).length);' -- "$json" "$@"
}
# Whether exec judged no call at all.
is_nothing() {
  node -e 'process.exit(JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).judged.length > 0 ? 1 : 0);' -- "$json"
}
# The command under exec can end with any code: whether the judge or the stand-in failed, the report says.
harness_failed() {
  node -e 'const { judged = [] } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    const isOurs = ({ verdicts, brokenAnswers }) => brokenAnswers.length > 0 || verdicts.some(({ verdict }) => verdict === "harness-error");
    process.exit(judged.some(isOurs) ? 0 : 1);' -- "$json"
}
failed=''
is_judged=false
if [ -s "$json" ]; then
  is_judged=true
  failed=$(count broken fail harness-error)
  case $INPUT_MODE in
    run) give played "$(count held warned unproven broken harness-error)" ;;
    explore) give played "$(count held)" ;;
  esac
  give failed "$failed"
  give warned "$(count warned warn)"
fi

case $INPUT_MODE-$code in
  *-0) verdict=held ;;
  run-70 | explore-70) verdict=harness-error ;;
  # Without a report nothing was played, or no command was started.
  run-1 | explore-1) if [ "$is_judged" = true ]; then verdict=broken; else verdict=misused; fi ;;
  run-2 | explore-2) verdict=unproven ;;
  run-64 | explore-64) verdict=misused ;;
  exec-70) if [ "$is_judged" = true ] && ! harness_failed; then verdict=failed; else verdict=harness-error; fi ;;
  # A command that ran leaves a report, whatever its exit code: without one it was never started, or nothing is installed.
  exec-1)
    if [ "$is_judged" = false ]; then verdict=misused
    elif [ "$failed" -gt 0 ]; then verdict=broken
    else verdict=failed; fi
    ;;
  exec-2)
    if [ "$is_judged" = false ]; then verdict=misused
    elif is_nothing; then verdict=unproven
    else verdict=failed; fi
    ;;
  exec-*) if [ "$is_judged" = true ]; then verdict=failed; else verdict=misused; fi ;;
  *) verdict=stopped ;;
esac
give verdict "$verdict"
give exit-code "$code"
# kept <name> <path>: the path of a report that was written, from the root of the workspace.
kept() {
  local path=$2
  if [ -z "$path" ] || [ ! -e "$path" ]; then path=''; fi
  case $path in
    '' | /*) ;;
    *) if [ "$INPUT_WORKING_DIRECTORY" != . ]; then path=${INPUT_WORKING_DIRECTORY%/}/$path; fi ;;
  esac
  give "$1" "$path"
}
kept report-json "$report_json"
kept report-junit "$report_junit"
kept report-html "$report_html"
# An advisory step still fails if there is no verdict.
if [ "$is_judged" = true ] && [ "$verdict" != misused ] && [ "$advisory" = true ]; then exit 0; fi
exit "$code"
