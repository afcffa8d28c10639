import * as z from 'zod';
import { component } from '../provenance.ts';
import { duration, instant, words } from '../scalars.ts';

/** The names of the modes that a sandbox's clock can have. */
export const clockModes = ['real', 'manual', 'scaled', 'per-poll', 'auto'] as const;

const mode = z.enum(clockModes);
const scale = z
  .number()
  .positive({ error: 'expected a number above 0, such as 60' })
  .max(1_000_000)
  .optional();
const instantOr = <Word extends string>(word: Word) =>
  z.union([instant, z.literal(word)], {
    error: `expected an instant such as "2026-12-01T10:00:00Z", or "${word}"`,
  });

/** Requires a scale in mode `scaled`, and rejects a scale in any other mode. */
const hasScaleIfScaled: z.core.CheckFn<{ mode: (typeof clockModes)[number]; scale?: number | undefined }> = ({
  value,
  issues,
}) => {
  if ((value.mode === 'scaled') === (value.scale !== undefined)) return;
  const message =
    value.mode === 'scaled'
      ? 'missing: a scaled clock needs a scale, such as 60 for one minute per second'
      : 'expected a scale only with mode "scaled"; remove the scale, or change the mode';
  issues.push({ code: 'custom', path: ['scale'], input: value, message });
};

/** The settings for the clock of a new sandbox. */
export const newClock = z
  .strictObject({ mode, start: instantOr('first-request').optional(), scale })
  .check(hasScaleIfScaled)
  .refine(clock => clock.mode === 'scaled' || clock.start !== 'first-request', {
    path: ['start'],
    message: 'expected "first-request" only with mode "scaled"; send an instant, or change the mode',
  });

/** A request to change the mode of a clock. */
export const clockChange = z.strictObject({ mode, scale }).check(hasScaleIfScaled);

/** A request to advance a clock. Exactly one of the three fields is required. */
export const clockAdvance = z
  .strictObject({
    by: duration.optional(),
    to: instantOr('next-event').optional(),
    until: z.strictObject({ bookingId: words, final: z.literal(true) }).optional(),
  })
  .refine(value => Object.values(value).filter(entry => entry !== undefined).length === 1, {
    path: ['by'],
    message: 'send exactly one of "by", "to" and "until"',
  });

/** A change of the status that the supplier gives to a service. */
export const firedEvent = z.object({
  at: instant,
  bookingId: z.string(),
  serviceId: z.string(),
  from: z.string().nullable(),
  to: z.string(),
});

/** The state of a clock. */
export const clockView = z.object({
  now: instant,
  mode,
  scale: z.number(),
  awaitsFirstRequest: z.boolean(),
});

/** The answer of a call for a clock: the state of the clock, its open waits, and the status changes that the call caused. */
export const clockAnswer = component(
  'ControlClock',
  z.object({
    ...clockView.shape,
    fired: z.array(firedEvent),
    /** False if an advance ended early because no further events were due. */
    reached: z.boolean().optional(),
    nextEvent: instant.nullable(),
    waits: z.array(z.object({ at: instant.nullable(), who: z.string() })),
    holds: z.array(z.string()),
  }),
);
