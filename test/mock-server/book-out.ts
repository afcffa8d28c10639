import { limits } from '#contracts';
import type { BookingRecord, MemoryStore } from '#mock-server/books/records/index';

/** Another user books a unit, such as a room, so often that it is sold out. */
export function bookOut(store: MemoryStore, unit = '', times: number = limits.roomsPerOffer.value): void {
  const services = [{ truth: 'confirmed', units: Array.from({ length: times }, () => unit) }];
  store.saveBooking({ id: unit, owner: 'another', services } as unknown as BookingRecord, true); // the rest is not read
}
