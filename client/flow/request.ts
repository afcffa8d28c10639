import {
  type CancellationPolicy,
  isChild,
  type Money,
  type Pax,
  type Product,
  type PropertyTax,
  type RequestOf,
} from '#contracts';

/** The fields that identify an offer. */
export interface Selections {
  hotel: Pick<RequestOf<'hotel.getBookingConditions'>, 'HotelId' | 'RoomIds'>;
  car: Pick<RequestOf<'car.getBookingConditions'>, 'CarId'>;
  transfer: Pick<RequestOf<'transfer.getBookingConditions'>, 'TransferId'>;
  tour: Pick<RequestOf<'tour.getBookingConditions'>, 'TourId' | 'ServiceDate'>;
}

/** An offer for the whole request. A hotel offer has one room for each requested room. */
export interface Offer<P extends Product = Product> {
  readonly product: P;
  readonly name: string;
  readonly selection: Selections[P];
  readonly price: Money;
  readonly restrictionType: 'CanBook' | 'OnRequest';
  readonly isPrePayment: boolean;
  readonly canPayLater: boolean;
  readonly policies: readonly CancellationPolicy[];
  readonly taxes: readonly PropertyTax[];
  readonly moreInformation: string | undefined;
  /** The guests of each hotel room, in the order of RoomIds. */
  readonly rooms: readonly Occupancy[];
}

/** The guests of one room. */
export interface Occupancy {
  readonly adults: number;
  readonly childAges: readonly number[];
}

export interface RequestFor<P extends Product> {
  readonly product: P;
  readonly criteria: RequestOf<`${P}.search`>['Criteria'];
  /** Returns an offer, or undefined to book nothing; by default the first. It may take long: expired tokens are renewed. */
  readonly choose?: (offers: readonly Offer<P>[]) => Offer<P> | undefined | Promise<Offer<P> | undefined>;
  /** All travellers. Hotel guests are put into rooms by age. */
  readonly guests: readonly Pax[];
  /** For offers that must be paid now. The card is neither logged nor stored. */
  readonly payment?: RequestOf<'payBooking'>['PaymentRequestCC1'] | undefined;
  /** The BookingId of a trip, to which this booking is added. */
  readonly attachTo?: string | undefined;
  /** Your own id for this booking. A second booking of the same stay needs another id. */
  readonly reference?: string | undefined;
}

/**
 * A booking that the caller requests.
 *
 * @example
 * const request: BookingRequest = {
 *   product: 'hotel',
 *   criteria: { DestinationId: '1003', CheckinDate: '2027-03-10', NumNights: 2, SearchRooms: [{ NumAdults: 1 }], Nationality: 'BR' },
 *   guests: [{ Name: 'Ana', Surname: 'Souza', Age: 34 }],
 * };
 */
export type BookingRequest = { [P in Product]: RequestFor<P> }[Product];

export interface ChosenOffer {
  readonly offer: Offer;
  readonly token: string;
  readonly reToken: string;
  /** Epoch milliseconds. The lifetime of both tokens starts here. */
  readonly at: number;
}

/** Without a reference, it is unknown before the Search. */
export function requestKey(request: BookingRequest, username: string, chosen: ChosenOffer): string {
  const { product, criteria, guests, attachTo = '0' } = request;
  const guestKeys = guests.map(({ Name, Surname, Age }) => [Name, Surname, Age]);
  return (
    referenceKey(request, username) ??
    JSON.stringify([username, product, attachTo, chosen.offer.selection, sortFields(criteria), guestKeys])
  );
}

export function referenceKey(
  { product, attachTo = '0', reference }: BookingRequest,
  username: string,
): string | undefined {
  return reference === undefined ? undefined : JSON.stringify([username, product, attachTo, reference]);
}

/** Two bookings of one stay must not run at the same time (flow.3). */
export const lockKey = (
  { product, criteria }: BookingRequest,
  username: string,
  { offer }: ChosenOffer,
): string => JSON.stringify([username, product, offer.selection, firstDate(criteria)]);

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, sortFields(field)]);
}

function firstDate(criteria: BookingRequest['criteria']): string {
  if ('CheckinDate' in criteria) return criteria.CheckinDate;
  if ('InitialServiceDate' in criteria) return ''; // the selection of a tour has the date
  if ('ServiceDate' in criteria) return criteria.ServiceDate;
  return 'Date' in criteria.Pickup ? `${criteria.Pickup.Date}` : '';
}

export function occupanciesOf({ SearchRooms }: RequestOf<'hotel.search'>['Criteria']): Occupancy[] {
  return SearchRooms.flatMap(({ NumAdults, ChildAges = [], Quantity = 1 }) =>
    new Array<Occupancy>(Quantity).fill({ adults: NumAdults, childAges: ChildAges }),
  );
}

export class GuestsError extends Error {
  override readonly name = 'GuestsError';
}

/** With exactly the requested ages of children (field.child-age). */
export function putIntoRooms(guests: readonly Pax[], rooms: readonly Occupancy[]): Pax[][] {
  const left = [...guests];
  const take = (what: string, fits: (guest: Pax) => boolean): Pax => {
    const index = left.findIndex(fits);
    const [guest] = index < 0 ? [] : left.splice(index, 1);
    if (!guest) throw new GuestsError(`guests: ${what} is missing; add the guest, or change the criteria`);
    return guest;
  };
  const filled = rooms.map(({ adults, childAges }) => [
    ...Array.from({ length: adults }, () => take('an adult', guest => !isChild(guest))),
    ...childAges.map(age => take(`a child of ${age}`, guest => isChild(guest) && guest.Age === age)),
  ]);
  if (left.length === 0) return filled;
  const names = left.map(({ Name, Surname }) => `${Name} ${Surname}`).join(', ');
  throw new GuestsError(
    `guests: ${left.length} more than in the Search criteria (${names}); remove these guests, or change the criteria`,
  );
}
