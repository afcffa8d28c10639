import * as z from 'zod';
import { instant, sandboxId } from '../scalars.ts';
import { bookingQuery, bookingView } from './bookings.ts';
import { clockAdvance, clockAnswer, clockChange, firedEvent } from './clock.ts';
import { armedFault, faultsToArm } from './faults.ts';
import { exchangeQuery, exchangeView, harFile } from './journal.ts';
import { providerState, providerStateQuery, providerStateValues } from './provider-states.ts';
import { sandboxFile } from './sandbox-file.ts';
import { newSandbox, sandboxView } from './sandboxes.ts';
import { scenarioList } from './scenarios.ts';
import { verdictQuery, verdictReport } from './verdicts.ts';

/** What an endpoint answers under one status. */
export interface ControlAnswerShape {
  readonly description: string;
  /** The schema of a JSON body; absent for a stream. */
  readonly schema?: z.ZodType;
  /** Further media types, or the only ones of a stream. */
  readonly types?: readonly string[];
}

/** One endpoint of the control API. The server and the OpenAPI document use the same table of endpoints. */
export interface ControlEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** Needs no token, also where the other endpoints need one. */
  readonly open?: boolean;
  readonly query?: z.ZodObject;
  /** The JSON body; absent for an endpoint without a body. */
  readonly request?: z.ZodType;
  /** A body that the default sandbox of a new server accepts. */
  readonly example?: object;
  /** Whether a request without a body counts as an empty object. */
  readonly bodyOptional?: boolean;
  /** Largest body in bytes; default 1 MiB. */
  readonly largestBody?: number;
  readonly answers: Readonly<Record<number, ControlAnswerShape>>;
}

const one = '/_control/sandboxes/{id}';
const ok = <S extends z.ZodType>(schema: S, description = 'The answer.') => ({
  200: { description, schema },
});
/** An endpoint that returns JSON by GET. */
const get = <S extends z.ZodType>(path: string, summary: string, schema: S, description?: string) => ({
  method: 'GET' as const,
  path,
  summary,
  answers: ok(schema, description),
});
/** The request of an endpoint that needs no values: an empty object, or no body. */
const withoutValues = { request: z.strictObject({}), bodyOptional: true } as const;
const made = { description: 'The new sandbox.', schema: sandboxView };
const importLimit = 256 * 1_048_576;

/** Every endpoint of the control API by its name. */
export const controlEndpoints = {
  health: {
    ...get(
      '/_control/health',
      'Says that the server is up. Needs no token.',
      z.object({ status: z.literal('ok'), version: z.string(), uptimeMs: z.number(), sandboxes: z.int() }),
    ),
    open: true,
  },
  listRules: get(
    '/_control/rules',
    'Lists what a correct client does, with the clauses that ask for it.',
    z.array(z.object({ id: z.string(), level: z.string(), clauses: z.array(z.string()), title: z.string() })),
  ),
  listClauses: get(
    '/_control/clauses',
    "Lists the numbered statements of the supplier's specification.",
    z.array(
      z.object({
        id: z.string(),
        section: z.string(),
        statement: z.string(),
        needs: z.array(z.string()),
        excluded: z.string().optional(),
      }),
    ),
  ),
  listScenarios: get(
    '/_control/scenarios',
    'Lists the scenarios that this server can play, and what triggers them by what is booked.',
    scenarioList,
  ),
  setProviderState: {
    method: 'POST',
    path: '/_control/provider-states',
    summary:
      'Sets a provider state up, as Pact tools ask for it, and gives the values that requests need in it.',
    description:
      'States: `all that <operation> needs`, `a booking that is <status>`, `the fault <fault in short>`, `the scenario <id>` or its id alone. States without a call between them add up; the first one after a call resets the sandbox. A teardown changes nothing.',
    query: providerStateQuery,
    request: providerState,
    example: { state: 'all that hotel.doBooking needs', action: 'setup' },
    answers: ok(providerStateValues, 'The values, by the name that a ProviderState generator asks for.'),
  },
  listSandboxes: get('/_control/sandboxes', 'Lists the sandboxes.', z.array(sandboxView)),
  createSandbox: {
    method: 'POST',
    path: '/_control/sandboxes',
    summary: 'Makes a sandbox, or forks a snapshot.',
    request: newSandbox,
    example: { clock: { mode: 'manual', start: '2026-12-01T10:00:00Z' } },
    bodyOptional: true,
    answers: { 201: made },
  },
  importSandbox: {
    method: 'POST',
    path: '/_control/sandboxes/import',
    summary: 'Makes a sandbox from an exported file, with the id in the file or in the query.',
    query: z.strictObject({ id: sandboxId.optional() }),
    request: sandboxFile,
    largestBody: importLimit,
    answers: { 201: made },
  },
  putSandbox: {
    method: 'PUT',
    path: one,
    summary: 'Makes a sandbox with an id, or returns the existing one if it fits the request.',
    request: newSandbox,
    example: {},
    bodyOptional: true,
    answers: { 200: { description: 'It existed, and fits the request.', schema: sandboxView }, 201: made },
  },
  getSandbox: get(one, 'Shows a sandbox.', sandboxView),
  deleteSandbox: {
    method: 'DELETE',
    path: one,
    summary:
      'Drops a sandbox with all that is in it, and closes its own port. The default one can only be reset.',
    answers: { 204: { description: 'It is gone.' } },
  },
  resetSandbox: {
    method: 'POST',
    path: `${one}/reset`,
    summary:
      'Puts a sandbox back to its start: same id, credentials and port; a fork or import starts empty.',
    ...withoutValues,
    answers: ok(sandboxView),
  },
  closeSandbox: {
    method: 'POST',
    path: `${one}/close`,
    summary:
      'Ends a sandbox: passes every open window (not on a real clock), then answers 410 to its clients.',
    ...withoutValues,
    answers: ok(z.object({ closed: z.literal(true), now: instant, fired: z.array(firedEvent) })),
  },
  getClock: get(
    `${one}/clock`,
    'Shows the clock, what waits on it and when something is due next.',
    clockAnswer,
  ),
  putClock: {
    method: 'PUT',
    path: `${one}/clock`,
    summary: 'Lets the clock go on from its present in another mode.',
    request: clockChange,
    example: { mode: 'manual' },
    answers: ok(clockAnswer),
  },
  advanceClock: {
    method: 'POST',
    path: `${one}/clock/advance`,
    summary: 'Moves the clock ahead; everything due happens in order and is listed in `fired`.',
    request: clockAdvance,
    example: { by: 'PT20M' },
    answers: ok(clockAnswer),
  },
  listFaults: get(
    `${one}/faults`,
    'Lists the armed faults, and how many calls each saw and hit.',
    z.array(armedFault),
  ),
  armFaults: {
    method: 'POST',
    path: `${one}/faults`,
    summary: 'Arms a fault, or a list of them: all or none. Each is an object, or text in short.',
    request: faultsToArm,
    example: {
      match: { operations: ['hotel.doBooking'], times: 1 },
      effect: { kind: 'cut', at: 'before-headers', commit: 'before' },
    },
    answers: {
      201: {
        description: 'The armed fault with its id; of a list, the list.',
        schema: z.union([armedFault, z.array(armedFault)]),
      },
    },
  },
  disarmFaults: {
    method: 'DELETE',
    path: `${one}/faults`,
    summary: 'Disarms every fault.',
    answers: { 204: { description: 'None is armed any more.' } },
  },
  disarmFault: {
    method: 'DELETE',
    path: `${one}/faults/{faultId}`,
    summary: 'Disarms a fault.',
    answers: { 204: { description: 'It is armed no more.' } },
  },
  listExchanges: {
    method: 'GET',
    path: `${one}/exchanges`,
    summary: 'Lists the recorded calls, newest last; of more than `limit` the newest.',
    query: exchangeQuery,
    answers: {
      200: {
        description: 'The calls, one a line where `application/x-ndjson` is accepted.',
        schema: z.array(exchangeView),
        types: ['application/x-ndjson'],
      },
    },
  },
  exportHar: {
    ...get(
      `${one}/exchanges.har`,
      "Gives the recorded calls as HAR 1.2, masked, with times of the sandbox's clock.",
      harFile,
    ),
    query: exchangeQuery,
  },
  listBookings: {
    ...get(
      `${one}/bookings`,
      "Lists bookings, the last changed first: the supplier's truth beside what is stored.",
      z.array(bookingView),
      'The bookings, 1000 unless `limit` says otherwise.',
    ),
    query: bookingQuery,
  },
  getBooking: get(`${one}/bookings/{bookingId}`, 'Shows one booking without synchronising it.', bookingView),
  judgeSandbox: {
    method: 'GET',
    path: `${one}/verdicts`,
    summary: 'Judges the recorded calls by every rule: so far, or for good once the sandbox is closed.',
    query: verdictQuery,
    answers: {
      200: {
        description:
          'The verdicts as JSON, or in the requested report format, such as JUnit XML with a test case for each rule.',
        schema: verdictReport,
        types: ['text/plain', 'text/markdown', 'application/xml'],
      },
    },
  },
  takeSnapshot: {
    method: 'POST',
    path: `${one}/snapshots`,
    summary: 'Keeps this moment, to be forked with `from`. The server keeps the last 100.',
    ...withoutValues,
    answers: {
      201: {
        description: 'The snapshot.',
        schema: z.object({ id: z.string(), sandbox: z.string(), now: instant }),
      },
    },
  },
  exportSandbox: get(`${one}/export`, 'Gives the whole sandbox as a file, secrets included.', sandboxFile),
  streamEvents: {
    method: 'GET',
    path: `${one}/events`,
    summary: 'Server-sent events: `exchange` for every call that ended, `transition` for every status move.',
    answers: { 200: { description: 'The stream; it ends with the sandbox.', types: ['text/event-stream'] } },
  },
} as const satisfies Record<string, ControlEndpoint>;
