import { type BookingRequest, type Client, utcTime } from '#client';
import { addDays, type LocationType, type Product, type Suggestion } from '#contracts';
import type { BookStep } from '#contracts/scenario';

type ProductCriteria = {
  [P in Product]: { product: P; criteria: Extract<BookingRequest, { product: P }>['criteria'] };
}[Product];

type TaskPlace = Extract<BookStep, { product: 'transfer' }>['criteria']['from'];

/** Looks up places with Autocomplete (svc.2), and converts local times to UTC (date.hours). */
export async function criteriaOf(step: BookStep, client: Client): Promise<ProductCriteria> {
  const find = createFinder(step.product, client);
  const { currency } = step.criteria;
  const Currency = currency === undefined ? {} : { Currency: currency };
  if (step.product === 'hotel') {
    const { destination, checkinDate, nights, rooms, nationality, onRequestRooms } = step.criteria;
    const { destinationId } = await find(destination);
    const SearchRooms = rooms.map(({ adults, childAges = [] }) => ({
      NumAdults: adults,
      ...(childAges.length > 0 && { ChildAges: childAges }),
    }));
    const criteria = {
      DestinationId: destinationId,
      CheckinDate: checkinDate,
      CheckoutDate: addDays(checkinDate, nights),
      SearchRooms,
      Nationality: nationality,
      ...Currency,
      ...(onRequestRooms !== undefined && { ReturnOnRequestRooms: onRequestRooms }),
    };
    return { product: 'hotel', criteria };
  }
  if (step.product === 'car') {
    const { pickup, dropoff } = step.criteria;
    const point = async ({ at, ...moment }: typeof pickup) => ({
      ...(await placeOf(at, find)),
      Date: moment.date,
      Time: utcOf(moment),
    });
    const criteria = { Pickup: await point(pickup), Dropoff: await point(dropoff), ...Currency };
    return { product: 'car', criteria };
  }
  if (step.product === 'transfer') {
    const { from, to, date, adults, childAges } = step.criteria;
    const criteria = {
      Pickup: await placeOf(from, find),
      Dropoff: await placeOf(to, find),
      ServiceDate: date,
      Time: utcOf(step.criteria),
      NumberOfAdults: adults,
      ...(childAges && { ChildrenAges: childAges }),
      ...Currency,
    };
    return { product: 'transfer', criteria };
  }
  const { destination, from, to, adults, childAges } = step.criteria;
  const criteria = {
    DestinationId: (await find(destination)).destinationId,
    InitialServiceDate: from,
    FinalServiceDate: to,
    NumberOfAdults: adults,
    ...(childAges && { ChildAges: childAges }),
    ...Currency,
  };
  return { product: 'tour', criteria };
}

const utcOf = ({ date, time, zone }: { date: string; time: string; zone: string }): string =>
  utcTime(date, time, zone);

type Find = (name: string) => Promise<Suggestion>;

function createFinder(product: Product, { call }: Client): Find {
  return async name => {
    const { answer } = await call('autocomplete', { term: name, product });
    const found = answer.find(suggestion => suggestion.name === name) ?? answer[0];
    if (!found)
      throw new Error(`Autocomplete finds no place with the name "${name}" for the product ${product}`);
    return found;
  };
}

async function placeOf(place: TaskPlace, find: Find) {
  const at = (LocationCode: string, LocationType: LocationType) => ({ LocationCode, LocationType });
  if ('airport' in place) return at(place.airport, 'Airport');
  const { id, type } = await find(place.destination);
  return at(id, type);
}
