import { operations } from '#contracts';
import type { Facts } from '#contracts/exchange';
import { isLost, readCall } from '../../judge/index.ts';
import { defineInvariant } from '../invariant.ts';

/** The outcomes with which a client gives up. */
const givenUp: readonly string[] = ['error', 'failed', 'unavailable', 'ask-support'];

export const recovers = defineInvariant({
  id: 'recovers',
  level: 'should',
  clauses: ['err.retry', 'err.429', 'err.500'],
  title: 'A correct client completes the purchase after one transient failure that it may repeat.',
  check({ facts, purchases, result }) {
    if (!purchases || purchases.length === 0)
      return { notApplicable: 'the purchases of the user are unknown' };
    if (!result) return { notApplicable: 'the result of the client is unknown' };
    const [hit, ...more] = facts.filter(({ faults }) => (faults?.length ?? 0) > 0);
    if (!hit || more.length > 0 || !isRepeatable(hit))
      return {
        notApplicable: 'the run does not have exactly one transient failure that a client may repeat',
      };
    if (!givenUp.includes(result.outcome)) return [];
    return [
      {
        message: `One call (${hit.operation}, exchange ${hit.number}) ${hit.status === undefined ? 'got no answer' : `was answered ${hit.status}`}, and the client gave up with "${result.outcome}".`,
        exchanges: [hit.number],
      },
    ];
  },
});

/** Returns whether a client may repeat a call that failed: the call changes no booking, or was refused with 429 (decision 2). */
function isRepeatable(facts: Facts): boolean {
  const { operation, status } = facts;
  if (operation === null) return false;
  const { effect } = operations[operation];
  if (status === 429) return true;
  return (effect === 'read' || effect === 'validate') && isLost(readCall(facts));
}
