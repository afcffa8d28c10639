// Searches of the other products at a place, given by its airport or its id.

const moment = { Date: '2026-12-10', Time: '15:00' };
const at = (LocationCode: string) => ({
  LocationType: /^\d/.test(LocationCode) ? 'Destination' : 'Airport',
  LocationCode,
});

export const carSearch = (code: string) => ({
  Criteria: {
    Pickup: { ...at(code), ...moment },
    Dropoff: { ...at(code), Date: '2026-12-12', Time: '15:00' },
    DriverAge: 34,
  },
});

export const transferSearch = (from: string, to: string) => ({
  Criteria: {
    Pickup: at(from),
    Dropoff: at(to),
    ServiceDate: '2026-12-10',
    Time: '15:00',
    NumberOfAdults: 2,
  },
});

export const tourSearch = (DestinationId: string) => ({
  Criteria: {
    DestinationId,
    InitialServiceDate: '2026-12-10',
    FinalServiceDate: '2026-12-12',
    NumberOfAdults: 2,
  },
});
