/** Node 22 has no `RegExp.escape`. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns the names of the parameters in a path, for example `hotelId` for `/hotel/{hotelId}`. */
export function placeholders(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(match => match[1] ?? '');
}

/**
 * Returns the source of a regular expression that matches a path, with one group for each parameter. A parameter ends at the
 * next slash and can be empty.
 *
 * @example new RegExp(`^${pathPattern('/airport/{code}')}$`).exec('/airport/GIG')?.[1] // 'GIG'
 */
export function pathPattern(path: string): string {
  const literals = path.split(/\{[^{}]+\}/).map(escapePattern);
  return literals.join('([^/]*)');
}

/**
 * Returns the path and query of a call that has no body. A field that is not a parameter of the path goes
 * into the query. A field whose value is undefined is left out.
 *
 * @param path the path of the operation, with parameters in braces
 * @param request the values of the fields; the keys are their names in the path and the query
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

/** Returns a path in which the segments of a sent path replace the parameters that match, so that a message can compare both. */
export function fillPath(path: string, sent: string): string {
  const given = sent.split('/');
  const fill = (part: string, index: number): string => {
    const own = given[index];
    return part.includes('{') && own && new RegExp(`^${pathPattern(part)}$`, 'i').test(own) ? own : part;
  };
  return path.split('/').map(fill).join('/');
}
