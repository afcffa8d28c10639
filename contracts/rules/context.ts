import type { Task } from '../scenario/task.ts';
import type { Money } from '../shapes/money.ts';

/** How the clock of the sandbox ran. */
export interface ClockPace {
  readonly mode: 'real' | 'manual' | 'scaled' | 'per-poll' | 'auto';
  /** Virtual ms per real ms; 0 for a clock that only jumps. */
  readonly speed: number;
}

/** What a client reports at the end of its task. */
export interface Reported {
  readonly outcome: string;
  readonly bookingId?: string | undefined;
  /** What the user was shown before agreeing. */
  readonly shownToUser?: ShownToUser | undefined;
}

/** What a client says it has shown. */
export interface ShownToUser {
  readonly total?: Money | undefined;
  readonly taxes?:
    | readonly {
        readonly name: string;
        readonly amount: Money;
        readonly approximate?: boolean | undefined;
      }[]
    | undefined;
  readonly moreInformation?: string | undefined;
}

/** Something in the output of a client that belongs into no log. */
export interface Leak {
  readonly what:
    | 'card-number'
    | 'security-code'
    | 'document'
    | 'e-mail'
    | 'password'
    | 'token'
    | 'static-token';
  /** Where it stands, for people: a file, a line. */
  readonly where: string;
}

/** What a scenario expects; its fields are those of a Scenario. */
export interface Expected {
  readonly outcomes: readonly string[];
  readonly tolerated?: readonly string[] | undefined;
  readonly truth: {
    readonly services: readonly string[];
    readonly charges?: readonly string[] | undefined;
  };
  readonly restarts?: { readonly at: string } | undefined;
}

/** An answer of the stand-in that its own contract does not allow. */
export interface BrokenAnswer {
  /** The number of its exchange. */
  readonly exchange: number;
  /** What is wrong with it, for people. */
  readonly problem: string;
}

/** What traffic cannot show. A rule that needs what is not there is not observed. */
export interface JudgeContext {
  /** A real clock when absent, as for what was recorded elsewhere. */
  readonly clock?: ClockPace | undefined;
  /** When the sandbox was closed, epoch ms of its clock: nothing more came up to then. */
  readonly closedAt?: number | undefined;
  /** How many exchanges the journal has lost, the oldest ones. */
  readonly lostFacts?: number | undefined;
  /** Answers of the stand-in that break their own contract: what is found then is not held against the client. */
  readonly brokenAnswers?: readonly BrokenAnswer[] | undefined;
  /** What the client was asked to do: then every call of the traffic is of that one task. */
  readonly task?: Task | undefined;
  readonly scenario?: Expected | undefined;
  readonly result?: Reported | undefined;
  /** What the supplier holds in the end: the status of each service, and what became of each charge. */
  readonly supplier?:
    | { readonly services: readonly string[]; readonly charges: readonly string[] }
    | undefined;
  /** What was found in the client's output; empty when it was looked through in vain. */
  readonly leaks?: readonly Leak[] | undefined;
}
