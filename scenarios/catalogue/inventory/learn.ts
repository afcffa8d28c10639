import { nightsBetween } from '#contracts';
import type { ExchangeView } from '#contracts/control';
import {
  type InventoryFile,
  type InventoryKind,
  type ItemKind,
  inventoryCurrencies,
  inventoryKinds,
  inventoryRecords,
} from '#contracts/inventory';
import { asList, asObject, compact, foldText } from '#contracts/util';

type Raw = Readonly<Record<string, unknown>>;
type Answered = Pick<ExchangeView, 'operation' | 'status' | 'faults' | 'requestBody' | 'answerBody'>;

const list = (value: unknown): Raw[] => asList(value).map(asObject);

/** Returns the fields of a record whose names in the answer differ. */
const renamed = (raw: Raw, names: Readonly<Record<string, string>>): Raw =>
  compact(Object.fromEntries(Object.entries(names).map(([own, theirs]) => [own, raw[theirs]])));

interface Learned {
  readonly records: Readonly<Record<InventoryKind, Map<string, Raw>>>;
  /** Sentences, with the number of times. */
  readonly gaps: Map<string, number>;
}

/**
 * Learns an inventory from recorded answers of a supplier. Answers to calls that a fault changed do not count.
 *
 * @param exchanges with the names of the contract
 * @returns the content of an inventory file, and sentences about what the recording does not show
 */
export function learnInventory(exchanges: readonly Answered[]): { file: InventoryFile; gaps: string[] } {
  const kinds = inventoryKinds.map(kind => [kind, new Map()]);
  const learned: Learned = { records: Object.fromEntries(kinds), gaps: new Map() };
  for (const { operation, status = 0, faults = [], requestBody, answerBody } of exchanges) {
    const read = readers[operation ?? ''];
    const isGood = status >= 200 && status < 300 && faults.length === 0;
    if (isGood) read?.(learned, answerBody, asObject(asObject(requestBody).Criteria));
  }
  const file = Object.fromEntries(
    inventoryKinds.flatMap(kind => {
      const valid = [...learned.records[kind].values()].flatMap(record => validOf(kind, record, learned));
      return valid.length === 0 ? [] : [[kind, valid]];
    }),
  ) as InventoryFile; // each record was checked
  for (const { rooms } of file.hotels ?? []) if (!rooms) gap(learned, 'hotels without rooms');
  for (const { timeZone } of file.destinations ?? [])
    if (timeZone === undefined) gap(learned, 'destinations without a time zone, which airportDetail returns');
  return { file, gaps: [...learned.gaps].map(([sentence, times]) => `${sentence}: ${times}`) };
}

function gap({ gaps }: Learned, sentence: string): void {
  gaps.set(sentence, (gaps.get(sentence) ?? 0) + 1);
}

/** Later answers complete earlier ones. */
function add(learned: Learned, kind: InventoryKind, id: unknown, fields: Raw): void {
  const key = String(id ?? '');
  if (key === '') return;
  const records = learned.records[kind];
  records.set(key, { id, ...records.get(key), ...compact(fields) });
  if (fields.destination !== undefined) add(learned, 'destinations', fields.destination, {});
}

/** Leaves out fields that an inventory cannot have. Returns an empty list for a record without a valid id and destination. */
function validOf(kind: InventoryKind, record: Raw, learned: Learned): Raw[] {
  const schema = inventoryRecords[kind]();
  const wrong = schema.safeParse(record).error?.issues.map(({ path: [field] }) => String(field)) ?? [];
  for (const field of new Set(wrong))
    gap(learned, `${kind} whose ${field} is unknown, or is not possible here`);
  const rest = Object.fromEntries(Object.entries(record).filter(([field]) => !wrong.includes(field)));
  return schema.safeParse(rest).success ? [rest] : [];
}

type Reader = (learned: Learned, answer: unknown, criteria: Raw) => void;
const readers: Readonly<Record<string, Reader>> = {
  autocomplete(learned, answer) {
    for (const suggestion of list(answer)) {
      const { type, id, name, names = name, countryCode: country, destinationId, hotelId } = suggestion;
      const own = String(name).replace(type === 'Airport' ? / \([A-Z]{3}\)$/ : /, [^,]*$/, '');
      const { airport, districts } = asObject(learned.records.destinations.get(String(destinationId)));
      const places = [...asList(districts), own];
      add(learned, 'destinations', destinationId, {
        country,
        ...(type === 'Destination' && { name: names }),
        ...(type === 'Airport' && { airport: { code: id, name: own, ...asObject(airport) } }),
        ...(type === 'PointOfInterest' && { districts: [...new Set(places)] }),
      });
      if (type === 'Hotel')
        add(learned, 'hotels', Number(hotelId || id), { destination: destinationId, name: own });
    }
  },
  airportDetail(learned, answer) {
    const { destinationId, ...detail } = asObject(answer);
    const { name = detail.city } = asObject(learned.records.destinations.get(String(destinationId)));
    const names = { code: 'iataCode', name: 'name', latitude: 'latitude', longitude: 'longitude' };
    const { countryCode: country, timeZone } = detail;
    add(learned, 'destinations', destinationId, { name, country, timeZone, airport: renamed(detail, names) });
  },
  hotelDetail(learned, answer) {
    const { id, destination, name, address, category, ...hotel } = asObject(answer);
    const { id: city, name: cityName } = asObject(destination);
    const { latitude, longitude, amenities, photos } = hotel;
    const rooms = list(hotel.rooms).map(room =>
      renamed(room, { name: 'name', amenities: 'amenities', photos: 'photos' }),
    );
    add(learned, 'destinations', city, { name: cityName });
    add(learned, 'hotels', id, {
      ...{ destination: city, name, address, category, latitude, longitude, amenities, photos },
      // The rooms in a Search also have prices.
      rooms: learned.records.hotels.get(String(id))?.rooms ?? (rooms.length > 0 ? rooms : undefined),
    });
  },
  'hotel.search'(learned, answer, criteria) {
    const { DestinationId: destination, CheckinDate, CheckoutDate, NumNights } = criteria;
    const start = String(CheckinDate);
    const times = Number(NumNights ?? nightsBetween(start, String(CheckoutDate)));
    for (const hotel of list(asObject(answer).Hotels)) {
      const rooms = new Map<unknown, Raw>();
      for (const room of list(hotel.Rooms).toReversed())
        rooms.set(room.RoomDescription, {
          ...renamed(room, { name: 'RoomDescription', board: 'BoardDescription' }),
          ...termsOf(learned, room, { price: room.SellingPricePerRoom, times, start }),
        });
      const names = { name: 'Name', address: 'Address', category: 'Category', latitude: 'Latitude' };
      const facts = {
        ...renamed(hotel, { ...names, longitude: 'Longitude' }),
        rooms: [...rooms.values()].reverse(),
      };
      add(learned, 'hotels', hotel.HotelId, compact({ destination, ...facts }));
    }
  },
  'car.search'(learned, answer, { Pickup, Dropoff }) {
    const [from, to] = [asObject(Pickup), asObject(Dropoff)];
    const destination = destinationAt(learned, from);
    const ms = Date.parse(`${to.Date}T${to.Time}Z`) - Date.parse(`${from.Date}T${from.Time}Z`);
    const times = Math.max(1, Math.ceil(ms / 86_400_000));
    const names = { name: 'CarModel', category: 'Category', sipp: 'SippCode', seats: 'PassengerQuantity' };
    for (const car of list(asObject(answer).Cars)) {
      const { RentalName: company } = asObject(car.Rental);
      const { TotalPrice: price } = asObject(car.PriceInformation);
      addItem(learned, 'cars', [destination, car.CarModel, company], {
        destination,
        ...renamed(car, { ...names, bags: 'BaggageQuantity', doors: 'NumberOfDoors' }),
        company,
        ...termsOf(learned, car, { price, times, start: String(from.Date) }),
      });
    }
  },
  'transfer.search'(learned, answer, criteria) {
    const { Pickup, Dropoff, ServiceDate, ServiceDateBack, NumberOfAdults, ChildrenAges } = criteria;
    const destination = destinationAt(learned, asObject(Pickup)) ?? destinationAt(learned, asObject(Dropoff));
    const ways = ServiceDateBack === undefined ? 1 : 2;
    const people = Number(NumberOfAdults) + asList(ChildrenAges).length;
    for (const transfer of list(asObject(answer).Transfers)) {
      const { TransferName: name, TransferType: type, VehicleType: vehicle, SellingPrice: price } = transfer;
      const times = ways * (type === 'Shared' ? people : 1);
      addItem(learned, 'transfers', [destination, type, vehicle, name], {
        destination,
        name,
        type,
        vehicle,
        seats: transfer.MaxPassengers,
        ...termsOf(learned, transfer, { price, times, days: 1, start: String(ServiceDate) }),
      });
    }
  },
  'tour.search'(learned, answer, criteria) {
    const { DestinationId, CityId: destination = DestinationId, NumberOfAdults, AdultAges } = criteria;
    // A child of three years or more pays half the price.
    const halves = asList(criteria.ChildAges).filter(age => Number(age) >= 3).length;
    const times = Number(NumberOfAdults ?? asList(AdultAges).length) + halves / 2;
    for (const tour of list(asObject(answer).Tours)) {
      const { TourName, Duration, AvailableDates, SellingPrice: price } = tour;
      const dates = asList(AvailableDates).map(String);
      const weekdays = [...new Set(dates.map(date => new Date(date).getUTCDay()))].sort();
      addItem(learned, 'tours', [destination, TourName], {
        destination,
        ...renamed(tour, { name: 'TourName', description: 'Description' }),
        hours: Number.parseInt(String(Duration), 10) || undefined,
        weekdays: weekdays.length > 0 ? weekdays : undefined,
        ...termsOf(learned, tour, { price, times, days: 1, start: dates[0] ?? '' }),
      });
    }
  },
};

/** The id of an offer is different in each Search, so a record gets an id from its names. */
function addItem(learned: Learned, kind: ItemKind, names: readonly unknown[], fields: Raw): void {
  const id = foldText(names.join(' ')).replaceAll(/\W+/g, '-').slice(0, 60);
  add(learned, kind, id, fields);
}

function destinationAt({ records }: Learned, { LocationType: type, LocationCode: code }: Raw): unknown {
  if (type === 'Destination') return code;
  if (type === 'Hotel') return records.hotels.get(String(code))?.destination;
  return [...records.destinations.values()].find(({ airport }) => asObject(airport).code === code)?.id;
}

interface Priced {
  readonly price: unknown;
  /** The nights, days or persons of the price. */
  readonly times: number;
  /** Default: `times`. */
  readonly days?: number;
  readonly start: string;
}

/** Returns the price and the rules of an offer. */
function termsOf(learned: Learned, offer: Raw, { price, times, days = times, start }: Priced): Raw {
  const { Value, Currency: currency } = asObject(price);
  const isKnown = inventoryCurrencies.some(known => known === currency) && Number(Value) > 0 && times > 0;
  if (!isKnown) gap(learned, `offers without a price in ${inventoryCurrencies.join(', ')}`);
  const taxes = list(offer.PropertyTaxes).map(tax =>
    renamed(tax, { name: 'Name', amount: 'Amount', currency: 'Currency', type: 'Type' }),
  );
  return compact({
    ...renamed(offer, {
      restriction: 'RestrictionType',
      prePayment: 'IsPrePayment',
      canPayLater: 'CanPayLater',
    }),
    ...(isKnown && { price: Math.round((Number(Value) / times) * 100) / 100, currency }),
    ...penaltiesOf(offer, days, start),
    taxes: taxes.length > 0 ? taxes : undefined,
  });
}

/** Returns the first penalty if it begins at most a year before the start. The full price from the booking on means a rate without refund. */
function penaltiesOf(
  { CancellationPolicies, TotalSellingPrice, IsNonRefundable }: Raw,
  nights: number,
  start: string,
): Raw {
  const refundable = typeof IsNonRefundable === 'boolean' ? !IsNonRefundable : undefined;
  const [first] = list(CancellationPolicies).filter(({ Value }) => Number(Value) > 0);
  const days = first ? nightsBetween(String(first.StartDate), start) : -1;
  if (!first || !(days >= 0)) return { refundable };
  const [value, total] = [Number(first.Value), Number(asObject(TotalSellingPrice).Value)];
  const share = Math.round((100 * value) / total);
  if (days > 365) return { refundable: refundable ?? (share >= 100 ? false : undefined) };
  const isNight = nights > 1 && Math.abs(value * nights - total) < 0.05;
  // biome-ignore lint/suspicious/noThenProperty: a field of the record
  const policies = { freeUntil: `P${days}D`, then: isNight ? 'night' : share >= 100 ? 'full' : `${share}%` };
  return { refundable, policies };
}
