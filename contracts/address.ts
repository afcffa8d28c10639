/** The placeholders of a path, for example `hotelId` of `/hotel/{hotelId}`. */
export function placeholders(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(match => match[1] ?? '');
}

/**
 * Path and query of a call that has no body: each field of its request stands at its place in the path, or else in the
 * query. What is undefined is left out.
 *
 * @param path the path of the operation, parameters in braces
 * @param request the fields under the names that the path and the query have
 * @example writeAddress('/airport/{code}', { code: 'GIG', managerId: 1 }) // '/airport/GIG?managerId=1'
 */
export function writeAddress(path: string, request: object): string {
  const inPath = new Set(placeholders(path));
  const fields = Object.entries(request).filter(([, value]) => value !== undefined);
  const given = new Map(fields.map(([name, value]) => [name, encodeURIComponent(String(value))]));
  const written = path.replace(/\{([^{}]+)\}/g, (_, name: string) => given.get(name) ?? '');
  const query = [...given]
    .filter(([name]) => !inPath.has(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
  return query.length === 0 ? written : `${written}?${query.join('&')}`;
}
