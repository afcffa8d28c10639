import * as z from 'zod';
import { suppliers } from '../../operations/index.ts';
import { defineFault } from '../define-fault.ts';

export const partial = defineFault('partial', {
  fields: () => ({
    supplier: z.enum(suppliers).meta({ description: 'The supplier whose offers are missing.' }),
  }),
  example: 'partial=Cais Norte Supply',
  about:
    'One supplier did not answer a Search in time. The offers of this supplier are missing, and Errors[] names the supplier.',
  where: 'Search',
  actsOn: ({ id }) => id.endsWith('.search'),
  trials: suppliers.map(supplier => ({ parameters: { supplier } })),
  plan: ({ supplier }) => ({
    directives: {
      absent: [supplier],
      errors: [{ Code: 'SupplierUnavailable', Message: `${supplier} did not answer in time` }],
    },
  }),
});
