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
 * Returns a schema that describes a value and accepts every value. The code that uses the value checks it, because a schema
 * cannot check everything about a fault.
 */
function describedOnly<S extends z.ZodType>(schema: S): z.ZodCatch<S> {
  // The generator of documents calls this without a context, to ask for a default: there is none.
  return schema.catch((context?: { value: unknown }) => context?.value as z.output<S>); // not checked here
}

/** A fault as an object, or in short. */
const faultOrShorthand = z.union([fault, shorthand]);
/** Faults that a new sandbox starts with. */
export const startFaults = z.array(describedOnly(faultOrShorthand));
/** One fault to be armed, or several. */
export const faultsToArm = describedOnly(z.union([fault, shorthand, z.array(faultOrShorthand)]));

/** An armed fault, with the number of calls that matched it. */
export const armedFault = component(
  'ControlArmedFault',
  z.object({
    ...fault.shape,
    id: z.string(),
    seen: z.int().meta({ description: 'How many calls matched it, until it could hit none any more.' }),
    fired: z.int().meta({ description: 'How many of them it hit.' }),
  }),
);
