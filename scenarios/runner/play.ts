import type { Outcome } from '#contracts/scenario';
import type { Sandbox } from '#mock-server';
import type { ClockPace, JudgeContext, Leak } from '../judge/index.ts';

/** A scenario as a client has played it: what is judged. */
export interface Play {
  /** What it was played in: still open, so that the judge can close it. */
  readonly sandbox: Sandbox;
  readonly pace: ClockPace;
  /** What the client reported; absent where it reported nothing that can be read. */
  readonly result?: (NonNullable<JudgeContext['result']> & { readonly outcome: Outcome }) | undefined;
  /** Why there is no result, or what else went wrong with the client. */
  readonly trouble?: string | undefined;
  /** When its time was over and it was ended, epoch milliseconds of the sandbox's clock: what it would have sent later nobody knows. */
  readonly cutOffAt?: number | undefined;
  /** What was found in its output. */
  readonly leaks: readonly Leak[];
  /** The end of its output, masked. */
  readonly output: string;
  /** How long it took: on the machine's clock and on that of the sandbox, milliseconds. */
  readonly tookMs: number;
  readonly virtualMs: number;
}

/** The Tokens that a sandbox has given and was sent: those that no log may hold. */
export function tokensOf({ journal }: Sandbox): ReadonlySet<string> {
  const all = journal
    .read()
    .flatMap(({ facts: { request, answer } }) => [
      request.token,
      request.reToken,
      answer.token,
      answer.reToken,
    ]);
  return new Set(all.filter(token => token !== undefined));
}
