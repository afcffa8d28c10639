import * as z from 'zod';
import { sandboxOptions } from '#contracts/control';
import { wholeNumber } from '../check-options.ts';
import type { ClockMode, NewClock } from '../clock/index.ts';
import type { SandboxConfig } from './sandbox-config.ts';

// The code in the folder `clock` checks the start of a clock and the range of its scale.
const clock = z.strictObject({
  mode: z.enum(['real', 'manual', 'scaled', 'per-poll', 'auto'] satisfies ClockMode[]),
  start: z.unknown().optional(),
  scale: z.number().optional(),
  startOnFirstRequest: z.boolean().optional(),
} satisfies Record<keyof NewClock, z.ZodType>);
const credential = z.strictObject({ Username: z.string(), Password: z.string() });

export const sandboxConfig = {
  id: z.string().optional(),
  seed: z.union([z.string(), z.number()], 'expected text or a number').optional(),
  credential: credential.optional(),
  credentials: z.array(credential).optional(),
  staticToken: z.string().optional(),
  managerId: wholeNumber.optional(),
  mcpToken: z.string().optional(),
  clock: clock.optional(),
  options: sandboxOptions.partial().optional(),
  faults: z.unknown().optional(), // the sandbox checks its faults later, with more exact messages
  scenario: z.string().optional(),
  expiresAfter: z.int().min(1).optional(),
} satisfies Record<keyof SandboxConfig, z.ZodType>;
