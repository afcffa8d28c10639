import type { Judgement } from '#scenarios/judge';
import { closeAndJudge } from '#scenarios/run/judge-sandbox';
import { createHotelClient, createTestSupplier } from '../../mock-server/hotel-client.ts';

/** Judges the traffic of a client that books with a key that is not a UUID. The source is difficult for each format. */
export async function judgedTraffic(): Promise<Judgement> {
  const supplier = createTestSupplier();
  const client = createHotelClient(supplier.fetch);
  await client.book(undefined, undefined, { headers: { 'idempotency-key': 'booking-1' } });
  return { ...closeAndJudge(supplier.sandboxes.require('default')), source: 'sandbox "a" <&> \u0000' };
}

/** Returns a judgement in which the stand-in also sent an invalid answer. */
export const withBrokenAnswer = (judged: Judgement): Judgement => ({
  ...judged,
  brokenAnswers: [{ exchange: 7, problem: 'Token: missing' }],
});
