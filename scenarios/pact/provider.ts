import type { MockSupplier } from '#mock-server';
import type { ReplayedRequest } from './request.ts';

/** The provider against which a pact is verified. */
export interface Provider {
  /** Whether it is a real supplier or another process. Requests that book then need permission. */
  readonly isTarget: boolean;
  send(request: ReplayedRequest, base: 'base' | 'commons'): Promise<Response>;
  /** Sets up a provider state and returns its values. Absent if states cannot be set up. */
  readonly setState?: ((change: StateChange) => Promise<unknown>) | undefined;
}

/** A state change, as Pact tools send it. */
export interface StateChange {
  readonly state: string;
  readonly params: object;
  readonly action: 'setup' | 'teardown';
}

/** The addresses of a target. */
export interface Target {
  readonly url: string;
  /** Base address of its static data. The default is `url`. */
  readonly commonsUrl?: string | undefined;
  /** Address that receives state changes. */
  readonly states?: string | undefined;
  /** Bearer token for that address. */
  readonly controlToken?: string | undefined;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const inProcess = 'http://127.0.0.1';

/** Creates a provider from a stand-in in this process. It needs no port. */
export const standIn = (supplier: MockSupplier): Provider => {
  const fetch: Fetch = (url, init) => supplier.fetch(url, init);
  return {
    isTarget: false,
    send: sender(fetch, { base: inProcess, commons: inProcess }),
    setState: stateSetter(fetch, `${inProcess}/_control/provider-states`),
  };
};

/** Creates a provider from the addresses of a target. */
export const target = ({ url, commonsUrl = url, states, controlToken }: Target): Provider => ({
  isTarget: true,
  send: sender(fetch, { base: url, commons: commonsUrl }),
  setState: states === undefined ? undefined : stateSetter(fetch, states, controlToken),
});

/** Creates a function that sends a request, and returns a redirect without following it. */
const sender =
  (fetch: Fetch, bases: Readonly<Record<'base' | 'commons', string>>): Provider['send'] =>
  ({ method, url, headers, body }, base) =>
    fetch(bases[base] + url, {
      method,
      headers,
      redirect: 'manual',
      ...(method !== 'GET' && method !== 'HEAD' && { body }),
    });

/** Creates a function that sets up states. It throws an Error with the answer if that is not a success. */
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

/** Returns `error.message` of an answer of the control API, or else the text itself. */
function errorMessage(status: number, text: string): string {
  try {
    const { error } = JSON.parse(text);
    if (typeof error?.message === 'string') return error.message;
  } catch {
    // The text is not JSON.
  }
  return `HTTP ${status}: ${text.slice(0, 300)}`;
}
