import { ControlFailure } from './call.ts';

/**
 * Sends a call for a new sandbox. If the token belongs to a namespace and the id is not in this namespace, the server names the id
 * with the namespace, and the function repeats the call with this id.
 *
 * @example inNamespace('checkout', id => serverApi.create({ id })) // creates team-a.checkout
 */
export async function inNamespace<T>(
  id: string | undefined,
  call: (id: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await call(id);
  } catch (error) {
    const isForbidden = error instanceof ControlFailure && error.status === 403;
    const own = isForbidden ? error.details[0]?.nearest : undefined;
    if (own === undefined) throw error;
    return call(own);
  }
}
