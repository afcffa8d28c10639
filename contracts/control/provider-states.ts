import * as z from 'zod';
import { component } from '../provenance.ts';
import { sandboxId } from '../scalars.ts';

/** The sandbox of a provider state. It is in the query, because a Pact tool can set only the address. */
export const providerStateQuery = z.strictObject({
  sandbox: sandboxId.optional().meta({ description: 'The default one, or that of the port, when absent.' }),
});

/** A state change as Pact tools send it. Further fields of a tool are ignored. */
export const providerState = component(
  'ControlProviderState',
  z.object({
    state: z
      .string()
      .optional()
      .meta({
        description: 'The name of the state. A name in braces is replaced by its value in `params`.',
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

/** The values for the requests of a state, by name. */
export const providerStateValues = component(
  'ControlProviderStateValues',
  z.record(z.string(), z.union([z.string(), z.number()])),
);
