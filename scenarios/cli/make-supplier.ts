import { createMockSupplier, FaultError, type MockSupplier } from '#mock-server';
import { CliError } from './cli-error.ts';
import { explainRefusal } from './fault-option.ts';
import { loadProfile } from './load-profile.ts';
import type { Values } from './options.ts';
import { supplierOptions } from './supplier-options.ts';

/**
 * Makes the stand-in that a command line asks for.
 *
 * @throws CliError for a profile that does not fit, and for faults that contradict each other
 */
export async function makeSupplier(values: Values): Promise<MockSupplier> {
  const profile = await loadProfile(values.profile);
  try {
    return createMockSupplier({ ...supplierOptions(values), profile });
  } catch (error) {
    // Each fault was judged when it was read; two of them can still contradict each other.
    throw error instanceof FaultError ? new CliError(explainRefusal(error, values.fault)) : error;
  }
}
