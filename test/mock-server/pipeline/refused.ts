import type { OperationId } from '#contracts';
import { createTestSupplier } from '../hotel-client.ts';
import { createTripClient } from '../trip-client.ts';
import { refusedBy } from './exchange-of.ts';

export function startRefused(options: Parameters<typeof createTestSupplier>[0] = {}) {
  const supplier = createTestSupplier({ options: { rateLimit: false }, ...options });
  const client = createTripClient(supplier.fetch);

  /** Returns the messages of a refusal by field, after a check that nothing has changed. */
  async function refused(id: OperationId, body: object, status = 400): Promise<Record<string, string>> {
    const errors = await refusedBy(supplier, client, id, body, status);
    return Object.fromEntries(
      errors.map(entry => [(entry.Field ?? '').replace('Criteria.', ''), entry.Message]),
    );
  }

  return { supplier, client, refused };
}
