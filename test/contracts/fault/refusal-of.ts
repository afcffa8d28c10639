import { expect } from 'vitest';
import { type FaultDetail, FaultError } from '#contracts/fault';

/** Returns the details of the FaultError for wrong fields. Throws when the fields are right. */
export function refusalOf(act: () => unknown): readonly FaultDetail[] {
  try {
    act();
  } catch (error) {
    if (error instanceof FaultError) return error.details;
    throw error;
  }
  throw new Error('refusalOf: nothing was refused');
}

/** Expects a refusal of one field only. */
export function expectRefused(act: () => unknown, field: string | undefined, message: string): void {
  const [detail, ...more] = refusalOf(act);
  expect([detail?.field, detail?.message, more]).toEqual([field, expect.stringContaining(message), []]);
}
