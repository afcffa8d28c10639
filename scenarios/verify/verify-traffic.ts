import { applyProfile, operations, type Profile } from '#contracts';
import { createEvidence } from './evidence.ts';
import { makeReport } from './make-report.ts';
import { readRecorded } from './read-recorded.ts';
import type { Verified } from './verify-target.ts';

/** Traffic that was recorded, and what is known of it. */
export interface VerifyTrafficOptions {
  /** How reports call it. */
  readonly name: string;
  /** A HAR file, or exchanges of a sandbox, as text. */
  readonly text: string;
  /** The names that are known already. */
  readonly profile?: Profile | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Compares the answers of recorded traffic with the contract; nothing is sent.
 *
 * @throws TrafficFileError for a file that is none of traffic
 * @example verifyTraffic({ name: 'traffic.har', text, now: systemClock.now }).report.exitCode
 */
export function verifyTraffic({ name, text, profile, now }: VerifyTrafficOptions): Verified {
  const startedAt = now();
  const given = profile ?? { name };
  const dialect = applyProfile(operations, given);
  const { calls, elsewhere } = readRecorded(text, dialect);
  const evidence = createEvidence(given);
  for (const call of calls) evidence.add(call.name, call.came, dialect);
  const learned = evidence.learned(true);
  return {
    profile: learned.profile,
    report: makeReport({
      source: { kind: 'traffic', name },
      profile: profile?.name ?? null,
      startedAt,
      tookMs: now() - startedAt,
      calls: [...evidence.calls],
      elsewhere,
      operations: evidence.compared(),
      names: [...learned.names],
    }),
  };
}
