import { styleText } from 'node:util';
import { hotel, onRequest, others } from './booking-requests.ts';
import { createStage, type Print } from './stage.ts';

interface Act {
  readonly title: string;
  /** The faults that the demo arms in the stand-in, in shorthand form. */
  readonly faults?: readonly string[];
  play(stage: ReturnType<typeof createStage>): Promise<unknown>;
}

const acts: readonly Act[] = [
  { title: 'A hotel, without problems', play: stage => stage.book(hotel) },
  {
    title: 'A car, a transfer and a tour',
    async play(stage) {
      for (const request of others) await stage.book(request);
    },
  },
  {
    title: 'On request: the hotel confirms after twenty minutes',
    play: stage => stage.book(onRequest),
  },
  {
    title: 'Booked, but the answer was lost: the client looks the booking up and does not book twice',
    faults: ['hotel.doBooking:cut,commit=before,times=1'],
    play: stage => stage.book(hotel),
  },
  {
    title: 'The price rises between Search and conditions',
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
 * Plays several bookings with the reference client against a stand-in in this process. The demo prints a line for each call, with
 * the time on the clock of the stand-in.
 */
export async function demo(print: Print = line => console.log(line)): Promise<void> {
  for (const { title, faults, play } of acts) {
    print(`\n${styleText('bold', title)}`);
    await play(createStage(print, faults));
  }
}
