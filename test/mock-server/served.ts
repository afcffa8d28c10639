import { listen } from '#mock-server/node';
import { createTestSupplier, type Fetch } from './hotel-client.ts';

/** A test that runs against a supplier in process or over a port. */
export type Play = (fetch: Fetch, baseUrl: string) => Promise<void>;

/** Runs the test against a new supplier in process. */
export const inProcess = (play: Play): Promise<void> =>
  play(createTestSupplier().fetch, 'http://supplier.test');

/** Runs the test against a new supplier on its own port. */
export async function overPort(play: Play): Promise<void> {
  const { url, close } = await listen(createTestSupplier(), { port: 0 });
  try {
    await play((address, init) => fetch(address, init), url);
  } finally {
    await close();
  }
}
