import type { MockSupplier } from '#mock-server';
import { bookBody, chooseFirst, conditionsBody, paths, searchBody, valueAfter } from './requests.ts';

/** Sends Searches and requests for conditions in process, and returns the bodies of the DoBookings that can follow. */
export async function prepareBookings(
  supplier: MockSupplier,
  { prepare, from }: { prepare: number; from: number },
): Promise<string[]> {
  const call = async (path: string, body: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await supplier.fetch(`http://supplier.test${path}`, { method: 'POST', headers, body });
    return answer.text();
  };
  const bodies: string[] = [];
  for (let n = from; n < from + prepare; n += 1) {
    const choice = chooseFirst(await call(paths.search, searchBody(n)));
    const conditions = await call(paths.conditions, conditionsBody(choice));
    bodies.push(bookBody({ ...choice, token: valueAfter(conditions, '"Token":"') }, n));
  }
  return bodies;
}
