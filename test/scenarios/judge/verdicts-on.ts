import { limits } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { type JudgeContext, judge, type Leak, type Verdict } from '#scenarios/judge';
import type { Played } from '#scenarios/play/play-scenario';

/** A clock that jumps by itself, and takes no time of the wire. */
export const auto: JudgeContext['clock'] = { mode: 'auto', speed: 0 };

/** The verdicts on a scenario that was played in this process, all that a runner knows being given. */
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
    leaks,
  }).verdicts;
}

/** Verdicts that a client has to answer for, in short. */
export const complaintsIn = (verdicts: readonly Verdict[]): string[] =>
  verdicts.flatMap(({ rule, verdict, findings, reason }) => {
    if (verdict === 'pass' || verdict === 'not-observed') return [];
    return `${verdict} ${rule}: ${findings.map(({ message }) => message).join(' ')}${reason ?? ''}`;
  });
