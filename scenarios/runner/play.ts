import type { Outcome } from '#contracts/scenario';
import type { Sandbox } from '#mock-server';
import type { ClockPace, JudgeContext, Leak } from '../judge/index.ts';

/** A scenario as a client has played it, to be judged. */
export interface Play {
  /** The sandbox of the play, still open: the judge closes it. */
  readonly sandbox: Sandbox;
  readonly pace: ClockPace;
  /** What the client reported; absent where it reported nothing that can be read. */
  readonly result?: (NonNullable<JudgeContext['result']> & { readonly outcome: Outcome }) | undefined;
  /** Why there is no result, or what else went wrong with the client. */
  readonly trouble?: string | undefined;
  /** When the client was ended because its time was over; epoch milliseconds of the sandbox's clock. */
  readonly cutOffAt?: number | undefined;
  /** Secrets that were found in its output. */
  readonly leaks: readonly Leak[];
  /** The end of its output, masked. */
  readonly output: string;
  /** How long it took: on the machine's clock and on that of the sandbox, milliseconds. */
  readonly tookMs: number;
  readonly virtualMs: number;
}

/** Returns the Tokens that a sandbox has issued or received: no log may hold them. */
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
