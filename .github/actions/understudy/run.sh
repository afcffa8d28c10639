#!/usr/bin/env bash
# Runs understudy with the inputs, which are in INPUT_…, and tells how it ended in $GITHUB_OUTPUT.
set -euo pipefail

# give <name> <value>: an output of the step. The value stands between lines that nobody can foresee.
give() {
  local end
  end=end-$(node -p 'crypto.randomUUID()')
  printf '%s<<%s\n%s\n%s\n' "$1" "$end" "$2" "$end" >>"$GITHUB_OUTPUT"
}

# fail <sentence>: for inputs that cannot be meant. What an input holds must not begin a command to the runner.
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
# once <flag> <value>: the flag with the value as it is.
once() {
  if [ -n "$2" ]; then args+=("$1=$2"); fi
}
# only <input> <value> <mode>: refuses an input that the mode has no use for.
only() {
  if [ -n "$2" ] && [ "$2" != false ]; then fail "the input $1 is for mode: $3, and the mode is $INPUT_MODE"; fi
}
# is_on <input> <value>
is_on() {
  case $2 in
    true) return 0 ;;
    false | '') return 1 ;;
    *) fail "the input $1 is true or false, and not: $2" ;;
  esac
}

case $INPUT_MODE in
  run)
    only fault "$INPUT_FAULT" exec
    each --scenario "$INPUT_SCENARIO"
    each --product "$INPUT_PRODUCT"
    each --tag "$INPUT_TAG"
    each --rule "$INPUT_RULE"
    once --baseline "$INPUT_BASELINE"
    once --speed "$INPUT_SPEED"
    once --jobs "$INPUT_JOBS"
    once --timeout "$INPUT_TIMEOUT"
    # The counts are read from this one, also where nobody wants to keep it.
    json=${INPUT_REPORT_JSON:-$(mktemp)}
    args+=(--report=text "--report=json=$json")
    if [ -n "$INPUT_REPORT_JUNIT" ]; then args+=("--report=junit=$INPUT_REPORT_JUNIT"); fi
    if is_on strict "$INPUT_STRICT"; then args+=(--strict); fi
    ;;
  exec)
    only product "$INPUT_PRODUCT" run
    only tag "$INPUT_TAG" run
    only rule "$INPUT_RULE" run
    only baseline "$INPUT_BASELINE" run
    only speed "$INPUT_SPEED" run
    only jobs "$INPUT_JOBS" run
    only timeout "$INPUT_TIMEOUT" run
    only strict "$INPUT_STRICT" run
    if [ -z "$INPUT_COMMAND" ]; then fail 'mode: exec needs the input command, as in: npm test'; fi
    once --scenario "$INPUT_SCENARIO"
    each --fault "$INPUT_FAULT"
    json='' INPUT_REPORT_JSON='' INPUT_REPORT_JUNIT=''
    ;;
  *) fail "the input mode is run or exec, and not: $INPUT_MODE" ;;
esac
once --seed "$INPUT_SEED"
once --clock "$INPUT_CLOCK"
once --scenarios "$INPUT_SCENARIOS"
once --profile "$INPUT_PROFILE"
once --config "$INPUT_CONFIG"
if [ -n "$INPUT_COMMAND" ]; then args+=(-- bash -e -o pipefail -c "$INPUT_COMMAND"); fi

if [ -n "$INPUT_VERSION" ]; then
  understudy=("$RUNNER_TEMP/understudy/node_modules/.bin/understudy")
else
  # Never fetches a package of that name from a registry.
  understudy=(npx --no-install understudy)
fi
# A report of an earlier run would be taken for one of this.
if [ -n "$json" ]; then rm -f -- "$json"; fi
code=0
"${understudy[@]}" "$INPUT_MODE" "${args[@]}" || code=$?

case $INPUT_MODE-$code in
  *-0) verdict=held ;;
  exec-*) verdict=failed ;;
  run-1) verdict=broken ;;
  run-2) verdict=unproven ;;
  run-64) verdict=misused ;;
  run-70) verdict=harness-error ;;
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
kept report-json "$INPUT_REPORT_JSON"
kept report-junit "$INPUT_REPORT_JUNIT"
# count <state> …: in how many scenarios it came to one of these.
count() {
  node -e 'const [file, ...states] = process.argv.slice(1);
    const { scenarios } = JSON.parse(require("node:fs").readFileSync(file, "utf8"));
    console.log(scenarios.filter(({ state }) => states.includes(state)).length);' -- "$json" "$@"
}
if [ -n "$json" ] && [ -e "$json" ]; then
  give played "$(count held warned unproven broken harness-error)"
  give failed "$(count broken harness-error)"
  give warned "$(count warned)"
fi
if [ "$INPUT_MODE" = exec ]; then
  # shellcheck disable=SC2016 # the backticks are Markdown
  printf '### Understudy\n\n`exec`: %s, exit code %s; the log says what was asked and which rules that broke\n' \
    "$verdict" "$code" >>"$GITHUB_STEP_SUMMARY"
fi
if [ "$code" -ne 64 ] && is_on advisory "$INPUT_ADVISORY"; then exit 0; fi
exit "$code"
