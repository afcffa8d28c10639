import { duration } from '../../input/index.ts';
import { parseDuration } from '../../util/index.ts';
import { defineFault } from '../define-fault.ts';
import { commit } from './parameters.ts';

export const hang = defineFault('hang', {
  part: 'answer',
  fields: () => ({
    for: duration
      .optional()
      .meta({ description: 'The time without an answer; by default until the client gives up.' }),
    commit,
  }),
  example: 'hang=PT1M,commit=after',
  about:
    'The server sends no answer until the client gives up, or for the time in `for`. After this time, the server sends the answer of the operation. If the operation had no effect, the server resets the connection instead.',
  trials: [{ parameters: {} }, { parameters: { for: 'PT60S' } }],
  conflictsWith: ({ for: time }) => (time === undefined ? ['hang', 'status', 'body', 'cut'] : ['hang']),
  plan: ({ for: time }) => ({ hang: time === undefined ? Number.POSITIVE_INFINITY : parseDuration(time) }),
});
