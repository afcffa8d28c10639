import type { Commit, EffectKind, FaultEffect } from '#contracts/fault';

const replacing: readonly EffectKind[] = ['status', 'hang', 'cut', 'body'];

/**
 * When an operation takes effect under the effects that a call meets: as one of them says, else never where an answer
 * is replaced, and before where only its body is spoilt; undefined where nothing takes the answer's place.
 */
export function commitOf(effects: readonly FaultEffect[]): Commit | undefined {
  const replaced = effects.filter(({ kind }) => replacing.includes(kind));
  for (const effect of replaced) if ('commit' in effect && effect.commit !== undefined) return effect.commit;
  if (replaced.length === 0) return undefined;
  return replaced.every(({ kind }) => kind === 'body') ? 'before' : 'never';
}

/** Whether an effect acts through the operation: where that takes no effect, there is nothing for it to do. */
export const actsThroughOperation = (kind: EffectKind): boolean =>
  !replacing.includes(kind) && kind !== 'delay' && kind !== 'credential';
