import type * as z from 'zod';
import { findProduct, statusWords } from '#contracts';
import { otherNames, readWord } from '#contracts/aliases';
import type { Warning } from '#contracts/exchange';
import { schemaAt } from '#contracts/schema-walk';
import { formatPath, isObject, valueAt } from '#contracts/util';

/**
 * Moves a field with another name to the field of the contract. If the request contains both fields, the field of the contract counts.
 * Changes `root` in place.
 */
export function readAlias(
  schema: z.core.$ZodType,
  root: unknown,
  path: readonly PropertyKey[],
): Warning | undefined {
  const holder = valueAt(root, path.slice(0, -1));
  const target = targetOf(schema, root, path);
  if (!target || !isObject(holder)) return undefined;
  const field = formatPath(path);
  const key = String(path.at(-1));
  const given = holder[key];
  delete holder[key];
  const { object, name } = target;
  if (Object.hasOwn(object, name) && object[name] !== null) {
    const message = `is another name of "${name}"; the request contains both, and the server read "${name}"`;
    return { kind: 'ignored', field, message };
  }
  // Public clients send an empty list when the user chose nothing.
  if (Array.isArray(given) && given.length === 0)
    return { kind: 'lenient', field, message: 'is an empty list; the server read the field as missing' };
  object[name] = given;
  const message = `is read as "${name}"; public clients of this family send this name`;
  return { kind: 'lenient', field, message };
}

function targetOf(
  schema: z.core.$ZodType,
  root: unknown,
  path: readonly PropertyKey[],
): { object: Record<string, unknown>; name: string } | undefined {
  // The other name can be one level deeper than the field of the contract, like `Filters.SelectedHotelsIds`.
  for (const depth of [1, 2]) {
    const at = path.slice(0, -depth);
    const name = otherNames(schemaAt(schema, at)).get(path.slice(-depth).join('.'));
    const object = valueAt(root, at);
    if (name !== undefined && isObject(object)) return { object, name };
  }
  return undefined;
}

/**
 * Replaces a word by the word of the contract, if the two differ only in letter case or if public clients send the word. Changes `holder`
 * in place.
 */
export function readOtherWord(
  schema: z.core.$ZodType,
  holder: Record<PropertyKey, unknown>,
  { path, values }: z.core.$ZodIssueInvalidValue,
): Warning[] {
  const name = path.at(-1) ?? '';
  const given = holder[name];
  const read =
    typeof given === 'string' ? readWord(schemaAt(schema, path), values.map(String), given) : undefined;
  if (!read) return [];
  holder[name] = read.word;
  const field = formatPath(path);
  if (read.other === undefined)
    return [{ kind: 'spelling', field, message: `"${given}" is spelled "${read.word}" in the contract` }];
  const message = `"${read.other}" is read as "${read.word}"; public clients of this family send this word`;
  return [{ kind: 'lenient', field, message }];
}

/** The filters of GetBookingList whose words clients write in several ways. Each function returns the contract's words. */
const filters = new Map<string, (word: string) => readonly string[]>([
  ['SearchBookingCriteria.BookingStatus', statusWords],
  ['SearchBookingCriteria.ServiceTypes', word => [findProduct(word) ?? []].flat()],
]);

/**
 * Replaces a word in a list filter by the contract's words. A word in another letter case is a matter of spelling; any other word only
 * means the same. One word can mean several words of the contract.
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
