import type { Money, Product } from '#contracts';
import type { Task } from '#contracts/scenario';

/** How the clock of the sandbox ran. */
export interface ClockPace {
  readonly mode: 'real' | 'manual' | 'scaled' | 'per-poll' | 'auto';
  /** Virtual ms per real ms; 0 for a clock that only jumps. */
  readonly speed: number;
}

/** The result that a client reports at the end of its task. */
export interface Reported {
  readonly outcome: string;
  readonly bookingId?: string | undefined;
  /** What the client showed the user before the booking. */
  readonly shownToUser?: ShownToUser | undefined;
}

/** What a client reports to have shown to the user. */
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

/** A secret or personal data in the output of a client. */
export interface Leak {
  readonly what:
    | 'card-number'
    | 'security-code'
    | 'document'
    | 'e-mail'
    | 'password'
    | 'token'
    | 'static-token';
  /** The place in the output, for people: a file and a line. */
  readonly where: string;
}

/** The part of a scenario that rules need. */
export interface Expected {
  readonly outcomes: readonly string[];
  readonly tolerated?: readonly string[] | undefined;
  readonly truth: {
    readonly services: readonly string[];
    readonly charges?: readonly string[] | undefined;
  };
  readonly restarts?: { readonly at: string } | undefined;
}

/** An answer of the stand-in that breaks its own contract. */
export interface BrokenAnswer {
  /** The number of its exchange. */
  readonly exchange: number;
  /** What is wrong with the answer, for people. */
  readonly problem: string;
}

/** A place in the inventory of the supplier. */
export interface HeldPlace {
  readonly destinationId: string;
  readonly name: string;
  /** The code of an airport. */
  readonly airport?: string | undefined;
}

/** A service that the supplier holds, with the fields that a task can fix. */
export interface HeldService {
  readonly bookingId: string;
  readonly product: Product;
  readonly status: string;
  /** The name of a hotel. */
  readonly name?: string | undefined;
  /** The first and the last day, in the calendar of the place. */
  readonly start: string;
  readonly end?: string | undefined;
  /** The place of the service, or its start. */
  readonly from?: HeldPlace | undefined;
  /** The place where the service ends. */
  readonly to?: HeldPlace | undefined;
  /** The searched travellers; one party per room of a hotel. */
  readonly parties: readonly { readonly adults: number; readonly ages: readonly number[] }[];
  readonly nationality?: string | undefined;
  readonly guests: readonly { readonly name: string; readonly age: number }[];
}

/** What a supplier holds after the run. */
export interface Supplied {
  /** The status of each service, in the order of booking. */
  readonly services: readonly string[];
  /** The final status of each charge. */
  readonly charges: readonly string[];
  /** The details of each service; when absent, only the statuses are compared. */
  readonly held?: readonly HeldService[] | undefined;
  /** The destination ids that Autocomplete returns for each place in the task. */
  readonly places?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Facts that the traffic does not show. A rule that needs a missing one is not observed. */
export interface JudgeContext {
  /** The origin of the traffic, for people: a sandbox or a file. */
  readonly source?: string | undefined;
  /** The ids of the rules to judge; all when absent. */
  readonly only?: ReadonlySet<string> | undefined;
  /** The clock of the sandbox; a real clock when absent, as in a recording. */
  readonly clock?: ClockPace | undefined;
  /** When the sandbox was closed, epoch milliseconds of its clock. The traffic is complete up to then. */
  readonly closedAt?: number | undefined;
  /** How many of the oldest exchanges the journal has dropped. */
  readonly lostFacts?: number | undefined;
  /** Answers of the stand-in that break its contract. With one of them, no finding counts against the client. */
  readonly brokenAnswers?: readonly BrokenAnswer[] | undefined;
  /** The task of the client. If it is present, every call belongs to this one task. */
  readonly task?: Task | undefined;
  readonly scenario?: Expected | undefined;
  readonly result?: Reported | undefined;
  /** Why the client has no readable result, or why it did not exit normally. */
  readonly trouble?: string | undefined;
  readonly supplier?: Supplied | undefined;
  /** Secrets in the output of the client; empty if the search found none, absent if there was no search. */
  readonly leaks?: readonly Leak[] | undefined;
}
