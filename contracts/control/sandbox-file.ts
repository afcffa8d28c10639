import * as z from 'zod';
import { faultSchema } from '../fault/index.ts';
import { limits } from '../limits.ts';
import { instantMs, sandboxId, words } from '../scalars.ts';
import { clockModes } from './clock.ts';
import { startFaults } from './faults.ts';
import { facts } from './file-journal.ts';
import { store } from './file-store.ts';
import { jsonOf, longList, numbersByName, smallOnly } from './long-values.ts';
import { expiresAfter, sandboxOptions } from './sandboxes.ts';

// The state of a sandbox in an exported file. The objects accept unknown fields, and import and export keep these fields.
// Import rejects every value that would make a later call fail.

const count = z.int().min(0);
const headers = z.record(z.string(), z.string());
const kept = z.looseObject({ requestHeaders: headers, answerHeaders: headers.exactOptional() });

/** Returns the schema of a list of pairs: the number of an exchange, and a JSON text. */
const texts = (schema: z.ZodType) => longList(z.tuple([z.int().min(1), jsonOf(schema)]));

const journal = z.looseObject({ next: z.int().min(1), facts: texts(facts), bodies: texts(kept) });

const scale = z.number().positive().max(1_000_000);
const clock = z.looseObject({
  mode: z.enum(clockModes),
  scale,
  now: instantMs,
  awaitsFirstRequest: z.boolean(),
});

/** The schema of a fault limits each of its lists, so a fault has far fewer values. */
const maxFaultValues = 1_000;

const armedFault = z
  .looseObject({
    fault: smallOnly(faultSchema().required({ id: true }), maxFaultValues),
    seen: count,
    fired: count,
    memory: numbersByName(),
  })
  .refine(({ seen, fired }) => seen < 0 || fired <= seen, {
    path: ['fired'],
    error: 'expected a number of at most "seen", because every changed call also matched',
  });

const run = z.looseObject({
  id: z.string(),
  scenario: z.string(),
  keys: longList(z.string()),
  open: z.string().exactOptional(),
  booked: z.literal(true).exactOptional(),
  faults: longList(armedFault, { max: limits.armedFaults.value }),
  faultsArmed: count,
});

/** A server computes the keys of all credentials of a sandbox at once. */
const maxCredentials = 10_000;

const identity = z.looseObject({
  id: sandboxId,
  seed: z.string(),
  credentials: longList(z.looseObject({ Username: words, Password: words }), { min: 1, max: maxCredentials }),
  staticToken: words,
  managerId: count,
  mcpToken: words,
  options: z.looseObject({
    rateLimit: sandboxOptions.shape.rateLimit,
    idempotency: sandboxOptions.shape.idempotency,
    ids: sandboxOptions.shape.ids.exactOptional(),
    journalBytes: sandboxOptions.shape.journalBytes,
  }),
  scenario: z.string().exactOptional(),
  expiresAfter: expiresAfter.exactOptional(),
});

/**
 * A whole sandbox as one JSON file, with its identity, clock, bookings, tokens and journal. The OpenAPI document shows only the
 * first fields, because the other fields can change in a new version.
 */
export const sandboxFile = z
  .looseObject({
    format: z.literal('understudy-sandbox', {
      error: 'expected "understudy-sandbox", as in the answer of an export',
    }),
    version: z.literal(1, { error: 'expected 1, the only version that this server reads' }),
    identity,
    start: z.looseObject({
      clock: z
        .looseObject({
          mode: z.enum(clockModes),
          start: instantMs.optional(),
          scale: scale.optional(),
          startOnFirstRequest: z.boolean().optional(),
        })
        .refine(clock => clock.mode !== 'scaled' || clock.scale !== undefined, {
          path: ['scale'],
          error: 'missing: a scaled clock needs a scale',
        }),
      faults: startFaults.exactOptional(),
    }),
    clock,
    store,
    journal,
    marks: longList(z.string().regex(/^~[\da-f]{8}$/)).exactOptional(),
    rate: longList(z.tuple([z.string(), longList(instantMs)])),
    faults: longList(armedFault, { max: limits.armedFaults.value }).exactOptional(), // older files do not have this field
    faultsArmed: count.exactOptional(),
    plays: longList(run, { max: limits.plays.value }).exactOptional(),
    playsBegun: count.exactOptional(),
    closed: z.boolean(),
    closedAt: instantMs.exactOptional(),
  })
  .meta({
    id: 'ControlSandboxFile',
    override: {
      type: 'object',
      description: 'A sandbox as a file. Send the unchanged answer of an export.',
      properties: { format: { const: 'understudy-sandbox' }, version: { const: 1 } },
      required: ['format', 'version'],
    },
  });
