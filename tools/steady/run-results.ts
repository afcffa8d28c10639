import type { RunReport, ScenarioReport } from '#scenarios/report/schema';

/** The results of a run as text, by a name such as `hotel-confirmed: token-fresh`. */
export type RunResults = ReadonlyMap<string, string>;

/**
 * Returns the results of a run, without the machine's time: how each scenario ended, and the verdict of each of its rules with
 * reason and findings, to the letter.
 *
 * @param exactly whether to add the virtual time and the exchanges of each scenario. These are the same every time only
 * where client and supplier share a clock that jumps
 * @example resultsOf(report, true).get('hotel-confirmed: token-fresh') // '{"verdict":"pass","findings":[]}'
 */
export function resultsOf({ scenarios }: Pick<RunReport, 'scenarios'>, exactly: boolean): RunResults {
  return new Map(scenarios.flatMap(scenario => [...linesOf(scenario, exactly)]));
}

function* linesOf(scenario: ScenarioReport, exactly: boolean): Iterable<readonly [string, string]> {
  const { id, state, reason, outcome, trouble, calls, virtualMs, exchanges } = scenario;
  const timing = exactly ? { virtualMs, exchanges } : {};
  yield [`${id}: how it ended`, JSON.stringify({ state, reason, outcome, trouble, calls, ...timing })];
  for (const { rule, verdict, findings, more, reason: why } of scenario.verdicts)
    yield [`${id}: ${rule}`, JSON.stringify({ verdict, reason: why, findings, more })];
}

/**
 * Returns the differences between runs that should have had the same results.
 *
 * @returns for each difference the results and the numbers of their runs, which count from 1
 */
export function differences(runs: readonly RunResults[]): string[] {
  const names = new Set(runs.flatMap(run => [...run.keys()]));
  return [...names].flatMap(name => {
    const saying = new Map<string, number[]>();
    for (const [index, run] of runs.entries()) {
      const text = run.get(name) ?? 'nothing';
      saying.set(text, [...(saying.get(text) ?? []), index + 1]);
    }
    if (saying.size < 2) return [];
    const each = [...saying].map(([text, numbers]) => `  ${text} in ${inWords(numbers)}`);
    return [`${name}\n${each.join('\n')}`];
  });
}

const inWords = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'run' : 'runs'} ${numbers.join(', ')}`;
