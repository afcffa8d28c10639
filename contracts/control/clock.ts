import * as z from 'zod';
import { component } from '../provenance.ts';
import { duration, instant, words } from '../scalars.ts';

/** The modes of a sandbox's clock. */
export const clockModes = ['real', 'manual', 'scaled', 'per-poll', 'auto'] as const;

const mode = z.enum(clockModes);
const scale = z
  .number()
  .positive({ error: 'expected a number above 0, such as 60' })
  .max(1_000_000)
  .optional();

type Scaled = z.ZodType<{ mode: (typeof clockModes)[number]; scale?: number | undefined }>;

/** Asks for a scale in mode `scaled`, and for none in any other. */
function withScaleWhereScaled<S extends Scaled>(schema: S): S {
  return schema
    .refine(({ mode: given, scale: factor }) => given !== 'scaled' || factor !== undefined, {
      path: ['scale'],
      message: 'missing: a scaled clock needs its speed, such as 60 for a minute a second',
    })
    .refine(({ mode: given, scale: factor }) => given === 'scaled' || factor === undefined, {
      path: ['scale'],
      message: 'only a clock in mode "scaled" has a scale',
    });
}

/** The clock of a new sandbox. */
export const newClock = withScaleWhereScaled(
  z.strictObject({
    mode,
    start: z
      .union([instant, z.literal('first-request')], {
        error: 'expected an instant such as "2026-12-01T10:00:00Z", or "first-request"',
      })
      .optional(),
    scale,
  }),
).refine(({ mode: given, start }) => given === 'scaled' || start !== 'first-request', {
  path: ['start'],
  message: 'only a clock in mode "scaled" starts with the first request',
});

/** Another mode for a clock that runs. */
export const clockChange = withScaleWhereScaled(z.strictObject({ mode, scale }));

/** How far to advance: exactly one of the three. */
export const clockAdvance = z
  .strictObject({
    by: duration.optional(),
    to: z
      .union([instant, z.literal('next-event')], {
        error: 'expected an instant such as "2026-12-01T10:00:00Z", or "next-event"',
      })
      .optional(),
    until: z.strictObject({ bookingId: words, final: z.literal(true) }).optional(),
  })
  .refine(value => Object.values(value).filter(given => given !== undefined).length === 1, {
    path: ['by'],
    message: 'send exactly one of "by", "to" and "until"',
  });

/** One status move of the supplier. */
export const firedEvent = z.object({
  at: instant,
  bookingId: z.string(),
  serviceId: z.string(),
  from: z.string().nullable(),
  to: z.string(),
});

/** A clock as it stands. */
export const clockView = z.object({
  now: instant,
  mode,
  scale: z.number(),
  awaitsFirstRequest: z.boolean(),
});

/** A clock with what waits on it and what just happened. */
export const clockAnswer = component(
  'ControlClock',
  z.object({
    ...clockView.shape,
    fired: z.array(firedEvent),
    /** False when nothing more was due before an advance got where it was to go. */
    reached: z.boolean().optional(),
    nextEvent: instant.nullable(),
    waits: z.array(z.object({ at: instant.nullable(), who: z.string() })),
    holds: z.array(z.string()),
  }),
);
