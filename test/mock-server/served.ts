import { listen } from '#mock-server/node';
import { createTestSupplier, type Fetch } from './hotel-client.ts';

/** Something played against a supplier, wherever that is. */
export type Play = (fetch: Fetch, baseUrl: string) => Promise<void>;

/** Plays against a new supplier in process. */
export const inProcess = (play: Play): Promise<void> =>
  play(createTestSupplier().fetch, 'http://supplier.test');

/** Plays against a new supplier behind a port of its own. */
export async function overPort(play: Play): Promise<void> {
  const { url, close } = await listen(createTestSupplier(), { port: 0 });
  try {
    await play((address, init) => fetch(address, init), url);
  } finally {
    await close();
  }
}
