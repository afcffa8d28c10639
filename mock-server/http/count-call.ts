import { problem, Refusal } from '../books/index.ts';
import type { Namespace } from '../sandbox/index.ts';

/** Counts a call towards the rate of a namespace. Returns the refusal for a call that is too early; otherwise undefined. */
export function countCall(namespace: Namespace | undefined): Refusal | undefined {
  const wait = namespace?.takeCall() ?? 0;
  if (!namespace || wait === 0) return undefined;
  const seconds = Math.ceil(wait / 1_000);
  const message = `the quota of the namespace "${namespace.name}" is ${namespace.quotas.requestsPerSecond} requests in a second; try again in ${seconds} s`;
  return new Refusal([problem('RateLimited', message)], { 'retry-after': String(seconds) });
}
