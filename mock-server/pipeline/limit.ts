import { limits } from '#contracts';
import { problem, Refusal } from '../refusal.ts';
import { staticOwner } from '../sandboxes/credential-index.ts';
import type { Authenticated, Limited } from './stages.ts';

/**
 * Counts a call towards the rate of its owner (limit.rate, decision 10).
 *
 * @throws Refusal 429 with Retry-After (err.429)
 */
export function limit(call: Authenticated): Limited {
  const { sandbox, now, owner } = call;
  const rate = sandbox.rateWindow(owner);
  // A client that sends at the exact instant must not be refused because the wire was faster the second time.
  const wait = rate?.take(now, limits.rateSlack.value * sandbox.clock.speed) ?? 0;
  if (wait === 0) return { ...call, rate };
  const seconds = Math.ceil(wait / 1_000);
  const max = sandbox.identity.options.rateLimit;
  const message = `more than ${max} requests a minute by ${owner === staticOwner ? 'this static token' : `"${owner}"`}; try again in ${seconds} s`;
  throw new Refusal([problem('RateLimited', message)], { 'retry-after': String(seconds) });
}
