import { createHash } from 'node:crypto';

/**
 * Returns a digest of the fields, types and enum values of a JSON Schema. Titles, descriptions and the order of fields do
 * not count.
 *
 * @param growing lists of words that may grow without a new version, since a reader has to live with a new one
 * @example digestOf({ description: 'a' }, []) === digestOf({ description: 'b' }, []) // true
 */
export function digestOf(schema: unknown, growing: readonly (readonly string[])[]): string {
  const grows = new Set(growing.map(list => JSON.stringify(list)));
  const bare = (value: unknown): unknown => {
    if (Array.isArray(value)) return grows.has(JSON.stringify(value)) ? 'grows' : value.map(bare);
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value)
      .filter(([name, held]) => !((name === 'description' || name === 'title') && typeof held === 'string'))
      .map(([name, held]) => [name, bare(held)])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  };
  return createHash('sha256')
    .update(JSON.stringify(bare(schema)))
    .digest('hex')
    .slice(0, 16);
}
