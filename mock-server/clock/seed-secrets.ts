import { createMark, type Mark, once } from '#contracts/util';
import { hash32, hash64, hexId } from './seed.ts';

/** The secrets of a server, and the marks that replace them in journals. */
export interface SecretSource {
  readonly mark: Mark;
  /** 20 hexadecimal digits. */
  newSecret(name: string, seed: string): string;
}

const words = (count: number): number[] => [...crypto.getRandomValues(new Uint32Array(count))];

const hex = (numbers: readonly number[]): string =>
  numbers.map(number => number.toString(16).padStart(8, '0')).join('');

/** Snapshots, forks and imports keep their marks, because all servers of the process share the key. */
const processMark = once((): Mark => {
  const [a = 0, b = 0, c = 0, d = 0] = words(4);
  return createMark([a, b, c, d]);
});

const randomSecrets: SecretSource = {
  mark: secret => processMark()(secret),
  newSecret: () => hex(words(3)).slice(0, 20),
};

const seededSecrets: SecretSource = {
  mark: secret => `~${hexId(hash64(secret), 0).slice(0, 8)}`,
  newSecret: (name, seed) => hexId(hash64(name, hash32(seed)), 0).slice(0, 20),
};

/** With `seed`, everyone can compute the secrets. */
export type SecretsFrom = 'random' | 'seed';

export const secretSource = (from: SecretsFrom = 'random'): SecretSource =>
  from === 'seed' ? seededSecrets : randomSecrets;

export const randomId = (): string => hex(words(4));
