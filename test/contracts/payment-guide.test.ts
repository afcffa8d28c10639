import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limits, testCards } from '#contracts';

it('the payment guide explains each test card and its result', () => {
  const guide = readFileSync('docs/guides/payment.md', 'utf8');
  const rows = [...guide.matchAll(/^\| (\d{12,}) \| (\w+)(?:, approved (\d+) minutes later .*)? \|$/gm)];
  expect(Object.fromEntries(rows.map(([, number, result]) => [number, result]))).toEqual(testCards);
  const wait = String(limits.pendingPayment.value / 60_000);
  for (const [, , result, minutes] of rows) expect(minutes).toBe(result === 'pending' ? wait : undefined);
});
