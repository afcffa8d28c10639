import type { StoreSource } from '../store/index.ts';
import type { Carried, KeptInMemory } from './kept-sandbox.ts';

/** Adds the tokens that a lost copy of the sandbox has issued, unless the store has a newer record. */
export function withTokens(store: StoreSource, carried: Carried, keep: KeptInMemory): StoreSource {
  const known = new Set(store.tokens.map(([key]) => key));
  const added = carried.tokens().filter(([key]) => !known.has(key));
  for (const [key, record] of added) keep.changes.token(key, record);
  return { ...store, tokens: [...store.tokens, ...added] };
}
