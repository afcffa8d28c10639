import { describe, expect, it } from 'vitest';
import { asObject } from '#contracts/util';
import type { OpenWire, Scenario, TaskStep } from '#scenarios';
import { playScenario } from '#scenarios';
import { scenarioOf } from '../../catalogue/scenario-of.ts';

const hotel = scenarioOf('hotel-confirmed');
const [step] = hotel.task.steps;
if (step?.do !== 'book' || step.product !== 'hotel') throw new Error('hotel-confirmed books no hotel');

/** A scenario of the catalogue with other faults, and a moment at which its client is killed. */
const disturbed = (id: string, faults: string[], restarts?: Scenario['restarts']): Scenario => {
  const one = scenarioOf(id);
  return { ...one, setup: { ...one.setup, faults }, restarts };
};

/** The scenario of a hotel booking with other steps and faults. */
const withSteps = (steps: TaskStep[], faults: string[] = []): Scenario => ({
  ...disturbed('hotel-confirmed', faults),
  task: { steps },
});

/** Plays a scenario, and returns the bodies that the client sent to a path, and the answers from there. */
async function callsTo(path: string, scenario: Scenario) {
  const bodies: Record<string, unknown>[] = [];
  const answers: unknown[] = [];
  const open: OpenWire = ({ supplier }) => ({
    baseUrl: 'http://supplier.example',
    async fetch(input, init) {
      const answer = await supplier.fetch(input, init);
      if (!String(input).endsWith(path)) return answer;
      bodies.push(JSON.parse(String(init?.body)));
      answers.push(await answer.clone().json());
      return answer;
    },
    close: async () => undefined,
  });
  await playScenario(scenario, { open });
  return { bodies, answers };
}

const inTrip = (hotel: string, transfer: string) => [
  { product: 'hotel', outcome: hotel },
  { product: 'transfer', outcome: transfer },
];
const beforePayment = { at: 'payBooking', moment: 'before' } as const;

describe('the reference client with a task', () => {
  it('svc.2: searches in the place that Autocomplete gives for its name', async () => {
    const criteria = { ...step.criteria, destination: 'Lisboa' };
    const { bodies } = await callsTo('/Hotel.svc/Search', withSteps([{ ...step, criteria }]));
    expect(bodies[0]?.Criteria).toEqual({
      DestinationId: '1007',
      CheckinDate: '2026-12-10',
      CheckoutDate: '2026-12-12',
      SearchRooms: [{ NumAdults: 2, ChildAges: [7] }],
      Nationality: 'BR',
    });
  });

  it('date.hours: sends local times of the task in UTC, on the dates of the place', async () => {
    const { bodies } = await callsTo('/RentACar.svc/Search', scenarioOf('car-confirmed'));
    const { Pickup, Dropoff } = asObject(bodies[0]?.Criteria);
    expect([Pickup, Dropoff]).toEqual([
      { LocationCode: 'GIG', LocationType: 'Airport', Date: '2026-12-10', Time: '18:30' },
      { LocationCode: 'GIG', LocationType: 'Airport', Date: '2026-12-12', Time: '01:00' },
    ]);
  });

  it('takes the first offer that fits, of the hotel that is named', async () => {
    const { answers } = await callsTo('Hotel.svc/Search', hotel);
    const hotels = asObject(answers[0]).Hotels as { HotelId: number; Name: string }[]; // in the form of a Search answer
    const chosen = async (name?: string) => {
      const scenario = withSteps([{ ...step, choose: { ...step.choose, name } }]);
      const { bodies } = await callsTo('/GetBookingConditions', scenario);
      return bodies.map(body => body.HotelId);
    };
    expect(await chosen()).toEqual([hotels[0]?.HotelId]);
    expect(await chosen(hotels.at(-1)?.Name)).toEqual([hotels.at(-1)?.HotelId]);
  });

  it('ends with unavailable when no offer fits', async () => {
    const { report } = await playScenario(withSteps([{ ...step, choose: { name: 'Nowhere' } }]));
    expect(report.outcome).toBe('unavailable');
  });

  it('ends with an error that names an unknown place', async () => {
    const criteria = { ...step.criteria, destination: 'Atlantis' };
    const { report, services } = await playScenario(withSteps([{ ...step, criteria }]));
    const why = 'Autocomplete finds no place with the name "Atlantis" for the product hotel';
    expect({ report, services }).toEqual({ report: { outcome: 'error', why }, services: [] });
  });

  it('skips steps that would add to or cancel a failed booking', async () => {
    const [, transfer] = scenarioOf('trip-hotel-and-transfer').task.steps;
    const cancel = { do: 'cancel', what: 'trip', step: 0 } as const;
    const steps = [step, ...(transfer ? [transfer] : []), cancel];
    const { report, facts } = await playScenario(withSteps(steps, ['hotel.doBooking:business=FAILED']));
    expect(report).toMatchObject({ outcome: 'failed', services: inTrip('failed', 'unavailable') });
    expect(facts.map(({ operation }) => operation)).not.toContain('transfer.search');
  });

  it('continues without static data, and ends with an error where the task has no other step', async () => {
    const steps: TaskStep[] = [{ do: 'static', hotelId: 1 }, step];
    expect((await playScenario(withSteps(steps))).report.outcome).toBe('confirmed');
    const { report } = await playScenario(withSteps([{ do: 'static', hotelId: 1 }]));
    expect(report).toMatchObject({ outcome: 'error', why: expect.stringContaining('404') });
  });

  it('client.states: is killed once its DoBooking has arrived, and finds that booking when it is started again', async () => {
    const { facts } = await playScenario(scenarioOf('client-restarted'));
    const names = facts.map(({ operation }) => operation);
    const killed = names.indexOf('hotel.doBooking');
    expect(names.slice(0, killed)).toEqual(['autocomplete', 'hotel.search', 'hotel.getBookingConditions']);
    expect(names.slice(killed + 1)).toContain('getBooking');
    expect(names.lastIndexOf('hotel.doBooking')).toBe(killed);
  });

  it('names the unpaid booking of the killed process when it cannot begin the step again', async () => {
    const faults = ['autocomplete:status=400,nth=2'];
    const { report, services } = await playScenario(disturbed('prepaid-approved', faults, beforePayment));
    expect(services).toEqual(['awaiting-payment']);
    expect(report).toMatchObject({
      outcome: 'pending',
      bookingId: expect.stringMatching(/^\d+$/),
      why: expect.stringContaining('autocomplete: HTTP 400'),
    });
  });

  it('err.401: does not continue a booking at which the credential was refused after the restart', async () => {
    const scenario = disturbed('prepaid-approved', ['getBookingDetail:status=401,nth=1'], beforePayment);
    const { report, facts, services } = await playScenario(scenario);
    const looks = facts.filter(({ operation }) => operation === 'getBookingDetail');
    expect([services, looks.length]).toEqual([['awaiting-payment'], 1]);
    expect(report).toMatchObject({ outcome: 'pending', bookingId: expect.stringMatching(/^\d+$/) });
  });

  it('gives the outcome of a resumed booking to its own step', async () => {
    const faults = ['transfer.doBooking:timeline=pending;rejected@PT15M'];
    const restarts = { at: 'getBookingDetail', nth: 2, moment: 'before' } as const;
    const { report } = await playScenario(disturbed('trip-hotel-and-transfer', faults, restarts));
    expect(report).toMatchObject({ outcome: 'confirmed', services: inTrip('confirmed', 'rejected') });
  });

  it('sends nothing more once it was killed', async () => {
    const { facts, report } = await playScenario({ ...hotel, restarts: { at: 'hotel.search' } });
    expect(facts.filter(({ operation }) => operation === 'hotel.search')).toHaveLength(2);
    expect(report.outcome).toBe('confirmed');
  });

  it('flow.3: numbers references and keys from the start in each run, so that two runs are equal', async () => {
    const [one, other] = [await playScenario(hotel), await playScenario(hotel)];
    const keys = [one, other].map(({ facts }) => facts.flatMap(({ idempotencyKey }) => idempotencyKey ?? []));
    expect(keys[0]).toEqual(keys[1]);
    expect(keys[0]?.[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
