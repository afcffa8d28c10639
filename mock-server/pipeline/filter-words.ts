import { findProduct, statusWords } from '#contracts';
import type { Warning } from '#contracts/exchange';
import { formatPath } from '#contracts/util';

/** The filters of GetBookingList whose words clients write in several ways. Each function returns the contract's words. */
const filters = new Map<string, (word: string) => readonly string[]>([
  ['SearchBookingCriteria.BookingStatus', statusWords],
  ['SearchBookingCriteria.ServiceTypes', word => [findProduct(word) ?? []].flat()],
]);

/**
 * Replaces a word in a list filter by the contract's words. A word in another letter case is a matter of spelling; any
 * other word only means the same. One word can mean several words of the contract.
 *
 * @param list the list that contains the word; the function changes this list
 * @param path the path of the word
 * @returns the warning, or an empty list when the word is unknown
 */
export function readFilterWord(list: object, path: readonly PropertyKey[]): Warning[] {
  const index = Number(path.at(-1));
  const given: unknown = Array.isArray(list) ? list[index] : undefined;
  if (!Array.isArray(list) || typeof given !== 'string') return [];
  const [word, ...others] = filters.get(formatPath(path.slice(0, -1)))?.(given) ?? [];
  if (word === undefined) return [];
  list[index] = word;
  list.push(...others); // at the end, because the errors about other words contain their positions
  const field = formatPath(path);
  const words = [word, ...others];
  const shown = words.map(one => `"${one}"`).join(' and ');
  const isSpelling = words.every(one => one.toLowerCase() === given.toLowerCase());
  return [
    isSpelling
      ? { kind: 'spelling', field, message: `"${given}" is spelled ${shown} in the contract` }
      : {
          kind: 'lenient',
          field,
          message: `is a word that the contract does not have; the server read ${shown}`,
        },
  ];
}
