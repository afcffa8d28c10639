import { type OperationId, operations } from '#contracts';
import { type EffectKind, type FaultEffect, type FaultTrial, faultKinds, kindOf } from '#contracts/fault';
import { crashMoments } from '#contracts/scenario';
import { once } from '#contracts/util';
import type { CallRef, Injection } from './schedule.ts';

type Effects = readonly FaultEffect[];

/** When an operation can take effect, the most dangerous first. */
const commitWords = ['before', 'never', 'after'] as const;

/** The effects that can be tried at each operation. They come from the registry of fault kinds alone. */
const effectsByOperation = once((): ReadonlyMap<OperationId, Effects> => {
  const ids = Object.keys(operations) as OperationId[]; // Object.keys returns string[]
  return new Map(ids.map(id => [id, effectsOf(id)]));
});

/**
 * Returns the disturbances that can be tried at a call: all faults that act on its operation, and the crashes.
 *
 * @example injectionsAt({ operation: 'hotel.search', nth: 1 }).length
 */
export function injectionsAt({ operation, nth }: CallRef): Injection[] {
  const effects = effectsByOperation().get(operation) ?? [];
  return [
    ...effects.map(effect => ({ operation, nth, effect })),
    ...crashMoments.map(crash => ({ operation, nth, crash })),
  ];
}

function effectsOf(id: OperationId): FaultEffect[] {
  const kinds = Object.keys(faultKinds) as EffectKind[]; // Object.keys returns string[]
  return kinds.flatMap(kind => {
    const trials: readonly FaultTrial[] = faultKinds[kind].trials;
    return trials.flatMap(trial => effectsOfTrial(kind, trial, id));
  });
}

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
  if (!('commit' in schema.shape) || operation.effect === 'read') return [effect];
  // Before a booking, it makes no difference whether a call takes effect during or after a fault.
  const useful = commits.filter(commit => commit !== 'after' || operation.effect !== 'validate');
  return useful.map(commit => ({ ...effect, commit }) as FaultEffect); // the schema of the kind has the parameter
}
