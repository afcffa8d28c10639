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
        bookingId,
        serviceId,
        status,
        cents,
        priceCurrency,
        bookedAt,
        charges.map(charge => [charge.cents, charge.status]),
      ]);
    const books = reduced(booksOf(stage.sandbox));
    expect(books).not.toEqual([]);
    expect(reduced(booksOfViews(bookingsOf(stage.sandbox)))).toEqual(books);
  },
);

it('two bookings are of one stay if their guests are the same, in any order and letter case', async () => {
  const { stage } = await playOnStage(scenarioOf('hotel-confirmed'));
  const [view] = bookingsOf(stage.sandbox);
  if (!view) throw new Error('nothing was booked');
  const stayOf = (...names: readonly string[]) => {
    const guests = names.map(name => ({ name, surname: 'Silva', age: 34, isMain: false }));
    const services = view.services.map(service => ({ ...service, guests }));
    return booksOfViews([{ ...view, services }]).services.map(({ stay }) => stay);
  };
  expect(stayOf('Ana', 'Rui')).toEqual(stayOf('RUI', 'ana'));
  expect(stayOf('Ana', 'Rui')).not.toEqual(stayOf('Ana', 'Eva'));
});
