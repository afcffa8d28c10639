import type { LedgerRecord } from '#client';

export const record = (key: string, change: Partial<LedgerRecord> = {}): LedgerRecord => ({
  key,
  state: 'PENDING',
  reference: `reference of ${key}`,
  product: 'hotel',
  updatedAt: 0,
  ...change,
});
