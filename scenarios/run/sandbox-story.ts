import { bookingsOf, type Sandbox, viewEntry } from '#mock-server';
import { createStory, type Story, type StoryParts } from '../report/index.ts';

/** Enough of each body to see its fields. All stories of the catalogue together then have less than 3 MB. */
const bodyLength = 1_500;
const maxCalls = 200;

interface StoryEnd {
  /** The number of the last exchange before the client was killed and started again. */
  readonly restartedAfter?: number | undefined;
  /** When the client ended, in epoch milliseconds of the sandbox clock. Closing a sandbox moves its clock on. */
  readonly ended?: number | undefined;
}

export function sandboxStory(
  sandbox: Sandbox,
  { restartedAfter, ended = sandbox.closedAt ?? sandbox.clock.now() }: StoryEnd = {},
): Story {
  return boundedStory({
    // Masking a body takes time, so only the calls that the story shows get their bodies.
    exchanges: sandbox.journal
      .read()
      .map((entry, index) => (index < maxCalls ? viewEntry(sandbox, entry) : entry.facts)),
    bookings: bookingsOf(sandbox),
    ended,
    restartedAfter,
  });
}

export const boundedStory = (parts: StoryParts): Story => createStory({ bodyLength, maxCalls, ...parts });
