import { type OperationId, operations } from '#contracts';
import {
  type EffectKind,
  type FaultEffect,
  type FaultTrial,
  faultKinds,
  kindNames,
  kindOf,
} from '#contracts/fault';
import { crashMoments } from '#contracts/scenario';
import { memoize } from '#contracts/util';
import { type CallRef, type Injection, keyOf, kindOfInjection, type Schedule } from './shorthand.ts';
import { hashOf } from './trace.ts';

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

export type Effects = ReturnType<typeof createEffects>;

/** Two disturbances have the same effect if they led to equal traces wherever all were tried, such as a 502 and a 503. */
export function createEffects() {
  /** With the situation in which all disturbances of the operation are tried. */
  const known = new Map<OperationId, { readonly situation: string; readonly effects: Map<string, string> }>();
  return {
    /** `situation`: before the last disturbance of the schedule. */
    learn(schedule: Schedule, trace: string, situation = keyOf(schedule.slice(0, -1))): void {
      const last = schedule.at(-1);
      if (!last) return;
      const first = known.get(last.operation) ?? { situation, effects: new Map<string, string>() };
      known.set(last.operation, first);
      if (first.situation !== situation) return;
      const kind = kindOfInjection(last);
      first.effects.set(kind, hashOf(first.effects.get(kind) ?? '', String(last.nth), trace));
    },
    /** Equal texts mean that two disturbances of an operation have the same effect. */
    effectOf(one: Injection): string {
      const kind = kindOfInjection(one);
      return known.get(one.operation)?.effects.get(kind) ?? kind;
    },
    /** The first, plainest one for each effect; all where nothing has been learned. */
    representatives(operation: OperationId, all: readonly Injection[]): Injection[] {
      const effects = known.get(operation)?.effects;
      if (!effects) return [...all];
      const byEffect = Map.groupBy(all, one => effects.get(kindOfInjection(one)) ?? 'none');
      return [...byEffect.values()].flatMap(([first]) => first ?? []);
    },
  };
}
