import type { MockSupplier } from '#mock-server';
import type { ReplayedRequest } from './request.ts';

/** What a pact is verified against. */
export interface Provider {
  /** Whether it is outside this process: then nothing that books is replayed without permission. */
  readonly isTarget: boolean;
  send(request: ReplayedRequest, base: 'base' | 'commons'): Promise<Response>;
  /** Sets up a provider state and returns its values; absent where nothing can. */
  readonly setState?: ((change: StateChange) => Promise<unknown>) | undefined;
}

/** A state to be set up, as Pact tools send it. */
export interface StateChange {
  readonly state: string;
  readonly params: object;
  readonly action: 'setup' | 'teardown';
}

/** Where a target is, and what sets up its states. */
export interface Target {
  readonly url: string;
  /** Base address of its static data; the same when absent. */
  readonly commonsUrl?: string | undefined;
  /** Address that takes state changes. */
  readonly states?: string | undefined;
  /** Bearer token for that address. */
  readonly controlToken?: string | undefined;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const inProcess = 'http://127.0.0.1';

/** Creates a provider from a stand-in of this process, which needs no port. */
export const standIn = (supplier: MockSupplier): Provider => {
  const fetch: Fetch = (url, init) => supplier.fetch(url, init);
  return {
    isTarget: false,
    send: sender(fetch, { base: inProcess, commons: inProcess }),
    setState: stateSetter(fetch, `${inProcess}/_control/provider-states`),
  };
};

/** Creates a provider from an address. */
export const target = ({ url, commonsUrl = url, states, controlToken }: Target): Provider => ({
  isTarget: true,
  send: sender(fetch, { base: url, commons: commonsUrl }),
  setState: states === undefined ? undefined : stateSetter(fetch, states, controlToken),
});

/** Creates a function that sends; it treats a redirect as an ordinary answer. */
const sender =
  (fetch: Fetch, bases: Readonly<Record<'base' | 'commons', string>>): Provider['send'] =>
  ({ method, url, headers, body }, base) =>
    fetch(bases[base] + url, {
      method,
      headers,
      redirect: 'manual',
      ...(method !== 'GET' && method !== 'HEAD' && { body }),
    });

/** Creates a function that sets up states. It throws the answer of the address when that is not a success. */
const stateSetter =
  (fetch: Fetch, url: string, token?: string): NonNullable<Provider['setState']> =>
  async change => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify(change),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(errorMessage(answer.status, text));
    return text === '' ? {} : JSON.parse(text);
  };

/** Returns `error.message` as the control API writes it, or else the text itself. */
function errorMessage(status: number, text: string): string {
  try {
    const { error } = JSON.parse(text);
    if (typeof error?.message === 'string') return error.message;
  } catch {
    // The text is no JSON.
  }
  return `HTTP ${status}: ${text.slice(0, 300)}`;
}
