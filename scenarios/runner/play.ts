import type { Facts } from '#contracts/exchange';
import type { Result } from '#contracts/scenario';
import type { Sandbox } from '#mock-server';
import type { ClockPace, JudgeContext, Leak } from '../judge/index.ts';

/** The data from playing a scenario with a client. The judge reads this data. */
export interface Play {
  /** The sandbox of the scenario. The sandbox is still open; `judgePlay` closes the sandbox. */
  readonly sandbox: Sandbox;
  readonly pace: ClockPace;
  /** The result that the client reported. The field is absent if the client reported no valid result. */
  readonly result?:
    | (NonNullable<JudgeContext['result']> & {
        readonly outcome: Result['outcome'];
        /** The reason that the client gave for the outcome. */
        readonly why?: string | undefined;
      })
    | undefined;
  /** A sentence about a problem of the client, such as a time-out or a missing result. */
  readonly trouble?: string | undefined;
  /** The time when the runner ended the client because of a time-out, in epoch milliseconds of the sandbox clock. */
  readonly cutOffAt?: number | undefined;
  /** Why the runner cannot judge the client, although the client did nothing wrong: it needed too much real time. */
  readonly tooSlow?: string | undefined;
  /** Secrets that were found in the output and in the state folder of the client. */
  readonly leaks: readonly Leak[];
  /** A text that says which part of the state folder was not searched. */
  readonly unsearched?: string | undefined;
  /** The text of all that the client has kept for a restart. The field is absent if the text is not completely known. */
  readonly kept?: string | undefined;
  /** The number of the last exchange before the client was started again; undefined if the client was not killed. */
  readonly restartedAfter?: number | undefined;
  /** The end of the client's output, with secrets masked. */
  readonly output: string;
  /** The duration of the scenario, in milliseconds of real time. `virtualMs` is the duration on the sandbox clock. */
  readonly tookMs: number;
  readonly virtualMs: number;
  /** The number of jumps of the time, in the mode `warp`. */
  readonly jumps?: number | undefined;
  /** What warp could not do with the client. */
  readonly notes?: readonly string[] | undefined;
}

/** Returns the Tokens that a sandbox has issued or received. No client may log these Tokens. */
export const tokensOf = ({ journal }: Sandbox): ReadonlySet<string> =>
  tokensInFacts(journal.read().map(({ facts }) => facts));

/** Returns the Tokens in the requests and answers of recorded calls. */
export function tokensInFacts(facts: readonly Facts[]): ReadonlySet<string> {
  const all = facts.flatMap(({ request, answer }) => [
    request.token,
    request.reToken,
    answer.token,
    answer.reToken,
  ]);
  return new Set(all.filter(token => token !== undefined));
}
