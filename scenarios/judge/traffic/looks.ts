import { type Call, firstFrom } from './call.ts';
import type { Traffic } from './index.ts';

/** The looks and lists that a credential sent between the end of one call and another call. */
export function looksBetween(
  first: Pick<Call, 'by' | 'opened' | 'ended'>,
  last: Call,
  traffic: Traffic,
): Call[] {
  const looks = traffic.looksBy(first.by);
  const found: Call[] = [];
  for (let index = firstFrom(looks, first.ended ?? first.opened); index < looks.length; index += 1) {
    const look = looks[index];
    if (!look || look.number >= last.number) break;
    found.push(look);
  }
  return found;
}
