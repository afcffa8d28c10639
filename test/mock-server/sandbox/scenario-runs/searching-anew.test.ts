import { describe, expect, it } from 'vitest';
import type { Pax } from '#contracts';
import type { MockSupplier } from '#mock-server';
import { createHotelClient, createTestSupplier, guestsOf, type HotelClient } from '../../hotel-client.ts';
import { outcomeOf, playing } from './header-client.ts';
import { scenarioOf } from './scenarios.ts';

const triggers = { trigger: 'Nothing booked', surname: 'Testunbooked' };
const catalogue = [
  scenarioOf('unbooked', { faults: ['hotel.doBooking:cut,times=1'] }, triggers),
  scenarioOf('booked', { faults: ['hotel.doBooking:cut,commit=before,times=1'] }),
  scenarioOf('cut-twice', { faults: ['hotel.doBooking:cut,nth=1', 'hotel.doBooking:cut,nth=3'] }),
  scenarioOf('hangs', { faults: ['hotel.doBooking:hang=PT60S,times=1'] }),
  scenarioOf('unreadable', { faults: ['hotel.getBookingConditions:body=truncated,times=1'] }),
];
const start = () => createTestSupplier({ catalogue, options: { rateLimit: false }, clock: { mode: 'auto' } });

/** Creates a client that names a scenario in its Search, in its booking, in each call, or never. */
interface Way {
  search(supplier: MockSupplier): HotelClient;
  book(supplier: MockSupplier): HotelClient;
  criteria?: object;
  surname?: string;
}

const plain = ({ fetch }: MockSupplier) => createHotelClient(fetch);
const asking = (supplier: MockSupplier) => playing(supplier, 'unbooked');
const ways: Record<string, Way> = {
  'the header of the Search': { search: asking, book: plain },
  'the header of every call': { search: asking, book: asking },
  'the header of the DoBooking': { search: plain, book: asking },
  Testville: { search: plain, book: plain, criteria: { DestinationId: '9000' } },
  'a surname': { search: plain, book: plain, surname: 'Testunbooked' },
};

interface StayRequest {
  reference?: string | undefined;
  surname?: string | undefined;
  criteria?: object | undefined;
}

/** Searches, reads conditions and books, independently of earlier calls. */
async function bookAnew(
  { search, book }: { search: HotelClient; book: HotelClient },
  { reference, surname = 'Silva', criteria }: StayRequest = {},
): Promise<string> {
  const found = await search.search(criteria);
  const conditions = await search.conditions(found);
  const guests = (room: Parameters<typeof guestsOf>[0]): Pax[] =>
    guestsOf(room).map((pax, index) => (index === 0 ? { ...pax, Surname: surname } : pax));
  const Rooms = conditions.choice.rooms.map(room => ({ RoomId: room.Id, Paxs: guests(room) }));
  return outcomeOf(book.book(conditions, { Rooms, ...(reference && { ExternalReference: reference }) }));
}

describe.each(Object.entries(ways))('a client that sends a new Search, by %s', (_, way) => {
  const { criteria, surname } = way;
  const begin = () => {
    const supplier = start();
    return { search: way.search(supplier), book: way.book(supplier) };
  };

  it.each([
    ['the same reference', ['trip-1', 'trip-1', 'trip-1']],
    ['other references', ['trip-1', 'trip-2', 'trip-3']],
    ['no reference', [undefined, undefined, undefined]],
  ])('goes on in its play until something is booked, with %s', async (_, references) => {
    const client = begin();
    const seen = [];
    for (const reference of references) seen.push(await bookAnew(client, { reference, criteria, surname }));
    expect(seen).toEqual(['cut off', 'answered', 'cut off']);
  });

  it('resumes with other dates under the same reference', async () => {
    const client = begin();
    const later = { ...criteria, CheckoutDate: '2026-12-13' };
    const seen = [
      await bookAnew(client, { reference: 'trip-1', criteria, surname }),
      await bookAnew(client, { reference: 'trip-1', criteria: later, surname }),
    ];
    expect(seen).toEqual(['cut off', 'answered']);
  });
});

it('another client that requests the same scenario has its own run, whichever client waits', async () => {
  const supplier = start();
  const client = { search: asking(supplier), book: asking(supplier) };
  const seen = [
    await bookAnew(client, { reference: 'trip-1' }),
    await bookAnew(client, { reference: 'trip-2', surname: 'Costa' }),
    await bookAnew(client, { reference: 'trip-3', criteria: { CheckoutDate: '2026-12-13' } }),
  ];
  expect(seen).toEqual(['cut off', 'cut off', 'cut off']);
});

describe('a run that has booked', () => {
  it('is not resumed, also under the same reference', async () => {
    const supplier = start();
    const client = { search: playing(supplier, 'booked'), book: plain(supplier) };
    const book = () => bookAnew(client, { reference: 'trip-1' });
    expect([await book(), await book()]).toEqual(['cut off', 'cut off']);
  });

  it('keeps a later call of its booking, and leaves the purpose of that call to the run that still needs it', async () => {
    const supplier = start();
    const client = { search: playing(supplier, 'cut-twice'), book: plain(supplier) };
    const later = { CheckoutDate: '2026-12-13' };
    expect(await bookAnew(client)).toBe('cut off');
    const conditions = await client.search.conditions(await client.search.search(later));
    expect(await outcomeOf(client.book.book(conditions))).toBe('cut off');
    const { BookingId } = await client.book.book(conditions);
    // The third DoBooking of the second run has the purpose of the DoBooking that the first run has lost.
    const again = await client.book.conditions();
    expect(await outcomeOf(client.book.book(again, { BookingId }))).toBe('cut off');
    expect(await bookAnew(client)).toBe('answered');
  });
});

it('a DoBooking that hung and booked nothing is followed by one that is answered', async () => {
  const supplier = start();
  const client = { search: playing(supplier, 'hangs'), book: plain(supplier) };
  const book = () => bookAnew(client);
  expect([await book(), await book(), await book()]).toEqual(['cut off', 'answered', 'cut off']);
});

it('conditions that could not be read are followed by good ones after a new Search, and then start again', async () => {
  const supplier = start();
  const client = playing(supplier, 'unreadable');
  const ask = () => outcomeOf(client.conditions());
  const unreadable = expect.stringContaining('SyntaxError');
  expect([await ask(), await ask(), await ask()]).toEqual([unreadable, 'answered', unreadable]);
});
