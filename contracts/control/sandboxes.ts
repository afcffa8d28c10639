import * as z from 'zod';
import { instant, objectComponent, sandboxId, wholeNumber, words } from '../input/index.ts';
import { clockView, newClock } from './clock.ts';
import { startFaults } from './faults.ts';

const credential = z.strictObject({ Username: words, Password: words });

function wholeNumberOf(unit: string, min: number, max: number) {
  const error = `expected a whole number of ${unit} from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** The options of a sandbox. */
export const sandboxOptions = z.strictObject({
  rateLimit: z.union([z.int().min(1).max(1_000_000), z.literal(false)], {
    error: 'expected a whole number of requests a minute from 1 to 1000000, or false',
  }),
  idempotency: z.enum(['ignored', 'honoured']),
  ids: z.enum(['known', 'any']).meta({
    description:
      'The hotel and destination ids that exist: with `known`, only the ids of the reference data; with `any`, every id. Use `any` for a client with its own mapping tables.',
  }),
  journalBytes: wholeNumberOf('bytes', 0, 2 ** 31),
});

export const expiresAfter = wholeNumberOf('seconds', 1, 31_536_000).meta({
  description:
    'The server deletes the sandbox after this number of seconds of real time without a call that names the sandbox. By default, the sandbox stays.',
});

const fields = {
  port: z.int().min(0).max(65_535).optional(),
  credential: credential.optional(),
  staticToken: words.optional(),
  managerId: z.int().min(0).optional(),
  mcpToken: words.optional(),
  seed: z
    .union([z.string(), z.number()], { error: 'expected text or a number' })
    .optional()
    .meta({ description: 'The seed for inventory, ids and tokens. Equal seeds give equal data.' }),
  scenario: words.optional().meta({
    description:
      'The id of the scenario that the sandbox runs; GET /_control/scenarios lists the ids. The scenario sets seed, start of the clock and options, unless the request sets them. The faults of the scenario are armed from the start.',
  }),
  expiresAfter: expiresAfter.optional(),
  clock: newClock.optional(),
  options: sandboxOptions.partial().optional(),
  faults: startFaults.optional().meta({ description: 'The faults that are armed from the start.' }),
  from: words.optional().meta({
    description:
      'The id of the snapshot to fork. The server process that took the snapshot can fork it. Beside `from`, send only `id` and `port`.',
  }),
};

const forkFields = new Set(['id', 'port', 'from']);

/** A fork copies these fields from the snapshot. */
function inspectFork({ value, issues }: { value: Record<string, unknown>; issues: unknown[] }): void {
  if (value.from === undefined) return;
  for (const [name, input] of Object.entries(value)) {
    if (forkFields.has(name) || input === undefined) continue;
    const message = 'expected no such field beside "from": a fork copies the field from the snapshot';
    issues.push({ code: 'custom', path: [name], input, message });
  }
}

export const newSandbox = z.strictObject({ id: sandboxId.optional(), ...fields }).check(inspectFork);

export const sandboxPage =
  'At most `limit` sandboxes; the default is 1000. With the token of a namespace, lists only the sandboxes of this namespace. If there are more, the header `Link` has the address of the next page.';

export const sandboxListQuery = z.strictObject({
  limit: wholeNumber(z.int().min(1).max(1_000)).optional(),
  after: sandboxId.optional().meta({ description: 'Lists only sandboxes whose ids come after this id.' }),
});

export const sandboxView = objectComponent('ControlSandbox', {
  id: z.string(),
  baseUrl: z.string(),
  commonsUrl: z.string(),
  mcpUrl: z.string(),
  credential: z.object({ Username: z.string(), Password: z.string() }),
  staticToken: z.string(),
  managerId: z.int(),
  mcpToken: z.string(),
  seed: z.string(),
  scenario: z.string().nullable(),
  expiresAfter: z.int().nullable(),
  clock: clockView,
  options: z.object(sandboxOptions.shape),
  closed: z.boolean(),
  bookings: z.int(),
  /** The real time at which this server created the sandbox, or reset the sandbox. */
  createdAt: instant,
  /** The number of recorded calls, including the calls that the journal dropped. */
  calls: z.int(),
  /** The number of armed faults. */
  faults: z.int(),
  /** The number of exchanges that the full journal dropped (`facts`), and of those that lost only their bodies (`bodies`). */
  lost: z.object({ facts: z.int(), bodies: z.int() }),
});
