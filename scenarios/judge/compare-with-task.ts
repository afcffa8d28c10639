import { isChild, nightsBetween, type Pax, type Product } from '#contracts';
import type { BookStep, Task } from '#contracts/scenario';
import { counted, foldText } from '#contracts/util';
import type { HeldGuest, HeldPlace, HeldService, JudgeContext, Supplied } from './context.ts';

export function onlyStepFor(product: Product | undefined, task: Task | undefined): BookStep | undefined {
  const steps = task?.steps.filter(step => step.do === 'book' && step.product === product) ?? [];
  const [step] = steps;
  return steps.length === 1 && step?.do === 'book' ? step : undefined;
}

export interface Booked<Held = HeldService> {
  readonly held: Held;
  /** The index of the matching task step; undefined if no step books this product. */
  readonly step: number | undefined;
  readonly differences: readonly Difference[];
}

/** The index of each step that books a service. */
export const bookStepsOf = ({ steps }: Task) =>
  steps.flatMap((step, index) => (step.do === 'book' ? [{ step, index }] : []));

interface Held<Service> {
  readonly held?: readonly Service[] | undefined;
  readonly places?: Supplied['places'];
}

/** `statuses`: expected at the end, in the order of the task steps; compared only if there is one for each step. */
export function compareWithTask<Service extends HeldService>(
  task: Task,
  { held: all = [], places = {} }: Held<Service>,
  statuses: readonly string[],
): Booked<Service>[] {
  const steps = bookStepsOf(task);
  const isEach = steps.length === statuses.length;
  const wanted = steps.map((one, at) => ({ ...one, status: isEach ? statuses[at] : undefined }));
  const taken = new Set<number>();
  const fitted = all.map(held => {
    const [best] = wanted
      .filter(({ step }) => step.product === held.product)
      .map(one => {
        const differences = differencesOf(one.step, held, places);
        const isOtherEnd = one.status !== undefined && one.status !== held.status;
        const score = differences.length * 4 + Number(taken.has(one.index)) * 2 + Number(isOtherEnd);
        return { ...one, differences, score };
      })
      .sort((a, b) => a.score - b.score);
    if (best) taken.add(best.index);
    return { held, best };
  });
  return fitted.map(({ held, best }) => {
    if (!best) return { held, step: undefined, differences: [] };
    const { index, step, status, differences } = best;
    // A client may book a step again after a rejection, so a step can have several bookings.
    const trips = step.attachTo === undefined ? [] : fitted.filter(one => one.best?.index === step.attachTo);
    const ids = trips.map(one => one.held.bookingId);
    const ends = [...attachment(step, held, ids), ...differ('status', status, held.status)];
    return { held, step: index, differences: [...differences, ...ends] };
  });
}

/** After a Rejected booking or a gone offer (decision 1). `price-change-confirmed` judges the prices. */
export function bookedAnother({ task, scenario, supplier, result }: JudgeContext): boolean {
  const isGone = scenario?.outcomes.some(outcome => outcome === 'rejected' || outcome === 'unavailable');
  const held = supplier?.services.filter(status => status !== 'rejected') ?? [];
  const wanted = task?.steps.filter(step => step.do === 'book') ?? [];
  return (
    isGone === true &&
    result?.outcome === 'confirmed' &&
    held.length === wanted.length &&
    held.every(status => status === 'confirmed')
  );
}

/** res.booking-id */
function attachment(
  { attachTo }: BookStep,
  { bookingId }: HeldService,
  trips: readonly string[],
): Difference[] {
  if (trips.length === 0 || trips.includes(bookingId)) return [];
  return [{ field: 'attachTo', wanted: `step ${attachTo}, booking ${trips[0]}`, booked: bookingId }];
}

function differencesOf(step: BookStep, held: HeldService, places: Places): Difference[] {
  return [
    ...criteriaOf(step, held, places),
    // The supplier can change the currency in the conditions.
    ...differ('criteria.currency', step.criteria.currency, held.currency),
    ...compareGuests(step, held),
  ];
}

type Places = NonNullable<Supplied['places']>;

function criteriaOf(step: BookStep, held: HeldService, places: Places): Difference[] {
  const { start, end = start, from, to, parties } = held;
  if (step.product === 'hotel') {
    const { destination, checkinDate, nights, rooms, nationality } = step.criteria;
    return [
      differAt('criteria.destination', { destination }, from, places),
      differ('criteria.checkinDate', checkinDate, start),
      differ('criteria.nights', nights, nightsBetween(start, end)),
      differ('criteria.rooms', partiesText(rooms.map(partyOf)), partiesText(parties)),
      differ('criteria.nationality', nationality, held.nationality ?? 'none'),
      differ('choose.name', step.choose?.name, held.name),
    ].flat();
  }
  if (step.product === 'car') {
    const { pickup, dropoff } = step.criteria;
    return [
      differAt('criteria.pickup.at', pickup.at, from, places),
      differ('criteria.pickup.date', pickup.date, start),
      differAt('criteria.dropoff.at', dropoff.at, to, places),
      differ('criteria.dropoff.date', dropoff.date, end),
      differ('the age of the driver', driverOf(step), String(held.driverAge ?? driverOf(step))),
    ].flat();
  }
  const party = partiesText([partyOf(step.criteria)]);
  if (step.product === 'transfer') {
    const { criteria } = step;
    return [
      differAt('criteria.from', criteria.from, from, places),
      differAt('criteria.to', criteria.to, to, places),
      differ('criteria.date', criteria.date, start),
      differ('the return', 'no return', held.returns ?? 'no return'),
      differ('criteria.adults, criteria.childAges', party, partiesText(parties)),
    ].flat();
  }
  const { destination, from: first, to: last } = step.criteria;
  const isWithin = first <= start && start <= last;
  return [
    differAt('criteria.destination', { destination }, from, places),
    isWithin ? [] : { field: 'criteria.from, criteria.to', wanted: `${first} to ${last}`, booked: start },
    differ('criteria.adults, criteria.childAges', party, partiesText(parties)),
  ].flat();
}

/** The main guest drives. */
const driverOf = ({ guests }: BookStep): string =>
  String((guests.find(({ MainPax }) => MainPax) ?? guests[0])?.Age ?? '');

/** A value that the task or the supplier leaves open does not differ. Both have one type, because 2 and "2" would differ. */
export function differ<Value extends string | number | boolean>(
  field: string,
  wanted: Value | undefined,
  booked: Value | undefined,
): Difference[] {
  const isOther = wanted !== undefined && booked !== undefined && wanted !== booked;
  return isOther ? [{ field, wanted: String(wanted), booked: String(booked) }] : [];
}

function differAt(
  field: string,
  wanted: { readonly destination: string } | { readonly airport: string },
  held: HeldPlace | undefined,
  places: Places = {},
): Difference[] {
  if (!held) return [];
  if ('airport' in wanted) return differ(field, wanted.airport, held.airport ?? held.name);
  const ids = places[wanted.destination] ?? [];
  // An airport is no place in its city, unless the task names the airport.
  const isAirport = held.airport !== undefined && foldText(held.name) !== foldText(wanted.destination);
  const isThere = (ids.length === 0 || ids.includes(held.destinationId)) && !isAirport;
  return isThere ? [] : [{ field, wanted: wanted.destination, booked: held.name }];
}

type Party = HeldService['parties'][number];
type Travellers = Extract<BookStep, { product: 'hotel' }>['criteria']['rooms'][number];
const partyOf = ({ adults, childAges: ages = [] }: Travellers): Party => ({ adults, ages });

function partiesText(parties: readonly Party[]): string {
  const texts = parties.map(({ adults, ages }) => {
    const children =
      ages.length === 0 ? '' : ` and children of ${[...ages].sort((a, b) => a - b).join(', ')}`;
    return counted(adults, 'adult') + children;
  });
  return texts.sort().join('; ');
}

/** Without regard to order. */
export function compareLists(wanted: readonly string[], given: readonly string[]) {
  const extra = [...given];
  const missing = wanted.filter(one => {
    const index = extra.indexOf(one);
    if (index >= 0) extra.splice(index, 1);
    return index < 0;
  });
  return { missing, extra };
}

/** A client may send additional fields (decision 18). The texts contain no documents, e-mails or phones (auth.5). */
function compareGuests(step: BookStep, { guests: booked }: HeldService): Difference[] {
  const pairs = pairUp(step.guests, booked);
  const differences = step.guests.flatMap((guest, index) => {
    const held = pairs[index];
    const field = `guests[${index}]`;
    return held ? guestDifferences(guest, held, field) : [{ field, wanted: nameOf(guest), booked: '' }];
  });
  const extra = booked.filter(guest => !pairs.includes(guest));
  if (extra.length > 0 || pairs.includes(undefined)) {
    const more = extra.map(guest => ({ field: 'guests', wanted: 'no such guest', booked: nameOf(guest) }));
    return [...differences, ...more];
  }
  const keyOf = (held: HeldGuest): string => keyIn(step.guests[pairs.indexOf(held)]);
  return [...differences, ...mainGuest(step.guests, booked, keyOf), ...placesOf(step, booked, keyOf)];
}

/** Guests with the same data in the task get the same key, because they are interchangeable. */
const keyIn = (guest: Pax | undefined): string => JSON.stringify(guest ?? {});

/** The most similar booked guest for each guest of the task, in the order of the task. */
function pairUp(wanted: readonly Pax[], booked: readonly HeldGuest[]): (HeldGuest | undefined)[] {
  const all = wanted.flatMap((guest, index) =>
    booked.map((held, at) => ({
      index,
      held,
      score: guestDifferences(guest, held, '').length,
      apart: Math.abs(index - at),
    })),
  );
  all.sort((a, b) => a.score - b.score || a.apart - b.apart);
  const pairs: (HeldGuest | undefined)[] = wanted.map(() => undefined);
  for (const { index, held } of all) if (!pairs[index] && !pairs.includes(held)) pairs[index] = held;
  return pairs;
}

const nameOf = ({ Name, Surname, Age }: Pax): string => `${Name} ${Surname} (${Age ?? 'no age'})`;

/** NFC, because an accent has two Unicode forms. */
const words = (text: string): string => text.normalize('NFC').toUpperCase().replace(/\s+/g, ' ').trim();
/** Clients write documents and phones with different separators. */
const symbols = (text: string): string => words(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

interface GuestField {
  readonly name: Exclude<keyof Pax, 'MainPax'>;
  readonly normalise: (text: string) => string;
  /** Personal data, which reports must not show (auth.5). */
  readonly isPrivate?: true;
}

const fields: readonly GuestField[] = [
  { name: 'Name', normalise: words },
  { name: 'Surname', normalise: words },
  { name: 'Age', normalise: words },
  { name: 'IsChild', normalise: words },
  { name: 'Title', normalise: symbols },
  { name: 'Email', normalise: words, isPrivate: true },
  { name: 'Cpf', normalise: symbols, isPrivate: true },
  { name: 'DocumentType', normalise: symbols },
  { name: 'DocumentNumber', normalise: symbols, isPrivate: true },
  { name: 'PhoneDDI', normalise: symbols, isPrivate: true },
  { name: 'PhoneDDD', normalise: symbols, isPrivate: true },
  { name: 'PhoneNumber', normalise: symbols, isPrivate: true },
  { name: 'Nationality', normalise: words },
  { name: 'Residence', normalise: words },
];

function guestDifferences(guest: Pax, held: Pax, at: string): Difference[] {
  const [wanted, booked] = [withCpf(guest), withCpf(held)];
  const isSamePhone = phoneOf(booked).endsWith(phoneOf(wanted));
  return fields.flatMap(({ name, normalise, isPrivate }) => {
    const value = textOf(wanted, name);
    if (value.trim() === '' || (name.startsWith('Phone') && isSamePhone)) return [];
    const given = name === 'IsChild' ? String(isChild(booked)) : textOf(booked, name);
    if (normalise(value) === normalise(given)) return [];
    const field = `${at}.${name}`;
    if (!isPrivate) return [{ field, wanted: `"${value}"`, booked: bookedText(given, value) }];
    const what = given.trim() === '' ? '' : 'another value';
    return [{ field, wanted: 'the value of the task', booked: what, isPrivate: true as const }];
  });
}

const textOf = (guest: Pax, name: keyof Pax): string => String(guest[name] ?? '');

/** A client can send a CPF as a document or in its own field. */
function withCpf(guest: Pax): Pax {
  const { DocumentType = '', DocumentNumber, Cpf, ...rest } = guest;
  return symbols(DocumentType) === 'CPF' && Cpf === undefined ? { ...rest, Cpf: DocumentNumber } : guest;
}

/** A client can send the country code in its own field or in the number. */
const phoneOf = ({ PhoneDDI = '', PhoneDDD = '', PhoneNumber = '' }: Pax): string =>
  symbols(PhoneDDI + PhoneDDD + PhoneNumber);

/** With the reason for the difference, if it is certain. */
function bookedText(given: string, wanted: string): string {
  if (given === '') return '';
  return `"${given}"${reasonOf(words(given), words(wanted), misread(given))}`;
}

function reasonOf(given: string, wanted: string, decoded: string | undefined): string {
  if (decoded !== undefined && words(decoded) === wanted) return ' (UTF-8 that the client read as Latin-1)';
  if (foldText(given) === foldText(wanted)) return ' (with other accents)';
  return wanted.startsWith(given) ? ` (cut after ${given.length} characters)` : '';
}

/** The text in UTF-8, if a client read its bytes as Latin-1. */
function misread(text: string): string | undefined {
  const codes = [...text].map(letter => letter.codePointAt(0) ?? 0);
  if (codes.some(code => code > 0xff)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(codes));
  } catch {
    return undefined;
  }
}

/** Without MainPax, the first guest is the main guest. No clause speaks of an order, so if no guest is marked, every order is right. */
function mainGuest(wanted: readonly Pax[], held: readonly HeldGuest[], keyOf: KeyOf): Difference[] {
  const asked = wanted.find(guest => guest.MainPax);
  const main = asked ?? wanted[0];
  const marked = held.filter(guest => guest.MainPax);
  if (!asked && marked.length === 0) return [];
  // No clause forbids marking several guests of a room. The stand-in shows the first of them as the main guest.
  const rooms = Map.groupBy(marked.length > 0 ? marked : held.slice(0, 1), ({ room }) => room);
  const booked = [...rooms.values()].flatMap(guests => guests.slice(0, 1));
  if (!main || booked.some(guest => keyOf(guest) === keyIn(main))) return [];
  return [{ field: 'the main guest', wanted: nameOf(main), booked: booked.map(nameOf).join(', ') }];
}

type KeyOf = (held: HeldGuest) => string;

/** The order of the rooms, and of the guests in a room, makes no difference. */
function placesOf(step: BookStep, held: readonly HeldGuest[], keyOf: KeyOf): Difference[] {
  const wanted = roomsOf(step);
  const booked = [...Map.groupBy(held, ({ room }) => room).values()];
  if (!wanted || (wanted.length > 1 && held.some(({ room }) => room === undefined))) return [];
  const groupOf = (keys: readonly string[]): string => [...keys].sort().join();
  const { missing, extra } = compareLists(
    wanted.map(guests => groupOf(guests.map(keyIn))),
    booked.map(guests => groupOf(guests.map(keyOf))),
  );
  if (missing.length === 0 && extra.length === 0) return [];
  return [{ field: 'the guests of each room', wanted: roomsText(wanted), booked: roomsText(booked) }];
}

const roomsText = (rooms: readonly (readonly Pax[])[]): string =>
  rooms.map(guests => guests.map(nameOf).join(', ')).join(' / ');

/** A task lists its guests room by room. Undefined if they do not fit. */
function roomsOf(step: BookStep): Pax[][] | undefined {
  if (step.product !== 'hotel') return [step.guests];
  const left = [...step.guests];
  const rooms = step.criteria.rooms.map(({ adults, childAges = [] }) =>
    left.splice(0, adults + childAges.length),
  );
  const agesOf = (ages: readonly number[]): string => [...ages].sort((a, b) => a - b).join();
  const fits = step.criteria.rooms.every(({ childAges = [] }, index) => {
    const children = (rooms[index] ?? []).filter(isChild);
    return agesOf(children.map(({ Age }) => Age)) === agesOf(childAges);
  });
  return fits && left.length === 0 ? rooms : undefined;
}

export interface Difference {
  /** The path of the value in the task step, such as `criteria.nights`. */
  readonly field: string;
  readonly wanted: string;
  readonly booked: string;
  readonly isPrivate?: true;
}
