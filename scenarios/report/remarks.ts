import {
  asDefined,
  type BrokenAnswer,
  describeDeviation,
  isHarmless,
  type Judgement,
} from '../judge/index.ts';
import type { RunReport, ScenarioReport, VerdictReport } from './schema.ts';
import { counted, listed, nameOfPlay } from './wording.ts';

type DeviationOfRun = NonNullable<RunReport['deviations']>[number];

const maxListed = 10;

/** Collects the deviations that the stand-in accepts: one entry for each kind of deviation, with its places and scenarios. */
export function collectDeviations(scenarios: readonly ScenarioReport[]): DeviationOfRun[] {
  const found = new Map<string, DeviationOfRun>();
  for (const { id, verdicts } of scenarios)
    for (const { rule, findings } of verdicts)
      for (const { harmless } of findings) {
        if (!harmless) continue;
        const key = `${rule} ${harmless.deviation}`;
        const known = found.get(key) ?? { rule, ...harmless, places: [], scenarios: [] };
        const places = [...new Set([...known.places, ...harmless.places])];
        found.set(key, { ...known, places, scenarios: [...new Set([...known.scenarios, id])] });
      }
  return [...found.values()];
}

export function withoutDeviations({ scenarios, deviations }: RunReport): ScenarioReport[] {
  if (!deviations) return scenarios;
  return scenarios.map(scenario => ({
    ...scenario,
    verdicts: scenario.verdicts.map(verdict => ({
      ...verdict,
      // If a rule has only such findings, this scenario has no warning about the rule.
      ...(isHarmless(verdict) && { verdict: 'pass' as const }),
      findings: verdict.findings.filter(({ harmless }) => harmless === undefined),
    })),
  }));
}

export function deviationText({ rule, scenarios, ...deviation }: DeviationOfRun) {
  const lines = [describeDeviation(deviation), `Scenarios: ${listed(scenarios, maxListed)}`, asDefined];
  return { title: `${rule} (a warning, in ${counted(scenarios.length, 'scenario')})`, lines };
}

/** A remark on one or more scenarios that is not a finding of a rule. */
export type Remark = ReturnType<typeof remarksByText>[number];

/** Each text once, with its scenarios. */
export function remarksByText(report: Pick<RunReport, 'scenarios' | 'strict'>) {
  const all = report.scenarios.flatMap(scenario => {
    const kind = kindOf(scenario);
    const name = nameOfPlay(scenario);
    const texts = new Set([...remarksOf(scenario), ...undecided(scenario, report.strict)]);
    return [...[...texts].map(text => ({ kind, text, name, output: undefined })), ...troubleOf(scenario)];
  });
  const groups = Map.groupBy(all, ({ kind, text }) => `${kind} ${text}`);
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (!first) return [];
    const { name, kind, text, output } = first;
    /** `output`: its end in the first of these scenarios, if the client ended there without a readable result. */
    return [{ kind, text, output, scenarios: [name, ...rest.map(one => one.name)] }];
  });
}

/** Returns why the client ended without a readable result, if no finding says so, because the rule about it was not judged. */
function troubleOf(scenario: ScenarioReport) {
  const { trouble, output, verdicts } = scenario;
  const isFinding = verdicts.some(({ findings }) => findings.some(({ message }) => message === trouble));
  if (trouble === undefined || isFinding) return [];
  return [{ kind: kindOf(scenario), text: trouble, name: nameOfPlay(scenario), output }];
}

const kindOf = ({ state }: ScenarioReport): 'harness-error' | 'unproven' | 'undecided' | 'not-played' =>
  state === 'harness-error' || state === 'unproven' || state === 'not-played' ? state : 'undecided';

/** Without these remarks, the word "held" would suggest that the client kept the rule. In a strict run, every rule counts. */
function undecided({ state, verdicts }: ScenarioReport, isStrict: boolean): string[] {
  if (state === 'not-played' || state === 'harness-error' || (state === 'broken' && !isStrict)) return [];
  return verdicts
    .filter(({ verdict, named }) => verdict === 'inconclusive' && (named || isStrict))
    .map(({ rule, reason }) => inconclusive(rule, reason));
}

const inconclusive = (rule: string, reason: string | undefined): string =>
  `${rule} is inconclusive${reason === undefined ? '' : `: ${reason}`}`;

/** Why it did not run, or why the run proves nothing about a rule that it names. A broken scenario has findings and no remarks. */
export function remarksOf({
  state,
  reason,
  verdicts,
}: Pick<ScenarioReport, 'state' | 'reason' | 'verdicts'>): string[] {
  if (state === 'not-played' || state === 'harness-error')
    return reason === undefined ? harnessErrors({ verdicts }) : [reason];
  if (state === 'broken') return [];
  if (state === 'unproven' && reason !== undefined) return [reason];
  return verdicts
    .filter(
      ({ verdict, named, rule }) =>
        (named && verdict === 'not-observed') ||
        (verdict === 'inconclusive' && rule === 'outcome-as-expected'),
    )
    .map(({ rule, verdict, reason: why }) => {
      if (verdict === 'inconclusive') return inconclusive(rule, why);
      return `${rule} was not observed${why === undefined ? '' : `: ${why}`}`;
    });
}

/** Without a call, no rule was kept or broken. Only a recording has entries that were skipped. */
export function nothingJudged({ judged }: Pick<VerdictReport, 'judged'>): string | undefined {
  if (judged.some(({ calls }) => calls > 0)) return undefined;
  const skipped = judged.map(one => one.skipped).find(count => count !== undefined);
  if (skipped === undefined)
    return 'Nothing was judged, because the supplier received no call. Give the client the address of the stand-in (UNDERSTUDY_BASE_URL).';
  return skipped === 0
    ? 'Nothing was judged, because the recording has no entry.'
    : 'Nothing was judged, because no entry of the recording is a call to the supplier. If your supplier has other paths, give its profile (--profile).';
}

const maxUnread = 10;

export function unreadLines({ unread = [] }: Pick<Judgement, 'unread'>): string[] {
  const lines = unread.map(({ exchange, part, reason }) => `the ${part} of exchange ${exchange}: ${reason}`);
  const more = lines.length - maxUnread;
  return more > 0 ? [...lines.slice(0, maxUnread), `and ${more} more`] : lines;
}

export const describeBrokenAnswer = ({ exchange, problem }: BrokenAnswer): string =>
  `the stand-in broke its own contract in exchange ${exchange} (${problem}); please report it`;

export const harnessErrors = ({
  verdicts,
  brokenAnswers = [],
}: Pick<Judgement, 'verdicts'> & Partial<Judgement>): string[] => [
  ...verdicts
    .filter(({ verdict }) => verdict === 'harness-error')
    .map(({ rule, reason }) => `The rule ${rule} failed: ${reason ?? 'the reason is unknown'}`),
  ...brokenAnswers.map(describeBrokenAnswer),
];
