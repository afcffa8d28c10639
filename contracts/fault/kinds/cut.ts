import * as z from 'zod';
import { defineFault } from '../define-fault.ts';
import { commit } from './parameters.ts';

export const cut = defineFault('cut', {
  part: 'answer',
  fields: () => ({
    at: z.enum(['before-headers', 'after-headers', 'mid-body']).optional().meta({
      description: 'The time of the connection reset; by default before the headers.',
    }),
    commit,
  }),
  example: 'cut=mid-body,commit=never',
  about:
    'The server resets the connection before the headers, after the headers, or in the middle of the body.',
  trials: [{ parameters: {} }, { parameters: { at: 'after-headers' } }, { parameters: { at: 'mid-body' } }],
  conflictsWith: ({ at = 'before-headers' }) =>
    at === 'before-headers' ? ['cut', 'status', 'body'] : ['cut', 'body'],
  plan: ({ at = 'before-headers' }) => ({ cut: at }),
});
