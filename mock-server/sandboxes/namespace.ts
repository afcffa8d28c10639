/**
 * Returns the namespace of a sandbox or snapshot: the part of its id before the dot. An id without a dot has no
 * namespace.
 *
 * @example namespaceOf('team-a.checkout-42') // 'team-a'
 */
export function namespaceOf(id: string): string | undefined {
  const dot = id.indexOf('.');
  return dot < 0 ? undefined : id.slice(0, dot);
}

/**
 * Returns an id in a namespace. Without a namespace, returns the name.
 *
 * @example idIn('team-a', 's1') // 'team-a.s1'
 */
export const idIn = (namespace: string | undefined, name: string): string =>
  namespace === undefined ? name : `${namespace}.${name}`;
