import * as z from 'zod/mini';
import { assumed, lateComponent, limits, observed, specified, strictComponent } from '../clauses/index.ts';
import { once } from '../util/index.ts';
import { alsoNamed } from './aliases.ts';
import { defineProduct } from './product.ts';
import { oneOfComponent } from './require.ts';
import {
  amount,
  atLeastOne,
  atMost,
  bookingPayment,
  count,
  countryCode,
  currencyCode,
  isoDate,
  money,
  offerFlags,
  pax,
  text,
  word,
} from './shapes/index.ts';

const hotelId = z.int({ error: 'expected a hotel id, a whole number' });

const searchRoom = strictComponent('SearchRoom', () => ({
  NumAdults: observed('client-request', count(1, limits.guestsPerRoom.value, 'adults')),
  ChildAges: observed('client-request', z.optional(z.array(count(0, limits.childAge.value, 'years')))),
  Quantity: observed('client-request', z.optional(count(1, limits.rooms.value, 'rooms'))),
}));

const filters = strictComponent('HotelFilters', () => ({
  CheapestRoomOnly: observed('client-request', z.optional(z.boolean())),
  MinPrice: observed('client-request', z.optional(amount.check(z.minimum(0)))),
  MaxPrice: observed('client-request', z.optional(amount.check(z.minimum(0)))),
  HidePackageRate: observed('client-request', z.optional(z.boolean())),
}));

const alternatives = [
  ['DestinationId', 'HotelIds'],
  ['CheckoutDate', 'NumNights'],
  ['Nationality', 'MainPaxCountryCodeNationality'],
];

const criteria = oneOfComponent('HotelCriteria', alternatives, () => ({
  DestinationId: observed('client-request', z.optional(text)),
  HotelIds: assumed(
    'other-name',
    alsoNamed(
      ['HotelsIds', 'Filters.SelectedHotelsIds'],
      z.optional(z.array(hotelId).check(z.minLength(1), z.maxLength(limits.hotelIds.value))),
    ),
  ),
  CheckinDate: specified('date.local', isoDate),
  CheckoutDate: specified('date.local', z.optional(isoDate)),
  NumNights: observed('client-alternative', z.optional(count(1, limits.nights.value, 'nights'))),
  SearchRooms: observed('client-request', z.array(searchRoom()).check(atLeastOne('room'))),
  Nationality: specified('field.country', z.optional(countryCode)),
  MainPaxCountryCodeNationality: observed('client-alternative', z.optional(countryCode)),
  Residence: specified('field.country', z.optional(countryCode)),
  Currency: observed('client-request', z.optional(currencyCode)),
  ReturnOnRequestRooms: specified('field.return-on-request', z.optional(z.boolean())),
  ReturnHotelStaticData: observed('client-request', z.optional(z.boolean())),
  Filters: observed('client-request', z.optional(filters())),
  SearchType: observed('client-request', z.optional(word)),
  Timeout: observed('vendor-docs', z.optional(z.number().check(z.minimum(0)))),
}));

const roomOffer = lateComponent('HotelRoomOffer', () => ({
  Id: assumed('form', z.string()),
  RoomDescription: observed('client-reads', z.string()),
  BoardDescription: observed('client-reads', z.string()),
  HasBreakfast: observed('client-reads', z.boolean()),
  IsAvailable: observed('client-reads', z.boolean()),
  IsNonRefundable: observed('client-reads', z.boolean()),
  NumAdults: observed('client-reads', z.int()),
  ChildAges: observed('client-reads', z.array(z.int())),
  Quantity: observed('client-reads', z.int()),
  SellingPricePerRoom: observed('client-reads', money),
  ...offerFlags(),
}));

const hotelOffer = lateComponent('HotelOffer', () => ({
  HotelId: observed('client-reads', z.int()),
  Name: observed('client-reads', z.string()),
  Address: observed('client-reads', z.optional(z.string())),
  Category: observed('client-reads', z.optional(z.string())),
  Latitude: observed('client-reads', z.optional(z.number())),
  Longitude: observed('client-reads', z.optional(z.number())),
  Rooms: observed('client-reads', z.array(roomOffer())),
}));

const roomIds = once(() =>
  z.array(text).check(atLeastOne('room id'), atMost(limits.rooms.value, 'room ids')),
);

const hotelIdField = { HotelId: observed('client-request', hotelId) };

const bookingRoom = strictComponent('BookingRoom', () => ({
  RoomId: observed('client-request', text),
  Paxs: observed('client-request', z.array(pax()).check(atLeastOne('guest'))),
  Payment: observed('client-request', z.optional(bookingPayment())),
}));

/** To book a room twice, send its id twice in RoomIds and in Rooms. */
export const hotelOperations = defineProduct({
  product: 'hotel',
  found: 'hotel rooms',
  chosen: 'chosen rooms',
  criteria,
  offers: () => ({ Hotels: observed('client-reads', z.array(hotelOffer())) }),
  selection: () => ({ ...hotelIdField, RoomIds: observed('client-request', roomIds()) }),
  booked: () => ({
    ...hotelIdField,
    // RoomIds is optional, because Rooms also contains the room ids.
    RoomIds: assumed('field', z.optional(roomIds())),
    Rooms: observed(
      'client-request',
      z.array(bookingRoom()).check(atLeastOne('room'), z.maxLength(limits.rooms.value)),
    ),
  }),
});

/** The criteria of a hotel Search. */
export type HotelCriteria = z.infer<ReturnType<typeof criteria>>;
/** One requested room in the criteria of a hotel Search. */
export type SearchRoom = z.infer<ReturnType<typeof searchRoom>>;
/** One room offer in the answer to a hotel Search. Its total and its penalties are for all `Quantity` rooms. */
export type HotelRoomOffer = z.infer<ReturnType<typeof roomOffer>>;
