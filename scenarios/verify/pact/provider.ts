import { asObject, readJson } from '#contracts/util';
import type { MockSupplier } from '#mock-server';
import type { ReplayedRequest } from './request.ts';

export interface Provider {
  /** Whether the provider runs outside this process. For such a target, requests that book need permission. */
  readonly isTarget: boolean;
  send(request: ReplayedRequest, base: 'base' | 'commons'): Promise<Response>;
  /** Sets up a provider state and returns its values. Absent if the target has no address for state changes. */
  readonly setState?: ((change: StateChange) => Promise<unknown>) | undefined;
}

export interface StateChange {
  readonly state: string;
  readonly params: object;
  readonly action: 'setup' | 'teardown';
}

export interface Target {
  readonly url: string;
  /** The base address of the target's static data. The default is `url`. */
  readonly commonsUrl?: string | undefined;
  readonly states?: string | undefined;
  readonly controlToken?: string | undefined;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const inProcess = 'http://127.0.0.1';

export const standIn = (supplier: MockSupplier): Provider => {
  const fetch: Fetch = (url, init) => supplier.fetch(url, init);
  return {
    isTarget: false,
    send: sender(fetch, { base: inProcess, commons: inProcess }),
    setState: stateSetter(fetch, `${inProcess}/_control/provider-states`),
  };
};

export const target = ({ url, commonsUrl = url, states, controlToken }: Target): Provider => ({
  isTarget: true,
  send: sender(fetch, { base: url, commons: commonsUrl }),
  setState: states === undefined ? undefined : stateSetter(fetch, states, controlToken),
});

const sender =
  (fetch: Fetch, bases: Readonly<Record<'base' | 'commons', string>>): Provider['send'] =>
  ({ method, url, headers, body }, base) =>
    fetch(bases[base] + url, {
      method,
      headers,
      redirect: 'manual',
      ...(method !== 'GET' && method !== 'HEAD' && { body }),
    });

/** The function throws an Error with the answer if the state change fails. */
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

/** `error.message` of the control API, or the text of the answer. */
function errorMessage(status: number, text: string): string {
  const { message } = asObject(asObject(readJson(text)).error);
  return typeof message === 'string' ? message : `HTTP ${status}: ${text.slice(0, 300)}`;
}
