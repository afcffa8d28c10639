import type { Money, Pax, Product } from '#contracts';
import type { Result, Scenario, Task } from '#contracts/scenario';
import type { Call, Traffic } from './traffic/index.ts';

/** Why the traffic does not show whether the client kept a rule. */
export interface Inconclusive {
  readonly inconclusive: string;
}

/** The mode and the speed of the sandbox clock. */
export interface ClockPace {
  readonly mode: 'real' | 'manual' | 'scaled' | 'per-poll' | 'auto' | 'warp';
  /** Milliseconds of the sandbox clock per real millisecond; 0 for a clock that only jumps. */
  readonly speed: number;
}

/** A value as the judge reads it: without the fields that it does not know, and with any text where the contract lists texts. */
type AsRead<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly AsRead<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value as string extends Name ? never : Name]: AsRead<Value[Name]> }
      : Value;

/** The result that a client reports at the end of its task. */
export type Reported = AsRead<Result>;

/** What the client showed to the user. */
export type ShownToUser = NonNullable<Reported['shownToUser']>;

/** A cancellation window that the client showed to the user. */
export type ShownPolicy = NonNullable<ShownToUser['cancellationPolicies']>[number];

export type PersonalKind = 'card-number' | 'security-code' | 'document' | 'e-mail';

/** A secret or personal data in the output of a client. */
export interface Leak {
  readonly what: PersonalKind | 'password' | 'token' | 'static-token';
  /** The place in the output or in the state folder. */
  readonly where: string;
  /** In a file of the state folder, not in the output. */
  readonly isKept?: true | undefined;
}

/** The fields of a scenario that the rules of the judge read. */
export type Expected = AsRead<
  Pick<Scenario, 'outcomes' | 'tolerated' | 'truth' | 'certificate' | 'restarts'>
>;

/** An answer of the stand-in that breaks its own contract. */
export interface BrokenAnswer {
  /** The number of the exchange. */
  readonly exchange: number;
  readonly problem: string;
}

/** A place in the inventory of the supplier. */
export interface HeldPlace {
  readonly destinationId: string;
  readonly name: string;
  /** The IATA code, if the place is an airport. */
  readonly airport?: string | undefined;
}

/** A guest in a booked service, with the fields of DoBooking. */
export interface HeldGuest extends Pax {
  /** The index of the hotel room in DoBooking. */
  readonly room?: number | undefined;
}

/** A booked service at the supplier, reduced to the fields that a task can specify. */
export interface HeldService {
  readonly bookingId: string;
  readonly product: Product;
  readonly status: string;
  /** Of the hotel. */
  readonly name?: string | undefined;
  /** The first day, as a local date. */
  readonly start: string;
  readonly end?: string | undefined;
  /** The place of the service, or where a car or transfer starts. */
  readonly from?: HeldPlace | undefined;
  /** Where a car or transfer ends. */
  readonly to?: HeldPlace | undefined;
  /** The travellers in the Search, as one group per hotel room. */
  readonly parties: readonly { readonly adults: number; readonly ages: readonly number[] }[];
  readonly nationality?: string | undefined;
  /** The date of the return of a transfer. */
  readonly returns?: string | undefined;
  /** In the Search of a car. */
  readonly driverAge?: number | undefined;
  /** Of the cancellation. */
  readonly penalty?: Money | undefined;
  /** That the Search requested, or else of the supplier. */
  readonly currency?: string | undefined;
  readonly guests: readonly HeldGuest[];
}

/** The bookings and charges at the supplier after the run. */
export interface Supplied {
  /** The status of each booked service, in the order of booking. */
  readonly services: readonly string[];
  /** The final payment status of each charge, such as Declined. */
  readonly charges: readonly string[];
  /** Without them, the judge compares only the statuses. */
  readonly held?: readonly HeldService[] | undefined;
  /** For each place name in the task, the destination ids that Autocomplete returns. */
  readonly places?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Information that the traffic does not contain. If a rule needs missing information, its verdict is `not-observed`. */
export interface JudgeContext {
  /** The name of a sandbox or a file. */
  readonly source?: string | undefined;
  /** Whether all calls are of one program that has ended, as with a task: a repeated call is a repetition, and none follows. */
  readonly isOneClient?: boolean | undefined;
  /** Whether the user of an explored test declines another price and other conditions. Without a task, this is not known. */
  readonly declines?: boolean | undefined;
  /** The ids of the rules to judge; by default all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** By default a real clock, for recorded traffic. */
  readonly clock?: ClockPace | undefined;
  /** The longest time by which a busy machine may have delayed a call, in milliseconds of real time. The judge measures it. */
  readonly machineDelay?: number | undefined;
  /** The time from the last call to the closing of the sandbox, in milliseconds of its clock. The judge measures it. */
  readonly silence?: number | undefined;
  /** When the sandbox was closed, in epoch milliseconds of its clock. Up to then, the traffic is complete. */
  readonly closedAt?: number | undefined;
  /** Old exchanges that the journal has dropped to save memory. */
  readonly lostFacts?: number | undefined;
  /** If there is one, a finding does not fail the client. */
  readonly brokenAnswers?: readonly BrokenAnswer[] | undefined;
  /** Every call then belongs to this task. */
  readonly task?: Task | undefined;
  readonly scenario?: Expected | undefined;
  readonly result?: Reported | undefined;
  /** The exchanges during which the client was killed, so that it never saw their answers; by default as the scenario says. */
  readonly killedIn?: readonly number[] | undefined;
  /** The last exchange before the restart; by default the first of `killedIn`. */
  readonly restartedAfter?: number | undefined;
  /** Why there is no readable result, or why the client did not exit normally. */
  readonly trouble?: string | undefined;
  readonly supplier?: Supplied | undefined;
  /** The text of all that the client keeps for a restart; empty if it keeps nothing, undefined if that is unknown. */
  readonly state?: string | undefined;
  /** How the client ended: by itself or stopped, and after how many milliseconds of the sandbox clock. */
  readonly finish?: { readonly byItself: boolean; readonly virtualMs: number } | undefined;
  /** Empty if the search found no secret, absent if no search ran. */
  readonly leaks?: readonly Leak[] | undefined;
  /** Which part of the state folder was not searched for secrets. */
  readonly unsearched?: string | undefined;
}

export type Run = Traffic & JudgeContext;

/** Otherwise, different programs or tests may have sent the calls. */
export const isOfOneClient = ({ task, isOneClient }: JudgeContext): boolean =>
  task !== undefined || isOneClient === true;

export const isKilled = ({ facts }: Call, { scenario, killedIn }: JudgeContext): boolean =>
  killedIn?.includes(facts.number) ??
  (scenario?.restarts !== undefined && scenario.restarts.at === facts.operation);

export const headersMissing = ({ number }: Call): Inconclusive => ({
  inconclusive: `the recording may lack some headers of exchange ${number}`,
});
