import type { Scenario } from '#contracts/scenario';

type Setup = NonNullable<Scenario['setup']>;

const task: Scenario['task'] = {
  steps: [
    {
      do: 'book',
      product: 'hotel',
      criteria: {
        destination: 'Rio de Janeiro',
        checkinDate: '2026-12-10',
        nights: 2,
        rooms: [{ adults: 1 }],
        nationality: 'BR',
      },
      guests: [{ Name: 'Ana', Surname: 'Silva', Age: 34 }],
    },
  ],
};

/** Creates a scenario in which only the supplier's behaviour matters. */
export function scenarioOf(id: string, setup: Setup, more: Partial<Scenario> = {}): Scenario {
  return {
    id,
    title: `Plays ${id}.`,
    products: ['hotel'],
    clauses: ['flow.1'],
    rules: ['outcome-as-expected'],
    setup,
    task,
    outcomes: ['confirmed'],
    truth: { services: ['confirmed'] },
    ...more,
  };
}

/** Scenarios that show each way in which a fault can affect a flow. */
export const smallCatalogue: readonly Scenario[] = [
  scenarioOf('ordinary', {}),
  scenarioOf('search-fails-once', { faults: ['hotel.search:status=500,times=1'] }),
  scenarioOf('sold-out', { faults: ['hotel.getBookingConditions:sold-out=conditions'] }),
  scenarioOf('price-up', { faults: ['hotel.getBookingConditions:price,byPercent=10'] }),
  scenarioOf('answer-lost', { faults: ['hotel.doBooking:cut=before-headers,commit=before,nth=1'] }),
  scenarioOf('search-unreadable-once', { faults: ['hotel.search:body=truncated,times=1'] }),
  scenarioOf('airport-fails-once', { faults: ['airportDetail:status=503,times=1'] }),
  scenarioOf('not-booked', {
    faults: ['hotel.doBooking:cut=before-headers', 'getBooking:status=503,times=1'],
  }),
  scenarioOf('credential-revoked', { faults: ['hotel.getBookingConditions:credential'] }),
  scenarioOf('second-is-rejected', { faults: ['*.doBooking:timeline=rejected,nth=2'] }),
  scenarioOf('second-look-fails', { faults: ['getBookingDetail:status=503,nth=2'] }),
  scenarioOf('rejected', { faults: ['*.doBooking:timeline=rejected'] }),
  scenarioOf('with-setup', {
    seed: 'seven',
    start: '2026-10-01T08:00:00Z',
    options: { rateLimit: 50, idempotency: 'honoured' },
    faults: ['hotel.search:delay=PT1S'],
  }),
];
