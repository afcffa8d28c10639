import type { MockSupplier } from '#mock-server';
import type { Replayed } from './addressed.ts';

/** What a pact is verified against. */
export interface Provider {
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

/** Where a target is, and who sets its states up. */
export interface Target {
  readonly url: string;
  /** Base address of its static data; the same when absent. */
  readonly commonsUrl?: string | undefined;
  /** Address that takes state changes; nobody sets states up when absent. */
  readonly states?: string | undefined;
  /** Bearer token that it asks for. */
  readonly controlToken?: string | undefined;
}

const inProcess = 'http://127.0.0.1';

/** A stand-in of this process, which needs no port. */
export const standIn = (supplier: MockSupplier): Provider => {
  const fetch: Fetch = (url, init) => supplier.fetch(url, init);
  return {
    isTarget: false,
    send: sender(fetch, { base: inProcess, commons: inProcess }),
    setState: stateSetter(fetch, `${inProcess}/_control/provider-states`),
  };
};

/** Something at an address. */
export const target = ({ url, commonsUrl = url, states, controlToken }: Target): Provider => ({
  isTarget: true,
  send: sender(fetch, { base: url, commons: commonsUrl }),
  setState: states === undefined ? undefined : stateSetter(fetch, states, controlToken),
});

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends to base addresses as they are. A redirect is an answer like any other. */
function sender(fetch: Fetch, bases: Readonly<Record<'base' | 'commons', string>>): Provider['send'] {
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
function stateSetter(
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
