import type { Finding } from '#contracts/control';
import type { Call } from '../traffic/index.ts';
import type { JudgeContext } from './context.ts';

/** What a rule has to say of some traffic. */
export interface Assessment {
  readonly findings: readonly Finding[];
  /** Something in the traffic showed what the client does. */
  readonly isObserved: boolean;
  /** Why nothing showed it, or why what showed cannot tell. */
  readonly reason?: string;
  /** Something was there to be judged, and the traffic cannot tell. */
  readonly isInconclusive?: true;
  /** It takes something that was not given, and that no exchange could have shown. */
  readonly isInputMissing?: true;
}

/** What can be said of one case: nothing wrong (undefined), findings, that it is no case, or why nobody can tell. */
export type Ruling = undefined | Finding | readonly Finding[] | 'not applicable' | Inconclusive;

/** Why nobody can tell. */
export interface Inconclusive {
  readonly inconclusive: string;
}

/**
 * An assessment from cases that are judged one by one.
 *
 * @param nothing why there was nothing to judge, where there was no case
 * @example overEach(traffic.of('book'), book => …, 'no DoBooking was sent')
 */
export function overEach<Case>(
  cases: Iterable<Case>,
  judge: (one: Case) => Ruling,
  nothing: string,
): Assessment {
  const findings: Finding[] = [];
  let isObserved = false;
  let inconclusive: string | undefined;
  for (const one of cases) {
    const ruling = judge(one);
    if (ruling === 'not applicable') continue;
    if (ruling !== undefined && 'inconclusive' in ruling) {
      inconclusive ??= ruling.inconclusive;
      continue;
    }
    isObserved = true;
    if (ruling === undefined) continue;
    if ('message' in ruling) findings.push(ruling);
    else findings.push(...ruling);
  }
  if (isObserved) return { findings, isObserved };
  if (inconclusive !== undefined) return { findings, isObserved, reason: inconclusive, isInconclusive: true };
  return { findings, isObserved, reason: nothing };
}

/** The assessment on one case. */
export const overOne = (ruling: Ruling, nothing = 'nothing to judge'): Assessment =>
  overEach([ruling], one => one, nothing);

/** What would show it was not given. */
export const missingInput = (reason: string): Assessment => ({
  findings: [],
  isObserved: false,
  reason,
  isInputMissing: true,
});

/** A finding. */
export function finding(
  calls: readonly (Call | undefined)[],
  { message, expected }: Pick<Finding, 'message' | 'expected'>,
): Finding {
  const exchanges = calls.flatMap(call => (call ? [call.number] : []));
  return { exchanges: [...new Set(exchanges)].sort((a, b) => a - b), message, expected };
}

/** The same finding as a warning. */
export const asWarning = (found: Finding): Finding => ({ ...found, warn: true });

/**
 * A finding that holds if all calls are of one task. Where several programs or tests share the traffic, the second call may
 * be another one's, so that it only warns.
 */
export const ifOneTask = (found: Finding, { task }: JudgeContext): Finding =>
  task ? found : asWarning(found);
