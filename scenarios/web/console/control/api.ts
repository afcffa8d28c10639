import type {
  ArmedFaultView,
  BookingView,
  ControlAnswer,
  ExchangeView,
  Facts,
  NewSandboxRequest,
  SandboxView,
} from '#contracts/control';
import { send, sendJson } from './call.ts';

/** The state of a clock, with its next event and its waits. */
export type ClockAnswer = ControlAnswer<'getClock'>;
/** The verdicts on a sandbox. */
export type Verdicts = ControlAnswer<'judgeSandbox'>;
/** A rule of the judge. */
export type Rule = ControlAnswer<'listRules'>[number];

const encode = encodeURIComponent;
const pathOf = (id: string): string => `sandboxes/${encode(id)}`;

/** The calls of this page that concern all sandboxes. Each function throws a ControlFailure. */
export const serverApi = {
  health: () => sendJson<ControlAnswer<'health'>>('health'),
  /** Returns a page of the sandboxes whose ids come after an id, and whether there are more. */
  list: (after: string, limit: number) =>
    send(`sandboxes?limit=${limit}${after === '' ? '' : `&after=${encode(after)}`}`, {}, async answer => ({
      sandboxes: (await answer.json()) as SandboxView[], // the contract describes the answer
      hasMore: answer.headers.has('link'),
    })),
  create: (body: NewSandboxRequest) => sendJson<SandboxView>('sandboxes', { method: 'POST', body }),
  rules: () => sendJson<Rule[]>('rules'),
  scenarios: () => sendJson<ControlAnswer<'listScenarios'>>('scenarios'),
  importFile: (text: string, id: string | undefined) =>
    sendJson<SandboxView>(`sandboxes/import${id === undefined ? '' : `?id=${encode(id)}`}`, {
      method: 'POST',
      text,
      isLong: true,
    }),
};

/** How far the page advances a clock. */
export type Advance = { readonly by: string } | { readonly to: string };

/**
 * Returns the calls of this page that concern one sandbox. Each function throws a ControlFailure.
 *
 * @example await sandboxApi('default').advance({ by: 'PT20M' })
 */
export function sandboxApi(id: string) {
  const path = pathOf(id);
  const post = <T>(end: string, body: unknown = {}) =>
    sendJson<T>(`${path}/${end}`, { method: 'POST', body });
  const remove = (end: string) => send(path + end, { method: 'DELETE' }, async () => undefined);
  const blob = (end: string) => send(`${path}/${end}`, { isLong: true }, answer => answer.blob());
  return {
    view: () => sendJson<SandboxView>(path),
    reset: () => post<SandboxView>('reset'),
    remove: () => remove(''),
    restore: () => sendJson<SandboxView>(path, { method: 'PUT', body: {} }),
    snapshot: () => post<ControlAnswer<'takeSnapshot'>>('snapshots'),
    exportFile: () => blob('export'),
    har: () => blob('exchanges.har'),
    clock: () => sendJson<ClockAnswer>(`${path}/clock`),
    setClock: (body: { mode: string; scale?: number }) =>
      sendJson<ClockAnswer>(`${path}/clock`, { method: 'PUT', body }),
    advance: (how: Advance) => post<ClockAnswer>('clock/advance', how),
    faults: () => sendJson<ArmedFaultView[]>(`${path}/faults`),
    arm: (fault: object) => post<ArmedFaultView>('faults', fault),
    disarm: (fault: string) => remove(`/faults/${encode(fault)}`),
    disarmAll: () => remove('/faults'),
    /** Returns calls without headers and bodies. */
    facts: (query: { after?: number; limit: number }) =>
      sendJson<Facts[]>(`${path}/exchanges?bodies=false${queryOf(query)}`),
    exchange: async (number: number) => {
      const [found] = await sendJson<ExchangeView[]>(`${path}/exchanges?after=${number - 1}&limit=1`);
      return found?.number === number ? found : undefined;
    },
    bookings: (limit: number) => sendJson<BookingView[]>(`${path}/bookings?limit=${limit}`),
    decide: (booking: string, body: { status: string; serviceId: string }) =>
      post<BookingView>(`bookings/${encode(booking)}/decide`, body),
    verdicts: () => sendJson<Verdicts>(`${path}/verdicts`, { isLong: true }),
  };
}

/** The calls that concern one sandbox. */
export type SandboxApi = ReturnType<typeof sandboxApi>;

const queryOf = (query: { after?: number; limit: number }): string =>
  Object.entries(query)
    .map(([name, value]) => `&${name}=${value}`)
    .join('');
