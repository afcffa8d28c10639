import * as z from 'zod';
import { faultSchema } from '../fault/index.ts';
import { instantMs, sandboxId, words } from '../scalars.ts';
import { asObject } from '../util/index.ts';
import { clockModes } from './clock.ts';
import { startFaults } from './faults.ts';
import { facts } from './file-journal.ts';
import { jsonOf, store } from './file-store.ts';
import { sandboxOptions } from './sandboxes.ts';

// The state of a sandbox as export writes it and import reads it. Objects are open, so that a field this table does not
// know survives the way out and in. Import refuses what a later call could fail at.

const count = z.int().min(0);
const headers = z.record(z.string(), z.string());
const kept = z.looseObject({ requestHeaders: headers, answerHeaders: headers.exactOptional() });

/** JSON texts by the numbers of their exchanges. */
const texts = (schema: z.ZodType) => z.array(z.tuple([z.int().min(1), jsonOf(schema)]));

/** Reading a journal counts through its numbers, so it has not many more than exchanges. */
const maxMissing = 1_000_000;

const journal = z
  .looseObject({ next: z.int().min(1), facts: texts(facts), bodies: texts(kept) })
  .check(({ value, issues }) => {
    for (const name of ['facts', 'bodies'] as const)
      for (const [index, number] of outOfOrder(
        value[name].map(([one]) => one),
        value.next,
      ))
        issues.push({
          code: 'custom',
          path: [name, index, 0],
          input: number,
          message: 'expected numbers that rise, below "next" and without large gaps',
        });
    for (const [index, [number, text]] of value.facts.entries())
      if (asObject(JSON.parse(text)).number !== number)
        issues.push({
          code: 'custom',
          path: ['facts', index, 1],
          input: text,
          message: `expected the facts of exchange ${number}`,
        });
  });

function* outOfOrder(numbers: readonly number[], next: number): Generator<[number, number]> {
  for (const [index, number] of numbers.entries()) {
    const after = numbers[index + 1] ?? next;
    if (after <= number || after - number > maxMissing) yield [index, number];
  }
}

const scale = z.number().positive().max(1_000_000);
const clock = z.looseObject({
  mode: z.enum(clockModes),
  scale,
  now: instantMs,
  awaitsFirstRequest: z.boolean(),
});

const armedFault = z
  .looseObject({
    fault: faultSchema().required({ id: true }),
    seen: count,
    fired: count,
    memory: z.record(z.string(), z.number()),
  })
  .refine(({ seen, fired }) => seen < 0 || fired <= seen, {
    path: ['fired'],
    error: 'expected at most as many as "seen": a call that was hit was seen',
  });

const play = z.looseObject({
  id: z.string(),
  scenario: z.string(),
  keys: z.array(z.string()),
  open: z.string().exactOptional(),
  booked: z.literal(true).exactOptional(),
  faults: z.array(armedFault),
  faultsArmed: count,
});

const identity = z.looseObject({
  id: sandboxId,
  seed: z.string(),
  credentials: z.array(z.looseObject({ Username: words, Password: words })).min(1),
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
});

/**
 * A whole sandbox as one JSON file: who it is, its clock, bookings, tokens and journal. The document shows no more than
 * its head: what is inside belongs to the version.
 */
export const sandboxFile = z
  .looseObject({
    format: z.literal('understudy-sandbox', {
      error: 'expected "understudy-sandbox": the answer of an export',
    }),
    version: z.literal(1, { error: 'expected 1, the version that this server reads' }),
    identity,
    start: z.looseObject({
      clock: z
        .looseObject({
          mode: z.enum(clockModes),
          start: instantMs.optional(),
          scale: scale.optional(),
          startOnFirstRequest: z.boolean().optional(),
        })
        .refine(({ mode, scale: given }) => mode !== 'scaled' || given !== undefined, {
          path: ['scale'],
          error: 'missing: a scaled clock needs its speed',
        }),
      faults: startFaults.exactOptional(),
    }),
    clock,
    store,
    journal,
    marks: z.array(z.string().regex(/^~[\da-f]{8}$/)).exactOptional(),
    rate: z.array(z.tuple([z.string(), z.array(instantMs)])),
    faults: z.array(armedFault).exactOptional(), // a file that was written before there were faults has none
    faultsArmed: count.exactOptional(),
    plays: z.array(play).exactOptional(),
    playsBegun: count.exactOptional(),
    closed: z.boolean(),
    closedAt: instantMs.exactOptional(),
  })
  .meta({
    id: 'ControlSandboxFile',
    override: {
      type: 'object',
      description: 'A sandbox as a file: hand it back as it came.',
      properties: { format: { const: 'understudy-sandbox' }, version: { const: 1 } },
      required: ['format', 'version'],
    },
  });
