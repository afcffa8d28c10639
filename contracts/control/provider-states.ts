import * as z from 'zod';
import { component } from '../provenance.ts';
import { sandboxId } from '../scalars.ts';

/** Which sandbox a provider state is for: its address is all that a Pact tool can be told of it. */
export const providerStateQuery = z.strictObject({
  sandbox: sandboxId.optional().meta({ description: 'The default one, or that of the port, when absent.' }),
});

/** A state change as Pact tools send it; some send fields of their own, which are left alone. */
export const providerState = component(
  'ControlProviderState',
  z.object({
    state: z
      .string()
      .optional()
      .meta({
        description: 'The name of the state; what stands in it in braces is taken from `params`.',
        examples: ['all that hotel.doBooking needs'],
      }),
    states: z
      .array(z.string())
      .optional()
      .meta({ description: 'Several of them, as older tools send them.' }),
    params: z.record(z.string(), z.unknown()).nullish(),
    action: z.enum(['setup', 'teardown']).optional().meta({ description: 'setup when absent.' }),
  }),
);

/** What a state gives to the requests that are made in it, by name. */
export const providerStateValues = component(
  'ControlProviderStateValues',
  z.record(z.string(), z.union([z.string(), z.number()])),
);
