import type { MockSupplier } from '#mock-server';
import type { Fetch } from '../../control/control-client.ts';
import { createHotelClient, type HotelClient, type HotelClientOptions } from '../../hotel-client.ts';

export function playing(
  { fetch }: MockSupplier,
  scenario: string,
  options: HotelClientOptions = {},
): HotelClient {
  const asking: Fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, 'X-Understudy-Scenario': scenario } });
  return createHotelClient(asking, options);
}

export const outcomeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof TypeError ? 'cut off' : String(error)),
  );
