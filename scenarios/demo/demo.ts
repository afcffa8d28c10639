import { styleText } from 'node:util';
import { createStage, type Tell } from './stage.ts';
import { hotel, onRequest, others } from './wishes.ts';

interface Act {
  readonly title: string;
  play(tell: Tell): Promise<unknown>;
}

const acts: readonly Act[] = [
  { title: 'A hotel, as it should be', play: tell => createStage(tell).book(hotel) },
  {
    title: 'A car, a transfer and a tour',
    async play(tell) {
      const stage = createStage(tell);
      for (const wish of others) await stage.book(wish);
    },
  },
  {
    title: 'On request: the hotel takes twenty minutes to say yes',
    play: tell => createStage(tell).book(onRequest),
  },
  {
    title: 'Booked, but the answer was lost: look first, and book nothing twice',
    play: tell => createStage(tell, ['hotel.doBooking:cut,commit=before,times=1']).book(hotel),
  },
  {
    title: 'The price went up between Search and conditions',
    play: tell => createStage(tell, ['hotel.getBookingConditions:price=10']).book(hotel),
  },
  {
    title: 'Booked and cancelled',
    async play(tell) {
      const stage = createStage(tell);
      const booked = await stage.book(hotel);
      if (booked.outcome === 'confirmed') await stage.cancel(booked.bookingId);
    },
  },
];

/**
 * Plays a few bookings of the reference client against a stand-in in the same process and tells them line by line, with the
 * times of the stand-in's clock.
 */
export async function demo(tell: Tell = line => console.log(line)): Promise<void> {
  for (const { title, play } of acts) {
    tell('');
    tell(styleText('bold', title));
    await play(tell);
  }
}
