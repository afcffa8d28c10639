import type { Facts } from '#contracts/exchange';
import { runInSlices, type Sandbox, viewBooking, viewEntry } from '#mock-server';
import { type Booking, bookedServices } from './books/index.ts';
import { findBrokenAnswers, trafficContext } from './judge-context.ts';
import { hasThreads, startJudgeThread } from './judge-thread/index.ts';
import type { Judged } from './reports/index.ts';
import { boundedStorySteps, maxCalls } from './sandbox-story.ts';
import { bookingOf } from './story/index.ts';

/** What a caller of the judge needs: only the verdicts of the rules, also the invariants, or also the story. */
export type Extent = 'rules' | 'invariants' | 'story';

/** The maximum number of calls that are judged at once. A thread takes longer to start than such traffic to judge. */
const fewCalls = 1_000;
/** The number of facts or services that the thread receives in one message. */
const perPart = 100;

/**
 * Judges the calls that a sandbox has received so far. Long traffic is read in slices and judged in a thread, so that the calls to
 * other sandboxes do not wait. The verdicts are about the calls and bookings at the moment of this call.
 *
 * @example (await judgeInSlices(sandbox, 'rules')).verdicts
 */
export async function judgeInSlices(sandbox: Sandbox, extent: Extent): Promise<Judged> {
  const { journal } = sandbox;
  if (!hasThreads || journal.count() - journal.lost().facts <= fewCalls) {
    const { judgeSandbox, judgeWithStory } = await import('./judge-sandbox.ts');
    return extent === 'story' ? judgeWithStory(sandbox) : judgeSandbox(sandbox);
  }
  const entries = journal.entries();
  const services = extent === 'rules' ? undefined : readServices(sandbox);
  const story = extent === 'story' ? storyOf(sandbox) : undefined;
  const context = trafficContext(sandbox);
  const broken = sandbox.closed ? findBrokenAnswers(sandbox) : undefined;
  const thread = startJudgeThread();
  try {
    const send = (kind: 'facts' | 'services') => (text: string) => thread.send({ kind, text });
    await runInSlices(inParts(factsOf(entries), send('facts')));
    if (services) await runInSlices(inParts(services, send('services')));
    const brokenAnswers = broken && (await runInSlices(broken));
    const judged = await thread.end({
      context: { ...context, ...(brokenAnswers && { brokenAnswers }) },
      hasBooks: services !== undefined,
    });
    return { ...judged, ...(story && { story: await runInSlices(story) }) };
  } finally {
    await thread.stop();
  }
}

function* factsOf(entries: ReturnType<Sandbox['journal']['entries']>): Generator<readonly Facts[], void> {
  for (const entry of entries) yield entry ? [entry.facts] : [];
}

/** Begins to read the booked services. */
function readServices({ store, identity, places }: Sandbox): Generator<readonly object[], void> {
  const owners = new Set(identity.credentials.map(({ Username }) => Username));
  const reader = store.readBookings();
  function* read(): Generator<readonly object[], void> {
    try {
      for (const text of reader.newestFirst()) {
        const booking: Booking | undefined = text === '' ? undefined : JSON.parse(text);
        const isOwn = booking && !booking.isOthers && owners.has(booking.owner);
        yield isOwn ? bookedServices(booking, places) : [];
      }
    } finally {
      reader.end();
    }
  }
  return read();
}

/** Joins lists to JSON texts of some length. */
function* inParts(lists: Iterable<readonly object[]>, send: (text: string) => void): Generator<void, void> {
  let part: object[] = [];
  for (const list of lists) {
    part.push(...list);
    if (part.length >= perPart) {
      send(JSON.stringify(part));
      part = [];
    }
    yield;
  }
  send(JSON.stringify(part));
}

/** Creates the story of the first calls and of their bookings. */
function* storyOf(sandbox: Sandbox): Generator<void, Judged['story']> {
  const { journal, store, redactor, clock } = sandbox;
  const ended = clock.now();
  const count = journal.count() - journal.lost().facts;
  const exchanges = [];
  for (const entry of journal.entries({ after: 0, limit: maxCalls })) {
    if (entry) exchanges.push(viewEntry(sandbox, entry));
    yield;
  }
  const ids = new Set(exchanges.map(bookingOf));
  const bookings = [...ids].flatMap(id => {
    const booking = id === undefined ? undefined : store.booking(id);
    return booking ? [viewBooking(booking, redactor)] : [];
  });
  const story = yield* boundedStorySteps({ exchanges, bookings, ended });
  return { ...story, left: count - exchanges.length };
}
