import * as z from 'zod';
import { component } from '../provenance.ts';
import { sandboxId, words } from '../scalars.ts';
import { clockView, newClock } from './clock.ts';
import { startFaults } from './faults.ts';

const credential = z.strictObject({ Username: words, Password: words });

/** What can be set for a sandbox. */
export const sandboxOptions = z.strictObject({
  rateLimit: z.union([z.int().min(1).max(1_000_000), z.literal(false)], {
    error: 'expected a whole number of requests a minute from 1 to 1000000, or false',
  }),
  idempotency: z.enum(['ignored', 'honoured']),
  ids: z.enum(['known', 'any']).meta({
    description:
      'Which hotel and destination ids exist: those of the reference data, or any, for clients with their own mapping tables.',
  }),
  journalBytes: z
    .int()
    .min(0)
    .max(2 ** 31),
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
    .meta({ description: 'What inventory, ids and tokens follow from.' }),
  scenario: words.optional().meta({
    description:
      'The id of the scenario that it plays; GET /_control/scenarios lists them. Sets seed, start of the clock and options where nothing else is given; its faults are armed from the start.',
  }),
  clock: newClock.optional(),
  options: sandboxOptions.partial().optional(),
  faults: startFaults.optional().meta({ description: 'Faults that are armed from the start.' }),
  from: words.optional().meta({ description: 'The id of a snapshot to fork; goes with id and port only.' }),
};

const forkFields = new Set(['id', 'port', 'from']);

/** Refuses other fields of a fork: it takes them from its snapshot. */
function inspectFork({ value, issues }: { value: Record<string, unknown>; issues: unknown[] }): void {
  if (value.from === undefined) return;
  for (const [name, input] of Object.entries(value)) {
    if (forkFields.has(name) || input === undefined) continue;
    const message = 'a fork keeps this of its snapshot; send it without "from", or leave it out';
    issues.push({ code: 'custom', path: [name], input, message });
  }
}

/** A request for a new sandbox. */
export const newSandbox = z.strictObject({ id: sandboxId.optional(), ...fields }).check(inspectFork);

/** The state of a sandbox. */
export const sandboxView = component(
  'ControlSandbox',
  z.object({
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
    clock: clockView,
    options: z.object(sandboxOptions.shape),
    closed: z.boolean(),
    bookings: z.int(),
    /** How many faults are armed. */
    faults: z.int(),
    /** Records dropped to keep the journal within its bound. */
    lost: z.object({ facts: z.int(), bodies: z.int() }),
  }),
);
