import type { MockSupplier } from '#mock-server';
import { createHotelClient, type Fetch, type HotelClient, type HotelClientOptions } from '../hotel-client.ts';

/** A client that asks for a scenario with each of its calls. */
export function playing(
  { fetch }: MockSupplier,
  scenario: string,
  options: HotelClientOptions = {},
): HotelClient {
  const asking: Fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, 'X-Understudy-Scenario': scenario } });
  return createHotelClient(asking, options);
}

/** What came of a call, or how it failed. */
export const outcomeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof TypeError ? 'cut off' : String(error)),
  );
