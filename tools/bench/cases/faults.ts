import { startUnderstudy } from '../beside.ts';
import { alternate, cpuMicros, perSecond, ratio } from '../rounds.ts';
import type { Case } from './case.ts';

// No fault of this list matches a Search of the bench: they name other operations, other values, later calls or other connections.
const faults = [
  'hotel.doBooking:cut,commit=before',
  'hotel.getBookingConditions:sold-out',
  'car.search:status=503',
  'payBooking:payment=declined',
  'hotel.search:hang,body.Criteria.DestinationId=9991',
  'hotel.search:body=html,body.Criteria.DestinationId=9992',
  'hotel.search:status=500,body.Criteria.DestinationId=9993',
  'hotel.search:delay=PT1S,nth=900000000',
  'hotel.search:delay=PT1S,body.Criteria.SearchRooms.NumAdults=8',
  'getBooking*:visibility,hiddenFor=PT4M',
];

/** Measures how much armed faults that match nothing slow a Search down. */
export const armedFaults: Case = async budget => {
  const [armed, free] = await Promise.all([startUnderstudy(), startUnderstudy()]);
  try {
    const count = await armed.ask<number>({ faults });
    const plan = () => ({ kind: 'same-search' }) as const;
    const paces = await alternate({ servers: { armed, free }, plan, requests: 20_000 }, budget);
    return [
      {
        case: 'Search, faults armed',
        what: `requests/s with ${count} faults that hit nothing`,
        value: ratio(paces.armed, paces.free),
        unit: '×',
        target: { min: 0.95 },
        note: `${perSecond(paces.armed)} to ${perSecond(paces.free)} requests/s; processor ${cpuMicros(paces.armed)} to ${cpuMicros(paces.free)} µs a request`,
        raw: paces,
      },
    ];
  } finally {
    await Promise.all([armed.stop(), free.stop()]);
  }
};
