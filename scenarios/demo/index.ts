import { styleText } from 'node:util';
import { hotel, onRequest, others } from './booking-requests.ts';
import { createStage, type Print } from './stage.ts';

interface Act {
  readonly title: string;
  /** Faults of the supplier, as shorthand. */
  readonly faults?: readonly string[];
  play(stage: ReturnType<typeof createStage>): Promise<unknown>;
}

const acts: readonly Act[] = [
  { title: 'A hotel, as it should be', play: stage => stage.book(hotel) },
  {
    title: 'A car, a transfer and a tour',
    async play(stage) {
      for (const request of others) await stage.book(request);
    },
  },
  {
    title: 'On request: the hotel takes twenty minutes to say yes',
    play: stage => stage.book(onRequest),
  },
  {
    title: 'Booked, but the answer was lost: look first, and book nothing twice',
    faults: ['hotel.doBooking:cut,commit=before,times=1'],
    play: stage => stage.book(hotel),
  },
  {
    title: 'The price went up between Search and conditions',
    faults: ['hotel.getBookingConditions:price=10'],
    play: stage => stage.book(hotel),
  },
  {
    title: 'Booked and cancelled',
    async play(stage) {
      const booked = await stage.book(hotel);
      if (booked.outcome === 'confirmed') await stage.cancel(booked.bookingId);
    },
  },
];

/**
 * Plays a few bookings of the reference client against a stand-in in the same process, and prints them line by line, with the
 * times of the stand-in's clock.
 */
export async function demo(print: Print = line => console.log(line)): Promise<void> {
  for (const { title, faults, play } of acts) {
    print(`\n${styleText('bold', title)}`);
    await play(createStage(print, faults));
  }
}
