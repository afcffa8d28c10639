import { expect, it } from 'vitest';
import { bookingsOf } from '#mock-server';
import { booksOf, booksOfViews } from '#scenarios/run/books';
import { playOnStage } from '#scenarios/run/play/index';
import { scenarioOf } from '../catalogue/scenario-of.ts';

it.each(['prepaid-approved', 'trip-hotel-and-transfer', 'cancel-with-penalty'])(
  'the control API gives the same books as the sandbox (%s)',
  async id => {
    const { stage } = await playOnStage(scenarioOf(id));
    const reduced = ({ services }: ReturnType<typeof booksOf>) =>
      services.map(({ bookingId, serviceId, status, cents, priceCurrency, bookedAt, charges }) => [
        ...[bookingId, serviceId, status, cents, priceCurrency, bookedAt],
        charges.map(charge => [charge.cents, charge.status]),
      ]);
    const books = reduced(booksOf(stage.sandbox));
    expect(books).not.toEqual([]);
    expect(reduced(booksOfViews(bookingsOf(stage.sandbox)))).toEqual(books);
  },
);
