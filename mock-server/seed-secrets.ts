import type { MarkKey } from '#contracts/exchange';
import { once } from '#contracts/util';
import { hash32, hash64, hexId } from './seed.ts';

/** Where the secrets of a server come from. */
export interface SecretSource {
  /** The key of the marks that take the place of secrets in journals. */
  markKey(): MarkKey;
  /** A new secret of 20 hexadecimal digits; `name` and `seed` decide it where a seed is asked to. */
  newSecret(name: string, seed: string): string;
}

const words = (count: number): number[] => [...crypto.getRandomValues(new Uint32Array(count))];
const hex = (numbers: readonly number[]): string =>
  numbers.map(number => number.toString(16).padStart(8, '0')).join('');

/** One key for the whole process, so that snapshots, forks and imports within it keep their marks. */
const processKey = once((): MarkKey => {
  const [a = 0, b = 0, c = 0, d = 0] = words(4);
  return [a, b, c, d];
});

/** Secrets that no one can guess or compute again: the only chance in this room that follows from no seed. */
const randomSecrets: SecretSource = {
  markKey: processKey,
  newSecret: () => hex(words(3)).slice(0, 20),
};

/** Secrets that follow from names and seeds, for tests that compare what two servers give. */
const seededSecrets: SecretSource = {
  markKey: () => [1, 2, 3, 4],
  newSecret: (name, seed) => hexId(hash64(name, hash32(seed)), 0).slice(0, 20),
};

/** `seed` makes the secrets of tests comparable, and known to everyone. */
export type SecretsFrom = 'random' | 'seed';

/**
 * The source of secrets that a server was asked for.
 *
 * @example secretSource('random').newSecret('password s1', 'understudy') // '5f0c…'
 */
export const secretSource = (from: SecretsFrom = 'random'): SecretSource =>
  from === 'seed' ? seededSecrets : randomSecrets;

/** A bearer token for the control API that no one can guess. */
export const newControlToken = (): string => hex(words(4));
