import * as z from 'zod';
import { component, limits } from '../clauses/index.ts';
import { instant, objectComponent, sandboxId, wholeNumber } from '../input/index.ts';
import { bookingDecision, bookingQuery, bookingView } from './bookings.ts';
import { scenarioList } from './catalogue.ts';
import { clockAdvance, clockAnswer, clockChange, firedEvent } from './clock.ts';
import { armedFault, faultsToArm } from './faults.ts';
import { exchangeListQuery, exchangeQuery, exchangeView, harFile } from './journal.ts';
import { sandboxFile } from './sandbox-file.ts';
import { newSandbox, sandboxListQuery, sandboxPage, sandboxView } from './sandboxes.ts';
import { verdictQuery, verdictReport } from './verdicts.ts';

/** One answer of an endpoint, for one HTTP status. */
export interface ControlAnswerShape {
  readonly description: string;
  /** The schema of the JSON body; absent for a stream and for an answer without a body. */
  readonly schema?: z.ZodType;
  /** The media types that the answer can have in addition to JSON. For a stream, the list contains all media types. */
  readonly types?: readonly string[];
}

/** One endpoint of the control API. The server and the OpenAPI document use these objects. */
export interface ControlEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * The callers, in addition to the administrator, that may call an endpoint without `{id}` in its path. `open`: the
   * endpoint needs no token. `namespaces`: the token of a namespace is sufficient, and the handler uses only sandboxes
   * of this namespace. `metrics`: a token for the metrics is sufficient. If the path contains `{id}`, the owner of this sandbox may call the endpoint.
   */
  readonly access?: 'open' | 'namespaces' | 'metrics';
  readonly query?: z.ZodObject;
  /** The schema of the JSON body; absent for an endpoint without a body. */
  readonly request?: z.ZodType;
  /** An example of a body. The default sandbox of a new server accepts this body, if the path contains no booking id. */
  readonly example?: object;
  /** Whether the server treats a request without a body as an empty object. */
  readonly bodyOptional?: boolean;
  /** The maximum size of a body in bytes; the default is 1 MiB. */
  readonly largestBody?: number;
  /** The member of the body that may have any number of entries and levels. */
  readonly largeMember?: string;
  readonly answers: Readonly<Record<number, ControlAnswerShape>>;
}

const ok = <S extends z.ZodType>(schema: S, description = 'The answer.', types: readonly string[] = []) => ({
  200: { description, schema, types },
});
const created = <S extends z.ZodType>(schema: S, description: string) => ({ 201: { description, schema } });
const get = <S extends z.ZodType>(path: string, summary: string, schema: S, description?: string) => ({
  method: 'GET' as const,
  path,
  summary,
  answers: ok(schema, description),
});
const remove = (path: string, summary: string, description: string) => ({
  method: 'DELETE' as const,
  path,
  summary,
  answers: { 204: { description } },
});

/** In the query, because users of Pact tools can only set an address. */
const providerStateQuery = z.strictObject({
  sandbox: sandboxId
    .optional()
    .meta({ description: 'The id of the sandbox; by default the sandbox with this port, or `default`.' }),
});

/** The server ignores unknown fields. */
export const providerState = objectComponent('ControlProviderState', {
  state: z
    .string()
    .optional()
    .meta({
      description: 'The name of the state. A placeholder in braces stands for its value in `params`.',
      examples: ['all that hotel.doBooking needs'],
    }),
  states: z
    .array(z.string())
    .optional()
    .meta({ description: 'The names of several states. Older tools send this field.' }),
  params: z.record(z.string(), z.unknown()).nullish(),
  action: z.enum(['setup', 'teardown']).optional().meta({ description: 'The default is setup.' }),
});

const providerStateValues = component(
  'ControlProviderStateValues',
  z.record(z.string(), z.union([z.string(), z.number()])),
);

const one = '/_control/sandboxes/{id}';
const record = `${one}/inventory/{kind}/{recordId}`;
/** The package has the schema of each kind as contracts/inventory.schema.json. */
const inventoryRecord = component(
  'ControlInventoryRecord',
  z.looseObject({}).meta({ description: 'A record with the fields of an inventory file.' }),
);
const inventoryQuery = z.strictObject({
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Words that the id, the name, or the destination of a record contains.' }),
  limit: wholeNumber(z.int().min(1).max(1_000)).optional(),
  after: z.string().optional().meta({ description: 'Lists only the records after the one with this id.' }),
});
const withoutValues = { request: z.strictObject({}), bodyOptional: true } as const;
const made = created(sandboxView, 'The new sandbox.');

const readiness = z.object({
  ready: z.boolean(),
  stopping: z.boolean(),
  store: z.enum(['none', 'reachable', 'unreachable']),
});

/** Every endpoint of the control API by name. */
export const controlEndpoints = {
  health: {
    ...get(
      '/_control/health',
      'Returns the state of the server. This endpoint needs no token.',
      z.object({
        status: z.literal('ok'),
        version: z.string(),
        uptimeMs: z.number(),
        sandboxes: z.int().optional().meta({
          description:
            'The number of sandboxes. If the control API requires a token, only a call with a token gets the number; the token of a namespace gets the number of its own sandboxes.',
        }),
        stopping: z.boolean(),
      }),
    ),
    access: 'open',
  },
  readiness: {
    method: 'GET',
    path: '/_control/health/ready',
    summary: 'Returns whether the server can answer calls. This endpoint needs no token.',
    access: 'open',
    answers: {
      200: { description: 'The server is ready.', schema: readiness },
      503: {
        description: 'The server stops, or its durable store does not answer or cannot be written.',
        schema: readiness,
      },
    },
  },
  readMetrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Returns the metrics of the server in the text format of Prometheus.',
    description:
      'The server starts to count at the first request. A token with the scope `metrics` is sufficient.',
    access: 'metrics',
    answers: { 200: { description: 'The metrics.', types: ['text/plain'] } },
  },
  // The next three describe data of the whole server, which all namespaces share.
  listRules: {
    ...get(
      '/_control/rules',
      'Lists the rules for a correct client, each with the clauses that require the rule.',
      z.array(
        z.object({ id: z.string(), level: z.string(), clauses: z.array(z.string()), title: z.string() }),
      ),
    ),
    access: 'namespaces',
  },
  listClauses: {
    ...get(
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
    access: 'namespaces',
  },
  listScenarios: {
    ...get(
      '/_control/scenarios',
      'Lists the scenarios that this server can run, and the items, cards and surnames that start them.',
      scenarioList,
      'All scenarios. The list has no pages: it contains only the scenarios with which the server was started.',
    ),
    access: 'namespaces',
  },
  setProviderState: {
    method: 'POST',
    path: '/_control/provider-states',
    access: 'namespaces',
    summary: 'Sets up a provider state for a Pact tool. Returns the values that requests in this state need.',
    description:
      'The states are `all that <operation> needs`, `a booking that is <status>`, `the fault <shorthand>`, and `the scenario <id>` or only the scenario id. States add up until the next call to the supplier API. The first state after such a call resets the sandbox. A teardown changes nothing.',
    query: providerStateQuery,
    request: providerState,
    example: { state: 'all that hotel.doBooking needs', action: 'setup' },
    answers: ok(providerStateValues, "The values. Their keys are names for Pact's ProviderState generator."),
  },
  listSandboxes: {
    ...get('/_control/sandboxes', 'Lists the sandboxes, sorted by id.', z.array(sandboxView), sandboxPage),
    query: sandboxListQuery,
    access: 'namespaces',
  },
  createSandbox: {
    method: 'POST',
    path: '/_control/sandboxes',
    summary: 'Creates a sandbox, or forks a snapshot.',
    access: 'namespaces',
    request: newSandbox,
    example: { clock: { mode: 'manual', start: '2026-12-01T10:00:00Z' } },
    bodyOptional: true,
    answers: made,
  },
  importSandbox: {
    method: 'POST',
    path: '/_control/sandboxes/import',
    access: 'namespaces',
    summary: 'Creates a sandbox from an exported file. The id comes from the query or the file.',
    query: z.strictObject({ id: sandboxId.optional() }),
    request: sandboxFile,
    largestBody: limits.importSize.value,
    largeMember: 'state',
    answers: made,
  },
  putSandbox: {
    method: 'PUT',
    path: one,
    summary: 'Creates a sandbox with an id, or returns the existing sandbox if it matches the request.',
    request: newSandbox,
    example: {},
    bodyOptional: true,
    answers: { ...ok(sandboxView, 'The sandbox existed and matches the request.'), ...made },
  },
  getSandbox: get(one, 'Returns a sandbox.', sandboxView),
  deleteSandbox: remove(
    one,
    'Deletes a sandbox with all its data, and closes its port. You can reset the default sandbox, but not delete it.',
    'The sandbox is deleted.',
  ),
  resetSandbox: {
    method: 'POST',
    path: `${one}/reset`,
    summary:
      'Resets a sandbox to its initial state, with the same id, credentials and port. A fork or an imported sandbox becomes empty.',
    ...withoutValues,
    answers: ok(sandboxView),
  },
  closeSandbox: {
    method: 'POST',
    path: `${one}/close`,
    summary:
      'Closes a sandbox. First the clock moves past all open polling times, unless the clock is real. Then clients get status 410.',
    ...withoutValues,
    answers: ok(z.object({ closed: z.literal(true), now: instant, fired: z.array(firedEvent) })),
  },
  getClock: get(
    `${one}/clock`,
    'Returns the clock, the callers that wait for the clock, and the time of the next event.',
    clockAnswer,
  ),
  putClock: {
    method: 'PUT',
    path: `${one}/clock`,
    summary: 'Changes the mode of the clock. The time does not jump.',
    request: clockChange,
    example: { mode: 'manual' },
    answers: ok(clockAnswer),
  },
  advanceClock: {
    method: 'POST',
    path: `${one}/clock/advance`,
    summary: 'Advances the clock. All due events happen in order, and `fired` lists these events.',
    request: clockAdvance,
    example: { by: 'PT20M' },
    answers: ok(clockAnswer),
  },
  listFaults: get(
    `${one}/faults`,
    'Lists the armed faults. Each entry counts the calls that the fault matched, and the calls that the fault changed.',
    z.array(armedFault),
    `All armed faults. The list has no pages: a sandbox has at most ${limits.armedFaults.value} of them.`,
  ),
  armFaults: {
    method: 'POST',
    path: `${one}/faults`,
    summary:
      'Arms one fault, or all faults of a list. If one fault is wrong, the server arms no fault. Each fault is an object or a shorthand.',
    request: faultsToArm,
    example: {
      match: { operations: ['hotel.doBooking'], times: 1 },
      effect: { kind: 'cut', at: 'before-headers', commit: 'before' },
    },
    answers: created(
      z.union([armedFault, z.array(armedFault)]),
      'The armed fault with its id. A request with a list returns a list of faults.',
    ),
  },
  disarmFaults: remove(`${one}/faults`, 'Disarms every fault.', 'No fault is armed any more.'),
  disarmFault: remove(`${one}/faults/{faultId}`, 'Disarms a fault.', 'The fault is not armed any more.'),
  listInventoryRecords: {
    ...get(
      `${one}/inventory/{kind}`,
      'Lists the records of a kind, with all that was drawn. The built-in cars, transfers and tours are no records.',
      z.array(inventoryRecord),
      'At most `limit` records; the default is 100. If there are more, the header `Link` has the address of the next page.',
    ),
    query: inventoryQuery,
  },
  getInventoryRecord: get(
    record,
    'Returns a record of the inventory, with all that was drawn. The kinds are destinations, hotels, cars, transfers and tours.',
    inventoryRecord,
  ),
  putInventoryRecord: {
    method: 'PUT',
    path: record,
    summary:
      'Creates or replaces a record of the inventory of a sandbox. The next call of the supplier API sees it.',
    request: inventoryRecord,
    answers: ok(inventoryRecord, 'The complete record.'),
  },
  patchInventoryRecord: {
    method: 'PATCH',
    path: record,
    summary: 'Changes some fields of a record of the inventory. The value null draws a field again.',
    request: inventoryRecord,
    answers: ok(inventoryRecord, 'The complete record.'),
  },
  deleteInventoryRecord: remove(
    record,
    'Removes a record from the inventory of a sandbox. Bookings keep their data.',
    'The record does not exist any more.',
  ),
  listExchanges: {
    method: 'GET',
    path: `${one}/exchanges`,
    summary: 'Lists the recorded calls; the newest call is last. With `limit`, lists only the newest calls.',
    query: exchangeListQuery,
    answers: ok(
      z.array(exchangeView),
      'The calls. With `Accept: application/x-ndjson`, one call per line. The answer is a stream. The option `journalBytes` of the sandbox bounds the recorded calls; `after` and `limit` select a part.',
      ['application/x-ndjson'],
    ),
  },
  exportHar: {
    ...get(
      `${one}/exchanges.har`,
      "Returns the recorded calls as HAR 1.2. Secrets are masked, and times are those of the sandbox's clock.",
      harFile,
    ),
    query: exchangeQuery,
  },
  listBookings: {
    ...get(
      `${one}/bookings`,
      'Lists bookings with the real and the stored status of each service. The booking that changed last is first.',
      z.array(bookingView),
      'At most `limit` bookings; the default is 1000. If there are more bookings, the header Link contains the address of the next page.',
    ),
    query: bookingQuery,
  },
  getBooking: get(
    `${one}/bookings/{bookingId}`,
    'Returns one booking. This request does not update the stored status.',
    bookingView,
  ),
  decideBooking: {
    method: 'POST',
    path: `${one}/bookings/{bookingId}/decide`,
    summary:
      'Makes the supplier decide now: it confirms, rejects or cancels a service, or lets the service expire.',
    description:
      'Without `serviceId`, the decision applies to every service of the booking that can get this status. The decision replaces the planned changes of the service. A client sees the new status with its next look-up. If no service can get the status, the answer is 409 and names the possible statuses.',
    request: bookingDecision,
    example: { status: 'cancelled' },
    answers: ok(bookingView, 'The booking after the decision.'),
  },
  judgeSandbox: {
    method: 'GET',
    path: `${one}/verdicts`,
    summary: 'Judges the recorded calls by every rule. The verdicts are final after the sandbox is closed.',
    query: verdictQuery,
    answers: ok(
      verdictReport,
      'The verdicts as JSON, or in the requested report format, such as JUnit XML with a test case for each rule.',
      ['text/plain', 'text/markdown', 'application/xml'],
    ),
  },
  takeSnapshot: {
    method: 'POST',
    path: `${one}/snapshots`,
    summary: 'Takes a snapshot of the sandbox. A new sandbox can fork the snapshot with `from`.',
    description:
      'A server keeps the last 100 snapshots of each namespace, or fewer if all snapshots take more than 512 MiB. The snapshots of a namespace end with its last sandbox, and all snapshots end with the server process. Servers that share a store do not share their snapshots.',
    ...withoutValues,
    answers: created(z.object({ id: z.string(), sandbox: z.string(), now: instant }), 'The snapshot.'),
  },
  exportSandbox: get(`${one}/export`, 'Returns the whole sandbox as a file, including secrets.', sandboxFile),
  streamEvents: {
    method: 'GET',
    path: `${one}/events`,
    summary:
      'Streams server-sent events: `exchange` for every call that ended, `transition` for every change of a status.',
    answers: {
      200: {
        description: 'The events until a reset or deletion, or until the token is no longer valid.',
        types: ['text/event-stream'],
      },
    },
  },
} as const satisfies Record<string, ControlEndpoint>;
