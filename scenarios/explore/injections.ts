import { isOperationId, type OperationId, operations } from '#contracts';
import {
  type EffectKind,
  type Fault,
  type FaultEffect,
  type FaultTrial,
  faultKinds,
  kindNames,
  kindOf,
  readFault,
} from '#contracts/fault';
import { type CrashMoment, crashMoments, type Scenario } from '#contracts/scenario';
import { memoize, parseJson, UsageError } from '#contracts/util';
import type { Flow } from './flows.ts';

/** `nth`: among the calls of this operation, from 1. */
export interface CallRef {
  readonly operation: OperationId;
  readonly nth: number;
}

/** A disturbance of one call: a fault of the supplier or the network, or the end of the client's process. */
export type Injection = CallRef & ({ readonly effect: FaultEffect } | { readonly crash: CrashMoment });

/** The disturbances of one run, with at most one crash. */
export type Schedule = readonly Injection[];

/** Without the call. Equal texts mean equal disturbances. */
export const kindOfInjection = (injection: Injection): string =>
  'crash' in injection ? `crash=${injection.crash}` : JSON.stringify(injection.effect);

/** Without parameters. */
export const kindNameOf = (one: Injection): string => ('crash' in one ? 'crash' : one.effect.kind);

export const keyOf = (schedule: Schedule): string =>
  schedule.map(one => `${one.operation}#${one.nth} ${kindOfInjection(one)}`).join(' | ');

export const hasCrash = (schedule: Schedule): boolean => schedule.some(one => 'crash' in one);

/** Whether another program of the account also books. This harms only a client that later takes that booking for its own. */
export const hasNeighbour = (schedule: Schedule): boolean =>
  schedule.some(one => 'effect' in one && one.effect.kind === 'neighbour');

/** The faults of the flow itself stay. */
export function scenarioOf({ scenario }: Flow, schedule: Schedule): Scenario {
  const crash = schedule.find(one => 'crash' in one);
  const { restarts: _, setup, ...rest } = scenario;
  return {
    ...rest,
    setup: { ...setup, faults: [...(setup?.faults ?? []), ...faultsOf(schedule)] },
    ...(crash && { restarts: { at: crash.operation, nth: crash.nth, moment: crash.crash } }),
  };
}

export const isAt = (a: CallRef, b: CallRef): boolean => a.operation === b.operation && a.nth === b.nth;

/** When an operation can take effect, the most dangerous first. */
const commitWords = ['before', 'never', 'after'] as const;

export function injectionsAt({ operation, nth }: CallRef): Injection[] {
  return [
    ...effectsOf(operation).map(effect => ({ operation, nth, effect })),
    ...crashMoments.map(crash => ({ operation, nth, crash })),
  ];
}

/** The effects that can be tried at an operation. They come from the registry of fault kinds alone. */
const effectsOf = memoize((id: OperationId): readonly FaultEffect[] =>
  kindNames.flatMap(kind => {
    const trials: readonly FaultTrial[] = faultKinds[kind].trials;
    return trials.flatMap(trial => effectsOfTrial(kind, trial, id));
  }),
);

function effectsOfTrial(
  kind: EffectKind,
  { parameters, effects, commits = commitWords }: FaultTrial,
  id: OperationId,
): FaultEffect[] {
  const operation = operations[id];
  if (effects && !effects.includes(operation.effect)) return [];
  const effect = { kind, ...parameters } as FaultEffect; // the registry declares the parameters with the type of their kind
  const { actsOn, schema } = kindOf(effect);
  if (!actsOn(operation, effect)) return [];
  if (!('commit' in schema().shape) || operation.effect === 'read') return [effect];
  // Before a booking, it makes no difference whether a call takes effect during or after a fault.
  const useful = commits.filter(commit => commit !== 'after' || operation.effect !== 'validate');
  return useful.map(commit => ({ ...effect, commit }) as FaultEffect); // the schema of the kind has the parameter
}

/** As shorthand; as an object if a parameter is a list or an object. */
function faultOf({ operation, nth, effect }: Extract<Injection, { effect: unknown }>): string | Fault {
  const { kind, ...parameters } = effect;
  const entries = Object.entries(parameters);
  if (entries.some(([, value]) => typeof value === 'object'))
    return { match: { operations: [operation], nth }, effect };
  const rest = [...entries, ['nth', nth]].map(([name, value]) => `${name}=${value}`);
  return `${operation}:${[kind, ...rest].join(',')}`;
}

export const faultsOf = (schedule: Schedule): (string | Fault)[] =>
  schedule.flatMap(one => ('effect' in one ? [faultOf(one)] : []));

export function writeInjection(injection: Injection): string {
  if ('crash' in injection) return `${injection.operation}:crash=${injection.crash},nth=${injection.nth}`;
  const fault = faultOf(injection);
  return typeof fault === 'string' ? fault : JSON.stringify(fault);
}

/** A crash, or a fault in shorthand or JSON that names one operation. */
export function readInjection(text: string): Injection {
  const [, at = '', moment, count = '1'] = /^([\w.]+):crash=(\w+)(?:,nth=(\d{1,4}))?$/.exec(text) ?? [];
  const crash = crashMoments.find(one => one === moment);
  if (isOperationId(at) && crash !== undefined) return { operation: at, nth: Number(count), crash };
  if (moment !== undefined)
    throw new UsageError(
      `"${text}": expected an operation and one of ${crashMoments.join(', ')}, such as hotel.doBooking:crash=committed,nth=1`,
    );
  const notJson = (problem: string) =>
    new UsageError(
      `"${text}" is not JSON: ${problem}; write a fault in shorthand, such as hotel.search:cut,nth=1`,
    );
  const { match = {}, effect } = readFault(text.startsWith('{') ? parseJson(text, notJson) : text);
  const [operation, ...others] = match.operations ?? [];
  const { nth = 1 } = match;
  if (operation === undefined || others.length > 0 || !isOperationId(operation) || typeof nth !== 'number')
    throw new UsageError(
      `"${text}": name exactly one operation and one call, such as hotel.search:cut,nth=1`,
    );
  return { operation, nth, effect };
}

export const writeSchedule = (schedule: Schedule): string[] => schedule.map(writeInjection);
