import { operations } from '#contracts';
import { type applyProfile, ProfileError, parseProfile } from '#contracts/profile';

export type Registry = Parameters<typeof applyProfile>[0];

/** Returns what is wrong with a profile. */
export function problemsOf(value: unknown, registry: Registry = operations) {
  try {
    parseProfile(value, registry);
    return [];
  } catch (error) {
    if (error instanceof ProfileError) return error.problems;
    throw error;
  }
}
