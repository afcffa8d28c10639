import { limits } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { type JudgeContext, judge, type Leak, type Verdict } from '#scenarios/judge';
import type { Played } from '#scenarios/run/play/play-scenario';

/** Creates an auto clock on which calls take no time. */
export const auto: JudgeContext['clock'] = { mode: 'auto', speed: 0 };

/** Returns the verdicts on a scenario that ran in this process, with all evidence that a runner has. */
export function verdictsOn(scenario: Scenario, played: Played, leaks: readonly Leak[] = []): Verdict[] {
  const { facts, report, services, charges, held, places } = played;
  const last = facts.at(-1)?.closed?.at ?? 0;
  return judge(facts, {
    clock: auto,
    closedAt: last + limits.reTokenLife.value,
    task: scenario.task,
    scenario,
    result: report,
    supplier: { services, charges, held, places },
    finish: { byItself: true, virtualMs: played.took },
    leaks,
  }).verdicts;
}

/** Returns the verdicts other than `pass` and `not-observed`, in short form. */
export const complaintsIn = (verdicts: readonly Verdict[]): string[] =>
  verdicts.flatMap(({ rule, verdict, findings, reason }) => {
    if (verdict === 'pass' || verdict === 'not-observed') return [];
    return `${verdict} ${rule}: ${findings.map(({ message }) => message).join(' ')}${reason ?? ''}`;
  });
