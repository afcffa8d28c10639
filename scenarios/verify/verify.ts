import { addDays, applyProfile, operations, type Profile, utcDate, version } from '#contracts';
import { latestToday } from '#contracts/calendar';
import { exitCodeOf } from '../report/index.ts';
import { bookAndCancel, type OnBooking } from './booking.ts';
import { type CallName, createCaller, type Target } from './call.ts';
import { createConversation } from './conversation.ts';
import { createEvidence, type Evidence, type Hide } from './evidence.ts';
import { type RequestedTrip, read, readTools } from './reading.ts';
import { readRecording } from './recording.ts';
import {
  type ComparedField,
  type CreatedBooking,
  type DriftReport,
  type FieldState,
  fieldStates,
  type RecordedCall,
} from './report-schema.ts';
import { needsCare } from './report-text.ts';
import { newUuid } from './seed-uuid.ts';

export interface VerifyTargetOptions {
  readonly target: Target;
  /** By default two nights in Rio de Janeiro, in 60 days. */
  readonly trip?: Partial<RequestedTrip>;
  readonly profile?: Profile | undefined;
  readonly allowBooking?: boolean;
  readonly hide?: Hide;
  /** If DoBooking was already sent, `verify` still cancels the test booking. */
  readonly signal?: AbortSignal | undefined;
  readonly onCall?: (call: RecordedCall) => void;
  /** `ms`: of Retry-After. */
  readonly onWait?: (name: CallName, ms: number) => void;
  readonly onBooking?: OnBooking;
  readonly onBooked?: (booking: CreatedBooking) => void;
}

export type Verified = ReturnType<typeof verified>;

/** Suppliers usually sell rooms for this date, and cancellation is usually free. */
const daysAhead = 60;
/** Two attempts to cancel can each wait for several Retry-After, in milliseconds. A penalty must not begin before they end. */
const maxTimeToCancel = 3 * 3_600_000;

/** With `allowBooking`, also books, cancels and reads a booking. Throws only internal errors; the report has the target's problems. */
export async function verifyTarget(options: VerifyTargetOptions): Promise<Verified> {
  const { target, signal, onCall, onBooking, hide = text => text } = options;
  const { clock, baseUrl } = target;
  const startedAt = clock.now();
  const profile = options.profile ?? { name: new URL(baseUrl).host };
  const evidence = createEvidence(profile, hide);
  const makeCall = createCaller(target, (name, ms) => options.onWait?.(name, ms));
  const parts = { makeCall, target, evidence, profile, onCall };
  const conversation = createConversation({ ...parts, signal });
  const checkin = addDays(utcDate(startedAt), daysAhead);
  const bookings: CreatedBooking[] = [];
  try {
    const searches = await read(conversation, { airport: 'GIG', nights: 2, checkin, ...options.trip });
    if (target.mcpUrl !== undefined) await readTools(conversation);
    if (options.allowBooking && 'reason' in searches) conversation.skip('hotel.doBooking', searches.reason);
    if (options.allowBooking && 'criteria' in searches) {
      const { usesLearnedNames } = conversation;
      const afterwards = createConversation({ ...parts, usesLearnedNames });
      const today = () => latestToday(clock.now() + maxTimeToCancel);
      const criteria = searches.criteria.hotel;
      const plan = { criteria, today, newUuid, afterwards, signal, onBooking };
      const booking = await bookAndCancel(conversation, plan);
      if (booking) options.onBooked?.(booking);
      if (booking) bookings.push(booking);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  return verified(evidence, {
    inRequests: conversation.usesLearnedNames,
    source: { kind: 'target', name: baseUrl },
    profile: options.profile?.name ?? null,
    startedAt,
    tookMs: clock.now() - startedAt,
    bookings: bookings.map(({ bookingId, said, ...booking }) => {
      const id = bookingId === undefined ? {} : { bookingId: hide(bookingId) };
      return { ...booking, ...id, said: hide(said) };
    }),
    elsewhere: [],
  });
}

interface VerifyTrafficOptions {
  readonly name: string;
  readonly text: string;
  readonly profile?: Profile | undefined;
  readonly hide?: Hide;
  readonly now: () => number;
}

/** Sends no requests. Throws a UsageError for a file that is not traffic. */
export function verifyTraffic(options: VerifyTrafficOptions): Verified {
  const { name, text, profile = { name }, hide = shown => shown, now } = options;
  const startedAt = now();
  const dialect = applyProfile(operations, profile);
  const evidence = createEvidence(profile, hide);
  const { calls, elsewhere, ...recording } = readRecording(text, dialect);
  for (const { name: call, outcome } of calls) evidence.add(call, outcome, dialect);
  return verified(evidence, {
    inRequests: true,
    source: { kind: 'traffic', name },
    profile: options.profile?.name ?? null,
    startedAt,
    tookMs: now() - startedAt,
    ...recording,
    elsewhere: elsewhere.map(one => ({ ...one, path: hide(one.path) })),
    bookings: [],
  });
}

type Circumstances = Pick<
  DriftReport,
  'source' | 'profile' | 'tookMs' | 'elsewhere' | 'skipped' | 'bookings'
> & {
  readonly startedAt: number;
  /** Whether the supplier accepts the field names from its answers in requests. */
  readonly inRequests: boolean;
};

function verified(evidence: Evidence, { startedAt, inRequests, ...rest }: Circumstances) {
  const { profile, names, compared } = evidence.learned(inRequests);
  const fields = compared.flatMap(operation => operation.fields);
  const count = (test: (field: ComparedField) => boolean) => fields.filter(test).length;
  const states = fieldStates.map(state => [state, count(field => field.state === state)]);
  const drift = count(({ weight }) => weight === 'drift');
  const isBroken = drift > 0 || rest.bookings.some(needsCare);
  const report: DriftReport = {
    format: 'understudy-drift-report',
    version: 1,
    understudy: version,
    ...rest,
    startedAt: new Date(startedAt).toISOString(),
    exitCode: exitCodeOf({ isBroken, isUnproven: compared.length === 0 }),
    summary: {
      ...(Object.fromEntries(states) as Record<FieldState, number>), // fromEntries drops the key types
      answers: compared.reduce((sum, { answers }) => sum + answers, 0),
      drift,
      learned: count(({ weight }) => weight === 'learned'),
    },
    calls: evidence.calls,
    operations: compared,
    names,
  };
  return { report, profile };
}
