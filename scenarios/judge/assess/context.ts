import type { Money, Pax, Product } from '#contracts';
import type { Result, Scenario, Task } from '#contracts/scenario';
import type { Traffic } from '../traffic/index.ts';

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

/** The field `shownToUser` in the result of a client: the price details that the client showed to the user. */
export type ShownToUser = NonNullable<Reported['shownToUser']>;

/** A cancellation window that the client showed to the user. */
export type ShownPolicy = NonNullable<ShownToUser['cancellationPolicies']>[number];

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
  /** The place of the leak in the output or in the state folder, as readable text. */
  readonly where: string;
  /** Whether the secret is in a file of the state folder, and not in the output. */
  readonly isKept?: true | undefined;
}

/** The fields of a scenario that the rules of the judge read. */
export type Expected = AsRead<
  Pick<Scenario, 'outcomes' | 'tolerated' | 'truth' | 'certificate' | 'restarts'>
>;

/** An answer of the stand-in that breaks its own contract. */
export interface BrokenAnswer {
  /** The number of the exchange that contains the answer. */
  readonly exchange: number;
  /** A readable description of the error in the answer. */
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
  /** The index of the guest's hotel room in DoBooking; absent if the service is not a hotel. */
  readonly room?: number | undefined;
}

/** A booked service at the supplier, reduced to the fields that a task can specify. */
export interface HeldService {
  readonly bookingId: string;
  readonly product: Product;
  readonly status: string;
  /** The name of the hotel, if the service is a hotel. */
  readonly name?: string | undefined;
  /** The first day of the service, as a local date at the place of the service. */
  readonly start: string;
  readonly end?: string | undefined;
  /** The place of the service. For a car or transfer, the place where the service starts. */
  readonly from?: HeldPlace | undefined;
  /** The place where a car or transfer ends; absent for other products. */
  readonly to?: HeldPlace | undefined;
  /** The travellers in the Search, as one group per hotel room. */
  readonly parties: readonly { readonly adults: number; readonly ages: readonly number[] }[];
  readonly nationality?: string | undefined;
  /** The date of the return, if the service is a transfer with a return. */
  readonly returns?: string | undefined;
  /** The age of the driver in the Search of a car. */
  readonly driverAge?: number | undefined;
  /** The penalty of the cancellation, if the supplier charged one. */
  readonly penalty?: Money | undefined;
  /** The currency that the Search requested, or the currency of the supplier if the Search requested none. */
  readonly currency?: string | undefined;
  readonly guests: readonly HeldGuest[];
}

/** The bookings and charges at the supplier after the run. */
export interface Supplied {
  /** The status of each booked service, in the order of booking. */
  readonly services: readonly string[];
  /** The final payment status of each charge, such as Declined. */
  readonly charges: readonly string[];
  /** The details of each booked service. If they are absent, the judge compares only the statuses. */
  readonly held?: readonly HeldService[] | undefined;
  /** For each place name in the task, the destination ids that Autocomplete returns. */
  readonly places?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Information that the traffic does not contain. If a rule needs missing information, its verdict is `not-observed`. */
export interface JudgeContext {
  /** The origin of the traffic as readable text: the name of a sandbox or a file. */
  readonly source?: string | undefined;
  /** Whether all calls are of one program that has ended, as with a task: a repeated call is a repetition, and none follows. */
  readonly isOneClient?: boolean | undefined;
  /** Whether the user of an explored test declines another price and other conditions. Without a task, this is not known. */
  readonly declines?: boolean | undefined;
  /** The ids of the rules to judge. The default is all rules. */
  readonly only?: ReadonlySet<string> | undefined;
  /** The clock of the sandbox. The default is a real clock, for recorded traffic. */
  readonly clock?: ClockPace | undefined;
  /** The longest time by which a busy machine may have delayed a call, in milliseconds of real time. The judge measures it. */
  readonly machineDelay?: number | undefined;
  /** The time from the last call to the closing of the sandbox, in milliseconds of its clock. The judge measures it. */
  readonly silence?: number | undefined;
  /**
   * The time when the sandbox was closed, in epoch milliseconds of the sandbox clock. Up to this time, the traffic is complete.
   */
  readonly closedAt?: number | undefined;
  /** The number of old exchanges that the journal has dropped to save memory. */
  readonly lostFacts?: number | undefined;
  /** Answers of the stand-in that break its own contract. If there is such an answer, a finding does not fail the client. */
  readonly brokenAnswers?: readonly BrokenAnswer[] | undefined;
  /** The task of the client. If it is present, every call in the traffic belongs to this task. */
  readonly task?: Task | undefined;
  readonly scenario?: Expected | undefined;
  readonly result?: Reported | undefined;
  /**
   * The numbers of the exchanges during which the client was killed. It then never saw their answers. If the field is absent, the
   * scenario says where the client was killed.
   */
  readonly killedIn?: readonly number[] | undefined;
  /** The number of the last exchange before the client was started again. The default is the first exchange in `killedIn`. */
  readonly restartedAfter?: number | undefined;
  /** A sentence that says why there is no readable result, or why the client did not exit normally. */
  readonly trouble?: string | undefined;
  readonly supplier?: Supplied | undefined;
  /** The text of all that the client keeps for a restart; empty if it keeps nothing, undefined if that is unknown. */
  readonly state?: string | undefined;
  /** How the client ended: by itself or stopped, and after how many milliseconds of the sandbox clock. */
  readonly finish?: { readonly byItself: boolean; readonly virtualMs: number } | undefined;
  /** Secrets in the output of the client. The list is empty if the search found no secret, and absent if no search ran. */
  readonly leaks?: readonly Leak[] | undefined;
  /** A text that says which part of the state folder was not searched for secrets; undefined if the search was complete. */
  readonly unsearched?: string | undefined;
}

/** All that a rule reads: the traffic of a run, and what is known beside it. */
export type Run = Traffic & JudgeContext;
