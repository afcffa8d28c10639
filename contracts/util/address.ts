/** Node 22 has no `RegExp.escape`. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The names of the parameters. @example placeholders('/hotel/{hotelId}') // ['hotelId'] */
export function placeholders(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(match => match[1] ?? '');
}

/**
 * The source of a regular expression for a path, with one group for each parameter, which ends at a slash and can be empty.
 *
 * @example new RegExp(`^${pathPattern('/airport/{code}')}$`).exec('/airport/GIG')?.[1] // 'GIG'
 */
export function pathPattern(path: string): string {
  const literals = path.split(/\{[^{}]+\}/).map(escapePattern);
  return literals.join('([^/]*)');
}

/**
 * Returns the path and query of a call without a body. Fields that are undefined are left out.
 *
 * @param path with parameters in braces; all other fields go into the query
 * @param request the values of the fields
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

/** The segments of a sent path replace the parameters that match, so that a message can compare both. */
export function fillPath(path: string, sent: string): string {
  const given = sent.split('/');
  const fill = (part: string, index: number): string => {
    const own = given[index];
    return part.includes('{') && own && new RegExp(`^${pathPattern(part)}$`, 'i').test(own) ? own : part;
  };
  return path.split('/').map(fill).join('/');
}
