import * as z from 'zod';
import { duration, instant, objectComponent, words } from '../input/index.ts';

export const clockModes = ['real', 'manual', 'scaled', 'per-poll', 'auto'] as const;

const mode = z.enum(clockModes);
export const scale = z
  .number()
  .positive({ error: 'expected a number above 0, such as 60' })
  .max(1_000_000)
  .optional();
const instantOr = <Word extends string>(word: Word) =>
  z.union([instant, z.literal(word)], {
    error: `expected an instant such as "2026-12-01T10:00:00Z", or "${word}"`,
  });

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

export const newClock = z
  .strictObject({ mode, start: instantOr('first-request').optional(), scale })
  .check(hasScaleIfScaled)
  .refine(clock => clock.mode === 'scaled' || clock.start !== 'first-request', {
    path: ['start'],
    message: 'expected "first-request" only with mode "scaled"; send an instant, or change the mode',
  });

export const clockChange = z.strictObject({ mode, scale }).check(hasScaleIfScaled);

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

export const firedEvent = z.object({
  at: instant,
  bookingId: z.string(),
  serviceId: z.string(),
  from: z.string().nullable(),
  to: z.string(),
});

export const clockView = z.object({
  now: instant,
  mode,
  scale: z.number(),
  awaitsFirstRequest: z.boolean(),
});

export const clockAnswer = objectComponent('ControlClock', {
  ...clockView.shape,
  fired: z.array(firedEvent),
  /** False if an advance ended early because no further events were due. */
  reached: z.boolean().optional(),
  nextEvent: instant.nullable(),
  waits: z.array(z.object({ at: instant.nullable(), who: z.string() })),
  holds: z.array(z.string()),
});
