import { expect, it } from 'vitest';
import type { Verdict } from '#scenarios/judge';
import { playOnStage } from '#scenarios/run/play/play-scenario';
import { scenarioOf } from '../../scenarios/catalogue/scenario-of.ts';
import { verdictsOn } from '../../scenarios/judge/verdicts-on.ts';
import { searchesAgain } from '../right/habits.ts';
import { type Break, reporting, wire } from './broken-client.ts';
import { neverLooking } from './polling.ts';

/** Returns the rules that a scenario names and the client did not exercise, and the rules that it broke. */
async function missedBy(id: string, { client, report = same => same }: Break): Promise<string[]> {
  const scenario = scenarioOf(id);
  const { played } = await playOnStage(scenario, { client });
  const isWrong = ({ rule, verdict }: Verdict) =>
    verdict === 'fail' || (verdict === 'not-observed' && scenario.rules.includes(rule));
  const verdicts = await verdictsOn(scenario, { ...played, report: report(played.report) });
  return verdicts.filter(isWrong).map(({ rule, verdict }) => `${rule}: ${verdict}`);
}

/** Polls with the other operation (decision 1). */
const pollsByGetBooking = wire({
  getBookingDetail: ({ body: { BookingId }, other }) => other('getBooking', { BookingId }),
});

/** Sends no Payment in DoBooking, and pays by payBooking right after DoBooking (decision 4). */
const paysAfterBooking = wire({
  'hotel.doBooking': ({ body: { Payment: _, ...body }, send }) => send({ body }),
});

/** Reads the label REJEITADO, and not `bookingStatus` (decision 1). */
const readsLabels = reporting('rejected');

it.each([
  ['pays right after DoBooking', 'pay-at-booking', paysAfterBooking],
  ['polls by GetBooking', 'server-error-recovers', pollsByGetBooking],
  ['polls by GetBooking', 'status-goes-back', pollsByGetBooking],
  ['reads no voucher', 'status-goes-back', neverLooking],
  ['searches again', 'conditions-answer-lost', searchesAgain],
  ['reads the label', 'business-failed', readsLabels],
  ['reads the label', 'business-errors', readsLabels],
  ['reads the label', 'on-request-expired', readsLabels],
])('a client that %s shows every rule that %s names', async (_, id, breakIt) => {
  expect(await missedBy(id, breakIt)).toEqual([]);
});
