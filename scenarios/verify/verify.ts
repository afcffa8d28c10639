import { addDays, applyProfile, operations, type Profile, utcDate } from '#contracts';
import { latestToday } from '#contracts/calendar';
import { type CallName, type CallOutcome, createAsk, type Target } from './ask.ts';
import { bookAndCancel } from './booking.ts';
import { createConversation } from './conversation.ts';
import { createEvidence } from './evidence.ts';
import { read, readTools, type Wanted } from './reading.ts';
import { readRecording } from './recording.ts';
import { createReport } from './report.ts';
import type { CreatedBooking, DriftReport } from './report-schema.ts';
import { newUuid } from './seed-uuid.ts';

/** Which target to verify, and how. */
export interface VerifyTargetOptions {
  readonly target: Target;
  /** What to search for; by default Rio de Janeiro, 60 days ahead, two nights. */
  readonly wanted?: Partial<Wanted>;
  /** The names that are known already. */
  readonly profile?: Profile | undefined;
  readonly allowBooking?: boolean;
  /** Ends the calls early; a booking is cancelled all the same. */
  readonly signal?: AbortSignal | undefined;
  readonly onCall?: (name: CallName, outcome: CallOutcome) => void;
  /** Called with the milliseconds that a 429 asks to wait. */
  readonly onWait?: (name: CallName, ms: number) => void;
  /** Called with the reference right before a room is booked under it. */
  readonly onBooking?: (reference: string) => void;
  readonly onBooked?: (booking: CreatedBooking) => void;
}

/** What verifying found: the report, and the profile with the names that it learned. */
export interface Verified {
  readonly report: DriftReport;
  readonly profile: Profile;
}

/** Far enough ahead to be on sale everywhere, and to be cancelled for nothing. */
const daysAhead = 60;

/**
 * Asks a target everything that only reads, one call after another, and compares the answers with the contract. With
 * `allowBooking` it also books a room, cancels it and looks at it.
 *
 * @throws Error for failures of our own only; what the target does wrong is in the report
 * @example (await verifyTarget({ target })).report.exitCode
 */
export async function verifyTarget(options: VerifyTargetOptions): Promise<Verified> {
  const { target, signal, onCall, onBooking, allowBooking = false } = options;
  const { clock, baseUrl } = target;
  const startedAt = clock.now();
  const profile = options.profile ?? { name: new URL(baseUrl).host };
  const evidence = createEvidence(profile);
  const ask = createAsk(target, (name, ms) => options.onWait?.(name, ms));
  const parts = { ask, target, evidence, profile, onCall };
  const talk = createConversation({ ...parts, signal });
  const checkin = addDays(utcDate(startedAt), daysAhead);
  const bookings: CreatedBooking[] = [];
  try {
    const searches = await read(talk, { airport: 'GIG', nights: 2, checkin, ...options.wanted });
    if (target.mcpUrl !== undefined) await readTools(talk);
    if (allowBooking && 'reason' in searches) talk.skip('hotel.doBooking', searches.reason);
    if (allowBooking && 'criteria' in searches) {
      const afterwards = createConversation({ ...parts, isSpoken: talk.isSpoken });
      const today = latestToday(clock.now());
      const criteria = searches.criteria.hotel;
      const booking = await bookAndCancel(talk, { criteria, today, newUuid, afterwards, signal, onBooking });
      if (booking) options.onBooked?.(booking);
      if (booking) bookings.push(booking);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  const learned = evidence.learned(talk.isSpoken);
  const report = createReport({
    source: { kind: 'target', name: baseUrl },
    profile: options.profile?.name ?? null,
    startedAt,
    tookMs: clock.now() - startedAt,
    calls: [...evidence.calls],
    operations: evidence.compared(),
    names: [...learned.names],
    bookings,
  });
  return { report, profile: learned.profile };
}

/** Recorded traffic to verify. */
export interface VerifyTrafficOptions {
  /** How reports call it. */
  readonly name: string;
  /** The text of a HAR file, or of exchanges of a sandbox. */
  readonly text: string;
  /** The names that are known already. */
  readonly profile?: Profile | undefined;
  /** Returns epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Compares the answers of recorded traffic with the contract, and sends nothing.
 *
 * @throws TrafficFileError for a file that is not traffic
 * @example verifyTraffic({ name: 'traffic.har', text, now: systemClock.now }).report.exitCode
 */
export function verifyTraffic({ name, text, profile, now }: VerifyTrafficOptions): Verified {
  const startedAt = now();
  const dialect = applyProfile(operations, profile ?? { name });
  const evidence = createEvidence(profile ?? { name });
  const { calls, elsewhere } = readRecording(text, dialect);
  for (const { name: call, outcome } of calls) evidence.add(call, outcome, dialect);
  const learned = evidence.learned(true);
  const report = createReport({
    source: { kind: 'traffic', name },
    profile: profile?.name ?? null,
    startedAt,
    tookMs: now() - startedAt,
    calls: [...evidence.calls],
    operations: evidence.compared(),
    names: [...learned.names],
    elsewhere,
  });
  return { report, profile: learned.profile };
}
