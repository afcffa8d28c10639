import type { Facts } from '#contracts/exchange';
import type { Task } from '#contracts/scenario';
import type { Books } from '../books/index.ts';
import type { JudgeContext, Judgement, Leak } from '../judge/index.ts';

/** The end of a client. */
export interface ClientFinish {
  /** Whether the client ended by itself. False if it was stopped, because it took too long. */
  readonly byItself: boolean;
  /** The time from the start to the end of the client, in milliseconds of the sandbox clock. */
  readonly virtualMs: number;
}

/** What is known about a run at its end. A missing part makes the invariants that need it not applicable. */
export interface Evidence {
  /** The books of the supplier, read after the client has ended. */
  readonly books: Books;
  /** The exchanges of the run, in the order of their numbers. */
  readonly facts: readonly Facts[];
  /** The verdicts of the judge on the exchanges. */
  readonly judgement?: Pick<Judgement, 'verdicts'> | undefined;
  /** The task: the purchases that the user wanted. */
  readonly task?: Task | undefined;
  /** The result that the client reported. All its texts count as known to the client, also those in unknown fields. */
  readonly result?: JudgeContext['result'];
  /** The text of all that the client keeps for a restart; empty if it keeps nothing, undefined if that is unknown. */
  readonly state?: string | undefined;
  readonly finish?: ClientFinish | undefined;
  /** The numbers of the exchanges during which the client was killed. It then never saw their answers. */
  readonly killedIn?: readonly number[] | undefined;
  /** The secrets in the output of the client; undefined if no one searched the output. */
  readonly leaks?: readonly Leak[] | undefined;
}
