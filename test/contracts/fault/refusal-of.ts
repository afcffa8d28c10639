import { type FaultDetail, FaultError } from '#contracts/fault';

/** Returns the message of the FaultError for wrong fields. Throws when the fields are right. */
export function refusalOf(act: () => unknown): readonly FaultDetail[] {
  try {
    act();
  } catch (error) {
    if (error instanceof FaultError) return error.details;
    throw error;
  }
  throw new Error('refusalOf: nothing was refused');
}
