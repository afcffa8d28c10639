import type { Call } from '../traffic/call.ts';
import type { JudgeContext } from './context.ts';

/** One place where a client did otherwise than a correct one. */
export interface Finding {
  /** The numbers of the exchanges that prove it, in order. */
  readonly exchanges: readonly number[];
  /** What happened, with values, times and ids. */
  readonly message: string;
  /** What a correct client would have sent. */
  readonly expected: string;
  /** Another reading of the specification allows it, or somebody else's call may be the reason. */
  readonly warn?: true;
}

/** What a rule has to say of some traffic. */
export interface Opinion {
  readonly findings: readonly Finding[];
  /** Something in the traffic showed what the client does. */
  readonly isObserved: boolean;
  /** Why nothing showed it, or why what showed cannot tell. */
  readonly reason?: string;
  /** Something was there to be judged, and the traffic cannot tell. */
  readonly isDoubtful?: true;
  /** It takes something that was not given, and that no exchange could have shown. */
  readonly isLacking?: true;
}

/** What can be said of one case: nothing wrong (undefined), findings, that it is no case, or why nobody can tell. */
export type Ruling = undefined | Finding | readonly Finding[] | typeof noCase | Doubt;

/** It has nothing to do with the rule. */
export const noCase = 'no case';

/** Why nobody can tell. */
export interface Doubt {
  readonly doubt: string;
}

/**
 * An opinion from cases that are judged one by one.
 *
 * @param nothing why there was nothing to judge, where there was no case
 * @example overEach(traffic.of('book'), book => …, 'no DoBooking was sent')
 */
export function overEach<Case>(
  cases: Iterable<Case>,
  judge: (one: Case) => Ruling,
  nothing: string,
): Opinion {
  const findings: Finding[] = [];
  let isObserved = false;
  let doubt: string | undefined;
  for (const one of cases) {
    const ruling = judge(one);
    if (ruling === noCase) continue;
    if (ruling !== undefined && 'doubt' in ruling) {
      doubt ??= ruling.doubt;
      continue;
    }
    isObserved = true;
    if (ruling === undefined) continue;
    if ('message' in ruling) findings.push(ruling);
    else findings.push(...ruling);
  }
  if (isObserved) return { findings, isObserved };
  if (doubt !== undefined) return { findings, isObserved, reason: doubt, isDoubtful: true };
  return { findings, isObserved, reason: nothing };
}

/** The opinion on one case. */
export const overOne = (ruling: Ruling, nothing = 'nothing to judge'): Opinion =>
  overEach([ruling], one => one, nothing);

/** What would show it was not given. */
export const unseen = (reason: string): Opinion => ({
  findings: [],
  isObserved: false,
  reason,
  isLacking: true,
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
