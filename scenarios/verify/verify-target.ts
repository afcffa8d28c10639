import type { Profile } from '#contracts';
import { latestToday } from '#contracts/calendar';
import { type CallName, type Came, createAsker, type Target } from './asker.ts';
import { playBooking } from './book-steps.ts';
import type { DriftReport, MadeBooking } from './compare/index.ts';
import { createConversation } from './conversation.ts';
import { usualCheckin, type Wanted } from './criteria.ts';
import { createEvidence } from './evidence.ts';
import { makeReport } from './make-report.ts';
import { playReading, playTools } from './read-steps.ts';
import { newUuid } from './seed-uuid.ts';

/** What of a target is verified. */
export interface VerifyTargetOptions {
  readonly target: Target;
  /** What is asked for; Rio de Janeiro in two months where nobody says. */
  readonly wanted?: Partial<Wanted>;
  /** The names that are known already. */
  readonly profile?: Profile | undefined;
  readonly allowBooking?: boolean;
  /** Ends the reading early; what was booked is cancelled all the same. */
  readonly signal?: AbortSignal | undefined;
  readonly onCall?: (name: CallName, came: Came) => void;
  readonly onWait?: (name: CallName, ms: number) => void;
  /** Told the reference right before a room is booked under it. */
  readonly onBooking?: (reference: string) => void;
  /** Told what became of that booking. */
  readonly onBooked?: (made: MadeBooking) => void;
}

/** What verifying came to: the report, and the profile with what was learned. */
export interface Verified {
  readonly report: DriftReport;
  readonly profile: Profile;
}

/**
 * Plays the read-only part of the contract against a target, one call after another, and compares what it answers. With
 * `allowBooking` it also books a room, cancels it and looks at it.
 *
 * @throws Error for failures of ours only; what the target does wrong is in the report
 */
export async function verifyTarget(options: VerifyTargetOptions): Promise<Verified> {
  const { target, signal, onCall, onWait = () => undefined } = options;
  const { clock, baseUrl } = target;
  const startedAt = clock.now();
  const given = options.profile ?? { name: new URL(baseUrl).host };
  const evidence = createEvidence(given);
  const ask = createAsker(target, onWait);
  const parts = { ask, target, evidence, profile: given, onCall };
  const talk = createConversation({ ...parts, signal });
  const wanted = { ...usualWishes, checkin: usualCheckin(startedAt), ...options.wanted };
  const bookings: MadeBooking[] = [];
  try {
    const found = await playReading(talk, wanted);
    if (target.mcpUrl !== undefined) await playTools(talk);
    if (options.allowBooking && 'places' in found) {
      const today = latestToday(clock.now());
      const afterwards = createConversation({ ...parts, isSpoken: talk.isSpoken });
      const { places } = found;
      const aim = { places, wanted, today, newUuid, afterwards, signal, onBooking: options.onBooking };
      const made = await playBooking(talk, aim);
      if (made) {
        bookings.push(made);
        options.onBooked?.(made);
      }
    } else if (options.allowBooking && 'why' in found) talk.skip('hotel.doBooking', found.why);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  const { profile, names } = evidence.learned(talk.isSpoken);
  return {
    profile,
    report: makeReport({
      source: { kind: 'target', name: baseUrl },
      profile: options.profile?.name ?? null,
      startedAt,
      tookMs: clock.now() - startedAt,
      calls: [...evidence.calls],
      operations: evidence.compared(),
      names: [...names],
      bookings,
    }),
  };
}

const usualWishes = { airport: 'GIG', nights: 2 };
