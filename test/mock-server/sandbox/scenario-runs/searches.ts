import { carCriteria, tourCriteria, transferCriteria } from '../../trip-client.ts';

// Searches of the other products at a place, given by its airport or its id.

const at = (LocationCode: string) => ({
  LocationType: /^\d/.test(LocationCode) ? 'Destination' : 'Airport',
  LocationCode,
});

export function carSearch(code: string) {
  const { Pickup, Dropoff } = carCriteria;
  return { Criteria: { Pickup: { ...Pickup, ...at(code) }, Dropoff: { ...Dropoff, ...at(code) } } };
}

export const transferSearch = (from: string, to: string) => ({
  Criteria: { ...transferCriteria, Pickup: at(from), Dropoff: at(to) },
});

export const tourSearch = (DestinationId: string) => ({ Criteria: { ...tourCriteria, DestinationId } });
