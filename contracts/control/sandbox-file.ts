import * as z from 'zod';
import { instantMs, sandboxId, words } from '../input/index.ts';
import { clockModes, scale } from './clock.ts';
import { startFaults } from './faults.ts';
import { expiresAfter, sandboxOptions } from './sandboxes.ts';

// The schemas check what a person may change in an exported file. A checksum protects the member `state`, so the server reads it
// without a check.

const identity = z.looseObject({
  id: sandboxId,
  seed: z.string(),
  credentials: z.array(z.looseObject({ Username: words, Password: words })).min(1),
  staticToken: words,
  managerId: z.int().min(0),
  mcpToken: words,
  options: z.looseObject(sandboxOptions.shape),
  scenario: z.string().exactOptional(),
  expiresAfter: expiresAfter.exactOptional(),
});

const start = z.looseObject({
  clock: z
    .looseObject({
      mode: z.enum(clockModes),
      start: instantMs.optional(),
      scale,
      startOnFirstRequest: z.boolean().optional(),
    })
    .refine(clock => clock.mode !== 'scaled' || clock.scale !== undefined, {
      path: ['scale'],
      error: 'missing: a scaled clock needs a scale',
    }),
  faults: startFaults,
});

/** The OpenAPI document shows only the first fields, because the others can change in a new version. */
export const sandboxFile = z
  .looseObject({
    format: z.literal('understudy-sandbox', {
      error: 'expected "understudy-sandbox", as in the answer of an export',
    }),
    version: z.int().refine(version => version === 2, {
      error: 'expected 2; import the file with the version of this package that exported it',
    }),
    identity,
    start,
    checksum: z.string(),
    state: z.looseObject({}),
  })
  .meta({
    id: 'ControlSandboxFile',
    override: {
      type: 'object',
      description:
        'A sandbox as a file. You may change `identity` and `start`. A checksum protects the rest.',
      properties: { format: { const: 'understudy-sandbox' }, version: { const: 2 } },
      required: ['format', 'version'],
    },
  });
