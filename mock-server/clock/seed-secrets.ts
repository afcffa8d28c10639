import { createMark, type Mark } from '#contracts/exchange';
import { once } from '#contracts/util';
import { hash32, hash64, hexId } from './seed.ts';

/** Generates the secrets of a server, and the marks that replace secrets in journals. */
export interface SecretSource {
  readonly mark: Mark;
  /** Returns a new secret of 20 hexadecimal digits. A source of the kind `seed` computes the secret from `name` and `seed`. */
  newSecret(name: string, seed: string): string;
}

/** Random words that are not used yet. One read of the random source fills the list, because each read takes several microseconds. */
let unused: number[] = [];
const wordsPerRead = 1_024;

function words(count: number): number[] {
  if (unused.length < count) unused = [...crypto.getRandomValues(new Uint32Array(wordsPerRead))];
  return unused.splice(-count);
}

const hex = (numbers: readonly number[]): string =>
  numbers.map(number => number.toString(16).padStart(8, '0')).join('');

/**
 * The mark function of this process. All servers of the process have the same key for marks, so that snapshots,
 * forks and imports keep their marks.
 */
const processMark = once((): Mark => {
  const [a = 0, b = 0, c = 0, d = 0] = words(4);
  return createMark([a, b, c, d]);
});

/** A source of random secrets, which no one can guess. */
const randomSecrets: SecretSource = {
  mark: secret => processMark()(secret),
  newSecret: () => hex(words(3)).slice(0, 20),
};

/** A source that computes secrets from names and seeds, for tests that compare the answers of two servers. */
const seededSecrets: SecretSource = {
  mark: secret => `~${hexId(hash64(secret), 0).slice(0, 8)}`,
  newSecret: (name, seed) => hexId(hash64(name, hash32(seed)), 0).slice(0, 20),
};

/** `seed` computes the secrets from the seed. Tests can then compare answers, but everyone can compute the secrets. */
export type SecretsFrom = 'random' | 'seed';

/**
 * Returns a source of secrets.
 *
 * @example secretSource('random').newSecret('password s1', 'understudy') // '5f0c…'
 */
export const secretSource = (from: SecretsFrom = 'random'): SecretSource =>
  from === 'seed' ? seededSecrets : randomSecrets;

/** Returns a new bearer token for the control API that no one can guess. */
export const newControlToken = (): string => hex(words(4));

/** Returns an id that no other process uses, also on another machine. */
export const newProcessId = (): string => hex(words(4));
