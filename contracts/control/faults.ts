import * as z from 'zod';
import { limits } from '../clauses/index.ts';
import { faultSchema } from '../fault/index.ts';
import { objectComponent, words } from '../input/index.ts';

const fault = faultSchema();
const shorthand = words.meta({
  description:
    'A fault as a shorthand: operations (joined by `+`, with `*` as a pattern), a kind with its main value, and further fields of match and effect.',
  examples: ['hotel.doBooking:cut,commit=before,times=1', 'hotel.search:status=503,nth=2-4', 'delay=PT3S'],
});

/** Describes a value in the OpenAPI document, but accepts every value: the code that arms a fault checks it. */
function describedOnly<S extends z.ZodType>(schema: S): z.ZodCatch<S> {
  // zod-openapi calls this function without a context to find a default value. There is no default value.
  const described = schema.catch((context?: { value: unknown }) => context?.value as z.output<S>); // the type is checked when the fault is armed
  described._zod.run = payload => payload; // the check of a wrong value would collect all of its problems, which no caller reads
  return described;
}

const faultOrShorthand = z.union([fault, shorthand]);
/** Faults that a new sandbox starts with. */
export const startFaults = z.array(describedOnly(faultOrShorthand)).max(limits.armedFaults.value);
export const faultsToArm = describedOnly(z.union([fault, shorthand, z.array(faultOrShorthand)]));

export const armedFault = objectComponent('ControlArmedFault', {
  ...fault.shape,
  id: z.string(),
  seen: z.int().meta({
    description:
      'The number of calls that matched the fault. The count ends when the fault cannot apply to any further call.',
  }),
  fired: z.int().meta({ description: 'The number of calls that the fault changed.' }),
});
