import * as z from 'zod';
import { faultSchema } from '../fault/index.ts';
import { component } from '../provenance.ts';
import { words } from '../scalars.ts';

const fault = faultSchema();
const shorthand = words.meta({
  description:
    'A fault in short: operations (several with `+`, patterns with `*`), kind with its main value, and any further field of match and effect.',
  examples: ['hotel.doBooking:cut,commit=before,times=1', 'hotel.search:status=503,nth=2-4', 'delay=PT3S'],
});

/**
 * A schema that only tells what is taken. Whoever takes it judges it and says what is wrong, since there is more to be
 * judged than a schema can: nothing is refused here.
 */
function judgedByTaker<S extends z.ZodType>(schema: S): z.ZodCatch<S> {
  // A document asks without a context whether there is a default: there is none.
  return schema.catch((given?: { value: unknown }) => given?.value as z.output<S>); // the taker is told that it is not judged
}

/** A fault as it is written: an object, or in short. */
const written = z.union([fault, shorthand]);
/** Faults that a new sandbox starts with. */
export const startFaults = z.array(judgedByTaker(written));
/** One fault to be armed, or several. */
export const faultsToArm = judgedByTaker(z.union([fault, shorthand, z.array(written)]));

/** A fault that is armed, and how often it was met. */
export const armedFault = component(
  'ControlArmedFault',
  z.object({
    ...fault.shape,
    id: z.string(),
    seen: z.int().meta({ description: 'How many calls matched it, until it could hit none any more.' }),
    fired: z.int().meta({ description: 'How many of them it hit.' }),
  }),
);
