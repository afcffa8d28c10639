import { operations } from '#contracts';
import { type Call, defineRule, isLost } from '../assess/index.ts';

/** The outcomes with which a client gives up. */
const givenUp: readonly string[] = ['error', 'failed', 'unavailable', 'ask-support'];

export const recovers = defineRule({
  id: 'recovers',
  reads: 'books',
  level: 'should',
  clauses: ['err.retry', 'err.429', 'err.500'],
  title: 'A correct client completes the purchase after one transient failure that it may repeat.',
  judgeEnd({ calls, purchases, result }) {
    if (!purchases || purchases.length === 0)
      return { notApplicable: 'the purchases of the user are unknown' };
    if (!result) return { notApplicable: 'the result of the client is unknown' };
    const [hit, ...more] = calls.filter(({ facts: { faults = [] } }) => faults.length > 0);
    if (!hit || more.length > 0 || !isRepeatable(hit))
      return {
        notApplicable: 'the run does not have exactly one transient failure that a client may repeat',
      };
    if (!givenUp.includes(result.outcome)) return [];
    const { operation, status } = hit.facts;
    const failure = status === undefined ? 'got no answer' : `was answered ${status}`;
    const message = `One call (${operation}, exchange ${hit.number}) ${failure}, and the client gave up with "${result.outcome}".`;
    return [{ message, exchanges: [hit.number] }];
  },
});

/** Returns whether a client may repeat a call that failed: the call changes no booking, or was refused with 429 (decision 2). */
function isRepeatable(call: Call): boolean {
  const { operation, status } = call.facts;
  if (operation === null) return false;
  const { effect } = operations[operation];
  return status === 429 || ((effect === 'read' || effect === 'validate') && isLost(call));
}
