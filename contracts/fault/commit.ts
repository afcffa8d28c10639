import type { Commit } from './effect-row.ts';
import { type FaultEffect, rowOf } from './schema.ts';

/** What an effect says of when the operation takes effect. A payment is lost only once the card was charged. */
export function commitSaid(effect: FaultEffect): Commit | undefined {
  if (effect.kind === 'payment') return effect.result === 'lost' ? 'before' : undefined;
  return 'commit' in effect ? effect.commit : undefined;
}

/**
 * When an operation takes effect under the effects that a call meets: as one of them says, else never where its answer
 * is replaced, and before where only its body is spoilt; undefined where nothing takes the answer's place.
 *
 * @example commitOf([{ kind: 'cut' }]) // 'never'
 */
export function commitOf(effects: readonly FaultEffect[]): Commit | undefined {
  for (const effect of effects) {
    const said = commitSaid(effect);
    if (said !== undefined) return said;
  }
  const replaced = effects.filter(effect => rowOf(effect).part === 'answer');
  if (replaced.length === 0) return undefined;
  return replaced.every(({ kind }) => kind === 'body') ? 'before' : 'never';
}

/** Whether an effect acts through the operation: where that takes no effect, there is nothing for it to do. */
export const actsThroughOperation = (effect: FaultEffect): boolean => rowOf(effect).part === 'operation';
