import type { Replayed } from './addressed.ts';

/** What a pact is verified against. */
export interface Provider {
  /** How reports call it. */
  readonly name: string;
  /** Whether it is more than a stand-in of this process: then nothing that books is replayed unasked. */
  readonly isTarget: boolean;
  /** Sends one request, and gives what came back. */
  send(request: Replayed, base: 'base' | 'commons'): Promise<Response>;
  /** Sets a provider state up and gives its values; absent where nobody can. */
  readonly setState?: ((change: StateChange) => Promise<unknown>) | undefined;
}

/** A state to be set up, as Pact tools ask for it. */
export interface StateChange {
  readonly state: string;
  readonly params: object;
  readonly action: 'setup' | 'teardown';
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends to base addresses as they are. A redirect is an answer like any other. */
export function sender(fetch: Fetch, bases: Readonly<Record<'base' | 'commons', string>>): Provider['send'] {
  return ({ method, url, headers, body }, base) =>
    fetch(bases[base] + url, {
      method,
      headers,
      redirect: 'manual',
      ...(method !== 'GET' && method !== 'HEAD' && { body }),
    });
}

/**
 * Asks an address to set states up.
 *
 * @param token bearer token that it asks for, if any
 * @throws Error with what it answered where that is no success
 */
export function stateSetter(
  fetch: Fetch,
  url: string,
  token?: string | undefined,
): NonNullable<Provider['setState']> {
  return async change => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(change),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(told(answer.status, text));
    return text === '' ? {} : JSON.parse(text);
  };
}

/** What an answer says is wrong: the control API says it in `error.message`. */
function told(status: number, text: string): string {
  try {
    const { error } = JSON.parse(text);
    if (typeof error?.message === 'string') return error.message;
  } catch {
    // Then the text itself is told.
  }
  return `HTTP ${status}: ${text.slice(0, 300)}`;
}
