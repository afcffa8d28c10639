import type { Compared, Guess } from './compare.ts';
import { placeOf } from './paths.ts';
import type { FieldState } from './schema.ts';

const there: readonly FieldState[] = ['same', 'known', 'other-type', 'other-value'];

/**
 * The names that are left over with one missing field alone, wherever that field belongs. Few operations prove nothing, so they are
 * probable and no more.
 *
 * @returns for each of the operations: path → name
 * @example probableNames([compareAnswers(operations['car.search'], [{ json }])])
 */
export function probableNames(compared: readonly Compared[]): Map<string, string>[] {
  const alone = compared.flatMap(({ guesses }) => guesses.filter(({ isAlone }) => isAlone));
  const names = Map.groupBy(alone, ({ path }) => placeOf(path));
  const isSo = ({ path, called }: Guess): boolean =>
    (names.get(placeOf(path)) ?? []).every(other => other.called === called) &&
    compared.every(one => isMissingIn(one, placeOf(path)));
  return compared.map(({ fields, guesses }) => {
    const isMissing = (path: string) =>
      fields.some(({ field, state }) => field === path && state === 'missing');
    const own = guesses.filter(guess => guess.isAlone && isMissing(guess.path) && isSo(guess));
    return new Map(own.map(({ path, called }) => [path, called]));
  });
}

/** Whether an operation does not show a field, and leaves a name over for each place where it has to be. */
function isMissingIn({ fields, guesses }: Compared, place: string): boolean {
  const own = fields.filter(({ field }) => placeOf(field) === place);
  return own.every(({ field, state }) => {
    if (there.includes(state) || state === 'other-name') return false;
    return state !== 'missing' || guesses.some(({ path, isAlone }) => isAlone && path === field);
  });
}
