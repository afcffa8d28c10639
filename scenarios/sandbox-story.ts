import { bookingsOf, type Sandbox, viewEntry } from '#mock-server';
import { createStory, type Story } from './story/index.ts';

/** Enough of each body to see its fields. All stories of the catalogue together then have less than 3 MB. */
const bodyLength = 1_500;
const maxCalls = 200;

/**
 * Returns the story of a sandbox: the calls that it received, and what happened to its bookings.
 *
 * @param restartedAfter the number of the last exchange before the client was killed and started again
 * @example sandboxStory(sandbox).calls.length
 */
export function sandboxStory(sandbox: Sandbox, restartedAfter?: number): Story {
  return createStory({
    exchanges: sandbox.journal.read().map(entry => viewEntry(sandbox, entry)),
    bookings: bookingsOf(sandbox),
    ended: sandbox.closedAt ?? sandbox.clock.now(),
    restartedAfter,
    bodyLength,
    maxCalls,
  });
}
