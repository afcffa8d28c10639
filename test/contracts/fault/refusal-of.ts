import { type FaultDetail, FaultError } from '#contracts/fault';

/** What a FaultError says of the fields that are wrong; throws when nothing is. */
export function refusalOf(act: () => unknown): readonly FaultDetail[] {
  try {
    act();
  } catch (error) {
    if (error instanceof FaultError) return error.details;
    throw error;
  }
  throw new Error('refusalOf: nothing was refused');
}
