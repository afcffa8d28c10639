const form = /^(?:[a-z0-9-]{1,40}\.)?[a-z0-9-]{1,40}$/;

/** Returns whether a text has the form of a sandbox id. @example isSandboxId('team-a.checkout-42') // true */
export const isSandboxId = (text: string): boolean => form.test(text);

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
