import { expect } from 'vitest';
import type { ErrorEntry, OperationId } from '#contracts';
import { createTestSupplier } from '../hotel-client.ts';
import { createTripClient } from '../trip-client.ts';
import { effects } from './exchange-of.ts';

export function startRefused(options: Parameters<typeof createTestSupplier>[0] = {}) {
  const supplier = createTestSupplier({ options: { rateLimit: false }, ...options });
  const client = createTripClient(supplier.fetch);

  /** Returns the messages of a refusal by field, after a check that nothing has changed. */
  async function refused(id: OperationId, body: object, status = 400): Promise<Record<string, string>> {
    const before = effects(supplier);
    const answer = await client.call(id, body);
    expect(answer.status, answer.text).toBe(status);
    expect(effects(supplier)).toBe(before);
    const { Errors } = answer.body as unknown as { Errors: ErrorEntry[] }; // a refusal holds Errors
    return Object.fromEntries(
      Errors.map(entry => [(entry.Field ?? '').replace('Criteria.', ''), entry.Message]),
    );
  }

  return { supplier, client, refused };
}
