import { formatTimeSpan, type OperationId, type Product, productNames, type RequestOf } from '#contracts';
import { refuse } from '../books/index.ts';
import type { Selection } from '../inventory/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { cancel } from './cancel.ts';
import type { BookingRequest } from './check-booking.ts';
import { giveConditions } from './conditions.ts';
import { book } from './do-booking.ts';
import type { Call, Handlers, RenderedAnswer, ReplayKey } from './handler.ts';

type ProductHandlers<P extends Product> = Pick<Handlers, Extract<OperationId, `${P}.${string}`>>;
type ConditionsOf<P extends Product> = RequestOf<`${P}.getBookingConditions`>;
type RevalidationOf<P extends Product> = RequestOf<`${P}.revalidateBookingConditions`>;
type CancellationOf<P extends Product> = RequestOf<`${P}.cancelByService`>;
type BookingOf<P extends Product> = RequestOf<`${P}.doBooking`>;

export function handlersOf<const P extends Product>(product: P): ProductHandlers<P> {
  const conditions = (request: ConditionsOf<Product> | RevalidationOf<Product>, token?: string) => {
    const selection = selectionOf(request);
    return { product, token, reToken: request.ReToken, selection };
  };
  const handlers = {
    [`${product}.search`]: ({ Criteria }: { Criteria: unknown }, call: Call) =>
      search(product, Criteria, call),
    [`${product}.getBookingConditions`]: (request: ConditionsOf<Product>, call: Call) =>
      giveConditions(conditions(request, request.Token), call),
    // A request to revalidate needs a ReToken. A Token has no effect.
    [`${product}.revalidateBookingConditions`]: (request: RevalidationOf<Product>, call: Call) =>
      giveConditions(conditions(request), call),
    [`${product}.doBooking`]: (request: BookingOf<Product>, call: Call) =>
      book(bookingRequest(product, request), call),
    [`${product}.cancelByService`]: (request: CancellationOf<Product>, call: Call) =>
      cancel(requireBookingId(request), { product, id: request.ServiceId }, call),
  };
  return handlers as unknown as ProductHandlers<P>; // TypeScript widens computed keys to string
}

/** An earlier stage has added the id if the credential has the service. */
function requireBookingId({ BookingId, ServiceId }: CancellationOf<Product>): string {
  if (BookingId !== undefined) return BookingId;
  throw refuse('NotFound', `this credential has no service "${ServiceId}"`, 'ServiceId');
}

function selectionOf(
  request: ConditionsOf<Product> | RevalidationOf<Product> | BookingOf<Product>,
): Selection {
  if ('HotelId' in request) return { item: String(request.HotelId), units: request.RoomIds ?? [] };
  if ('CarId' in request) return { item: request.CarId, units: [] };
  if ('TransferId' in request) return { item: request.TransferId, units: [] };
  return { item: request.TourId, units: [], serviceDate: request.ServiceDate };
}

/** A hotel request has its payment at the top level or in a room. */
function bookingRequest(product: Product, request: BookingOf<Product>): BookingRequest {
  const { Token: token, BookingId: bookingId, ExternalReference: reference, Payment } = request;
  const { item } = productNames[product];
  const shared = { product, token, bookingId, reference, selection: selectionOf(request) };
  const payment = Payment && { field: 'Payment', value: Payment };
  if (!('Rooms' in request)) {
    return { ...shared, fields: { item }, units: [{ field: 'Paxs', paxs: request.Paxs }], payment };
  }
  const inRoom = request.Rooms.findIndex(room => room.Payment);
  const roomPayment = request.Rooms[inRoom]?.Payment;
  return {
    ...shared,
    fields: { item, units: { ids: 'RoomIds', guests: 'Rooms' } },
    units: request.Rooms.map(({ RoomId, Paxs }, index) => ({
      field: `Rooms[${index}].Paxs`,
      unit: RoomId,
      paxs: Paxs,
    })),
    payment: payment ?? (roomPayment && { field: `Rooms[${inRoom}].Payment`, value: roomPayment }),
  };
}

function search(
  product: Product,
  criteria: unknown,
  { sandbox, now, owner, play, directives: { errors, absent, maxRooms } }: Call,
): { rendered: RenderedAnswer } {
  const leftOut = { ...(absent && { absent }), ...(maxRooms !== undefined && { maxRooms }) };
  const offers = sandbox.inventory.current
    .inventoryOf(product)
    .search(criteria, JSON.stringify(criteria), leftOut);
  const issued = { product, owner, issuedAt: now, criteria: offers.key };
  const { token, reToken } = sandbox.tokens.issueSearch(play === undefined ? issued : { ...issued, play });
  const timeSpan = formatTimeSpan(now);
  const replayKey = { product, token, reToken, timeSpan, ...(errors && { errors }), ...leftOut };
  const answerFacts = {
    token,
    reToken,
    found: offers.found,
    ...(errors && { errors: errors.map(({ Code }) => Code) }),
  };
  return { rendered: { text: render(replayKey, offers.members), answerFacts, replayKey } };
}

const render = ({ token, reToken, timeSpan, errors = [] }: ReplayKey, offers: string): string =>
  `{"Token":"${token}","ReToken":"${reToken}","TimeSpan":"${timeSpan}",${offers},"Errors":${JSON.stringify(errors)}}`;

export function renderSearchAgain(sandbox: Sandbox, replayKey: ReplayKey, criteria: unknown): string {
  const inventory = sandbox.inventory.current.inventoryOf(replayKey.product);
  return render(replayKey, inventory.search(criteria, JSON.stringify(criteria), replayKey).members);
}
