import * as z from 'zod';
import { component } from '../provenance.ts';
import { sandboxId } from '../scalars.ts';

/** In the query, because users of Pact tools can only set an address. */
export const providerStateQuery = z.strictObject({
  sandbox: sandboxId
    .optional()
    .meta({ description: 'The id of the sandbox; by default the sandbox with this port, or `default`.' }),
});

/** The server ignores unknown fields. */
export const providerState = component(
  'ControlProviderState',
  z.object({
    state: z
      .string()
      .optional()
      .meta({
        description: 'The name of the state. A placeholder in braces stands for its value in `params`.',
        examples: ['all that hotel.doBooking needs'],
      }),
    states: z
      .array(z.string())
      .optional()
      .meta({ description: 'The names of several states. Older tools send this field.' }),
    params: z.record(z.string(), z.unknown()).nullish(),
    action: z.enum(['setup', 'teardown']).optional().meta({ description: 'The default is setup.' }),
  }),
);

export const providerStateValues = component(
  'ControlProviderStateValues',
  z.record(z.string(), z.union([z.string(), z.number()])),
);
