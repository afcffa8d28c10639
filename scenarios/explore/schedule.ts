import type { OperationId } from '#contracts';
import type { FaultEffect } from '#contracts/fault';
import type { CrashMoment, Scenario } from '#contracts/scenario';
import type { Flow } from './flows.ts';

/** One call of a client: the operation, and the number of the call among the calls of this operation, from 1. */
export interface CallRef {
  readonly operation: OperationId;
  readonly nth: number;
}

/** A disturbance of one call: a fault of the supplier or the network, or the end of the client's process. */
export type Injection = CallRef & ({ readonly effect: FaultEffect } | { readonly crash: CrashMoment });

/** The disturbances of one run. A schedule has at most one crash. */
export type Schedule = readonly Injection[];

/** Returns the part of an injection that does not depend on the call, as text. Equal texts mean equal disturbances. */
export const kindOfInjection = (injection: Injection): string =>
  'crash' in injection ? `crash=${injection.crash}` : JSON.stringify(injection.effect);

/** Returns a text that identifies a schedule. Equal schedules have equal texts. */
export const keyOf = (schedule: Schedule): string =>
  schedule.map(one => `${one.operation}#${one.nth} ${kindOfInjection(one)}`).join(' | ');

/** Returns whether a schedule contains a crash. */
export const hasCrash = (schedule: Schedule): boolean => schedule.some(one => 'crash' in one);

/** Returns the scenario of a flow with the disturbances of a schedule. The faults of the flow itself stay. */
export function scenarioOf({ scenario }: Flow, schedule: Schedule): Scenario {
  const crash = schedule.find(one => 'crash' in one);
  const faults = schedule.flatMap(one =>
    'effect' in one ? [{ match: { operations: [one.operation], nth: one.nth }, effect: one.effect }] : [],
  );
  const { restarts: _, setup, ...rest } = scenario;
  return {
    ...rest,
    setup: { ...setup, faults: [...(setup?.faults ?? []), ...faults] },
    ...(crash && { restarts: { at: crash.operation, nth: crash.nth, moment: crash.crash } }),
  };
}

/** Returns whether two references name the same call. */
export const isAt = (a: CallRef, b: CallRef): boolean => a.operation === b.operation && a.nth === b.nth;
