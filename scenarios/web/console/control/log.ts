import { signal } from '@preact/signals';

/** One call to the control API that this page made. */
export interface LoggedCall {
  readonly id: number;
  readonly method: string;
  /** The full address. */
  readonly url: string;
  /** The JSON text of the body, if the call has a body. */
  readonly body: string | undefined;
  /** The status of the answer; undefined while the call runs, and 0 if no answer arrived. */
  readonly status: number | undefined;
  /** How often the page repeated this call. */
  readonly times: number;
}

const maxLogged = 200;
const maxBody = 2_000;

/** The calls of this page, the newest first. Repeated readings of the same address are one entry. */
export const loggedCalls = signal<readonly LoggedCall[]>([]);

let last = 0;

/** Adds a call to the log. Returns a function that sets the status of the answer. */
export function logCall(method: string, url: string, body?: string): (status: number) => void {
  last += 1;
  const id = last;
  const shown = body !== undefined && body.length > maxBody ? '@file.json' : body;
  const same = loggedCalls.value.find(
    one => method === 'GET' && one.method === 'GET' && pathOf(one.url) === pathOf(url),
  );
  const entry: LoggedCall = {
    id,
    method,
    url,
    body: shown,
    status: undefined,
    times: (same?.times ?? 0) + 1,
  };
  // A repeated reading keeps its place, so that the calls that change something do not move away.
  loggedCalls.value = same
    ? loggedCalls.value.map(one => (one === same ? entry : one))
    : [entry, ...loggedCalls.value].slice(0, maxLogged);
  return status => {
    loggedCalls.value = loggedCalls.value.map(one => (one.id === id ? { ...one, status } : one));
  };
}

const pathOf = (url: string): string => url.replace(/\?.*/, '');

/**
 * Returns a call as a command for a shell. The token is a variable, so that the command can be shared.
 *
 * @example asCurl(call, false) // "curl -X DELETE 'http://…/_control/sandboxes/a'"
 */
export function asCurl(
  { method, url, body }: Pick<LoggedCall, 'method' | 'url' | 'body'>,
  hasToken: boolean,
) {
  const parts = [
    'curl',
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
    shellQuote(url),
    ...(hasToken ? ['-H "Authorization: Bearer $CONTROL_TOKEN"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuote(body)}`]),
  ];
  return parts.join(' ');
}

/** Quotes a text for a POSIX shell. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
