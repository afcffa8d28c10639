import { namespaceOf } from '../sandbox/index.ts';

/**
 * The rights of a call to the control API: all rights, only the metrics, only the sandboxes of one namespace, or only the endpoints that
 * need no token.
 */
export type Scope = 'admin' | 'metrics' | 'none' | { readonly namespace: string };

export function owns(scope: Scope, id: string): boolean {
  if (typeof scope === 'string') return scope === 'admin';
  return namespaceOf(id) === scope.namespace;
}
