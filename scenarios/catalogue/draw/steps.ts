import { addDays, nightsBetween, testCards } from '#contracts';
import type { BookStep, TaskStep } from '#contracts/scenario';
import { type Destination, hotelsOf } from '#mock-server';
import { drawCpf, drawEmail, type Group } from './guests.ts';
import { streets } from './names.ts';
import { drawSpot, type Place } from './places.ts';
import type { Random } from './random.ts';

type StepOf<Product> = Extract<TaskStep, { product: Product }>;
type Criteria<Product extends 'hotel' | 'car' | 'transfer' | 'tour'> = StepOf<Product>['criteria'];
type Moment = Omit<Criteria<'car'>['pickup'], 'at'>;

export interface Drawn {
  /** Undefined if the places of the task stay. */
  cityAt(place: Place): Destination | undefined;
  readonly nationality: string;
  readonly currency: string;
  nights(fixed: number): number;
  date(fixed: string): string;
  readonly group: Group;
  /** Whether the drawn task may name a hotel. If a supplier is down, a named hotel could be missing from the Search. */
  readonly canNameHotel: boolean;
}

export function drawHotel({ criteria, choose }: StepOf<'hotel'>, drawn: Drawn, random: Random) {
  const { cityAt, nationality, currency, group, date, nights } = drawn;
  const city = cityAt({ destination: criteria.destination });
  const name = city && random.pick(hotelsOf(city.id)).name;
  const isNamed = name !== undefined && drawn.canNameHotel && random.chance(0.5);
  return {
    criteria: {
      ...criteria,
      checkinDate: date(criteria.checkinDate),
      nights: nights(criteria.nights),
      rooms: group.parties.map(roomOf),
      nationality,
      currency,
    },
    ...((choose || isNamed) && { choose: { ...choose, ...(isNamed && { name }) } }),
  };
}

const roomOf = ({ adults, childAges }: Group['parties'][number]) => ({
  adults,
  ...(childAges.length > 0 && { childAges: [...childAges] }),
});

function peopleOf({ parties }: Group) {
  const adults = parties.reduce((sum, party) => sum + party.adults, 0);
  return roomOf({ adults, childAges: parties.flatMap(({ childAges }) => childAges) });
}

export function drawCar({ criteria }: StepOf<'car'>, drawn: Drawn, random: Random) {
  const { pickup, dropoff } = criteria;
  const { cityAt, currency, date } = drawn;
  const days = nightsBetween(pickup.date, dropoff.date);
  const [from, to] = placesOf([pickup.at, dropoff.at], cityAt, random);
  const end = cityAt(dropoff.at);
  const first = { ...pickup, date: date(pickup.date) };
  const last = { ...dropoff, date: addDays(first.date, days + random.integer(1, 6)) };
  return {
    pickup: { at: from, ...momentOf(first, random) },
    dropoff: { at: end && random.chance(0.4) ? drawSpot(end, random) : to, ...momentOf(last, random) },
    currency,
  };
}

export function drawTransfer({ criteria }: StepOf<'transfer'>, drawn: Drawn, random: Random) {
  const { cityAt, group, currency, date } = drawn;
  const [from, to] = placesOf([criteria.from, criteria.to], cityAt, random);
  const isBack = cityAt(criteria.from) !== undefined && random.chance(0.3);
  return {
    from: isBack ? to : from,
    to: isBack ? from : to,
    ...momentOf({ ...criteria, date: date(criteria.date) }, random),
    ...peopleOf(group),
    currency,
  };
}

export function drawTour({ criteria }: StepOf<'tour'>, drawn: Drawn, random: Random) {
  const { group, currency, date } = drawn;
  const from = date(criteria.from);
  return {
    destination: criteria.destination,
    from,
    to: addDays(from, random.integer(0, 6)),
    ...peopleOf(group),
    currency,
  };
}

/** Draws two different places. An airport stays, and another place is replaced by its city or a district. */
function placesOf(fixed: [Place, Place], cityAt: Drawn['cityAt'], random: Random): [Place, Place] {
  const [first, last] = fixed.map(cityAt);
  if (!first || !last) return fixed;
  const from = 'airport' in fixed[0] ? fixed[0] : drawSpot(first, random);
  const isAirport = 'airport' in fixed[1] || !('airport' in from);
  return [from, isAirport ? { airport: last.airport.code } : drawSpot(last, random)];
}

/** Keeps the date, and draws a time from 06:00 to 22:45. At these hours, no clock changes to or from summer time. */
function momentOf({ date, zone }: Moment, random: Random): Moment {
  const hour = String(random.integer(6, 22)).padStart(2, '0');
  return { date, time: `${hour}:${random.pick(['00', '15', '30', '45'])}`, zone };
}

type Payment = NonNullable<BookStep['payment']>;

/** The numbers of instalments that the stand-in offers for each booking. */
const instalments = [1, 3, 6];
/** Cards with this number of digits have a security code of four digits. */
const digitsOfLongCode = 15;

/** Draws the payer, the card and the number of instalments. Keeps a test card that the stand-in does not approve at once. */
export function drawPayment(
  { ContractingParty: party, CreditCard: card }: Payment,
  { group, nationality, city }: Drawn & { readonly city: Destination | undefined },
  random: Random,
): Payment {
  const main = group.guests.find(({ MainPax }) => MainPax) ?? group.guests[0];
  const payer = main ? `${main.Name} ${main.Surname}` : party.PersonName;
  const digits = (count: number) => Array.from({ length: count }, () => random.integer(1, 9)).join('');
  return {
    ContractingParty: {
      PersonName: payer,
      CPF: main?.Cpf ?? drawCpf(random),
      Email: main?.Email ?? drawEmail(random),
      PhoneDDD: digits(2),
      PhoneNumber: digits(8),
      Address: `${random.pick(streets)}, ${random.integer(2, 999)}`,
      CityName: city?.name.en ?? party.CityName,
      CountryCode: nationality,
    },
    CreditCard: { ...card, ...drawCard(card, random), Holder: holderOf(payer) },
  };
}

type Card = Payment['CreditCard'];

function drawCard({ CardNumber, NumberPayments, YearExpiration }: Card, random: Random) {
  const approved = Object.keys(testCards).filter(number => testCards[number] === 'approved');
  const number = testCards[CardNumber] === 'approved' ? random.pick(approved) : CardNumber;
  const code = random.integer(0, 9_999);
  const length = number.length === digitsOfLongCode ? 4 : 3;
  return {
    CardNumber: number,
    MonthExpiration: String(random.integer(1, 12)).padStart(2, '0'),
    YearExpiration: String(Number(YearExpiration) + random.integer(0, 3)),
    SecurityCode: String(code).padStart(4, '0').slice(-length),
    NumberPayments: random.pick(instalments.filter(count => count !== NumberPayments)),
  };
}

/** Returns a name as cards print it: in capitals, without accents, with at most 26 characters. */
const holderOf = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().slice(0, 26).trim();
