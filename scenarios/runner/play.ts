import type { Outcome } from '#contracts/scenario';
import type { Sandbox } from '#mock-server';
import type { ClockPace, JudgeContext, Leak } from '../judge/index.ts';

/** The result of playing a scenario with a client, for the judge. */
export interface Play {
  /** The sandbox of the scenario. It is still open; `judgePlay` closes it. */
  readonly sandbox: Sandbox;
  readonly pace: ClockPace;
  /** The report of the client; absent if the client wrote no valid report. */
  readonly result?: (NonNullable<JudgeContext['result']> & { readonly outcome: Outcome }) | undefined;
  /** Why there is no result, or another problem of the client. */
  readonly trouble?: string | undefined;
  /** When the runner ended the client after its time-out; epoch milliseconds of the sandbox's clock. */
  readonly cutOffAt?: number | undefined;
  /** Secrets that were found in its output. */
  readonly leaks: readonly Leak[];
  /** The end of its output, with secrets masked. */
  readonly output: string;
  /** Milliseconds from start to end: on the machine's clock and on the sandbox's clock. */
  readonly tookMs: number;
  readonly virtualMs: number;
}

/** Returns the Tokens that a sandbox has issued or received. No log may contain them. */
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
