import { limits } from '#contracts';
import { problem, Refusal } from '../refusal.ts';
import { staticOwner } from './authenticate-static.ts';
import type { ExchangeState } from './exchange.ts';

/** Refuses what exceeds the rate of a credential, and says when to come back (limit.rate, err.429, decision 10). */
export function limitRate({ sandbox, now }: ExchangeState, owner: string): void {
  // A client that is exact when it sends must not be refused because the wire took less time the second time.
  const slack = limits.rateSlack.value * sandbox.clock.speed;
  const wait = sandbox.rateWindow(owner)?.take(now, slack) ?? 0;
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1_000);
  const rate = sandbox.identity.options.rateLimit;
  const message = `more than ${rate} requests a minute by ${owner === staticOwner ? 'this static token' : `"${owner}"`}; try again in ${seconds} s`;
  throw new Refusal([problem('RateLimited', message)], { 'retry-after': String(seconds) });
}
