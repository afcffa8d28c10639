import type { Money, Product } from '#contracts';
import type { Task } from '#contracts/scenario';

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

/** A place as the supplier knows it. */
export interface HeldPlace {
  readonly destinationId: string;
  readonly name: string;
  /** Its code, where it is an airport. */
  readonly airport?: string | undefined;
}

/** A service that the supplier holds: what of it a task asks for. */
export interface HeldService {
  readonly bookingId: string;
  readonly product: Product;
  readonly status: string;
  /** Of a hotel, what it is called. */
  readonly name?: string | undefined;
  /** The days that it begins and ends, local to its place. */
  readonly start: string;
  readonly end?: string | undefined;
  /** Where it is, or begins. */
  readonly from?: HeldPlace | undefined;
  /** Where it ends. */
  readonly to?: HeldPlace | undefined;
  /** Whom it was searched for: of a hotel per room. */
  readonly parties: readonly { readonly adults: number; readonly ages: readonly number[] }[];
  readonly nationality?: string | undefined;
  readonly guests: readonly { readonly name: string; readonly age: number }[];
}

/** What a supplier holds in the end. */
export interface Supplied {
  /** The status of each service, in the order of booking. */
  readonly services: readonly string[];
  /** What became of each charge. */
  readonly charges: readonly string[];
  /** What each of the services is; where absent only their statuses are compared. */
  readonly held?: readonly HeldService[] | undefined;
  /** The ids of the destinations that Autocomplete gives for the places that the task names. */
  readonly places?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** What traffic cannot show. A rule that needs what is not there is not observed. */
export interface JudgeContext {
  /** What the traffic is of, for people: a sandbox, a file. */
  readonly source?: string | undefined;
  /** The ids of the rules that count; all when absent. */
  readonly only?: ReadonlySet<string> | undefined;
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
  /** Why the client reported nothing that can be read, or how it ended otherwise than by itself. */
  readonly trouble?: string | undefined;
  readonly supplier?: Supplied | undefined;
  /** What was found in the client's output; empty when it was looked through in vain. */
  readonly leaks?: readonly Leak[] | undefined;
}
