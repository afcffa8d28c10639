import { isChild, limits } from '#contracts';
import type { BookStep } from '#contracts/scenario';
import type { Fakers } from '#mock-server/fakers';
import { names, surnames } from './names.ts';
import type { Random } from './random.ts';

type Guest = BookStep['guests'][number];

export interface Party {
  readonly adults: number;
  readonly childAges: readonly number[];
}

export interface Group {
  readonly parties: readonly Party[];
  readonly guests: Guest[];
}

/** Characters that suppliers reject in names (status.rejeitado). */
const rejected = ['@', '#', '*', '&', '_', '4'];
const isPlain = (text: string): boolean => /^[\p{L}\p{M} '’-]*$/u.test(text);

const oldestChild = limits.childAge.value;

/**
 * Draws the travellers of all steps with the same guests. One room stays one room, and a name that suppliers reject stays one. If the
 * scenario is about children (`needsChildren`), a room with children in the task keeps at least one.
 */
export function drawGroup(
  steps: readonly BookStep[],
  { needsChildren, fakers }: { readonly needsChildren: boolean; readonly fakers: Fakers },
  random: Random,
): Group {
  const fixed = partiesOf(steps);
  const fixedGuests = steps[0]?.guests ?? [];
  const usedAges = new Set(fixed.flatMap(({ childAges }) => childAges));
  const ages = random.sample(
    numbers(0, oldestChild).filter(age => !usedAges.has(age)),
    6,
  );
  const hasCar = steps.some(({ product }) => product === 'car');
  const isOnlyCar = steps.every(({ product }) => product === 'car');
  const count = fixed.length > 1 ? random.integer(2, hasCar ? 2 : 3) : fixed.length;
  // The smallest car has four seats.
  const maxPeople = hasCar ? 4 / count : 5;
  const parties = Array.from({ length: count }, (_, index): Party => {
    const hadChild = (fixed[index] ?? fixed[0])?.childAges.length;
    const least = needsChildren && hadChild ? 1 : 0;
    const adults = random.integer(1, Math.min(count > 1 ? 2 : 3, maxPeople - least));
    const children = isOnlyCar ? 0 : random.integer(least, Math.min(2, maxPeople - adults));
    return { adults, childAges: ages.splice(0, children) };
  });
  return { parties, guests: drawGuests(parties, fixedGuests, fakers, random.about('guests')) };
}

const numbers = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Returns the parties of the task: one for each room of the first hotel, or one with all travellers if the task has no hotel. */
function partiesOf(steps: readonly BookStep[]): readonly Party[] {
  const hotel = steps.find(step => step.product === 'hotel');
  if (hotel) return hotel.criteria.rooms.map(({ adults, childAges = [] }) => ({ adults, childAges }));
  const guests = steps[0]?.guests ?? [];
  const childAges = guests.filter(isChild).map(({ Age }) => Age);
  return [{ adults: guests.length - childAges.length, childAges }];
}

function drawGuests(parties: readonly Party[], fixed: readonly Guest[], fakers: Fakers, random: Random) {
  const grown = fixed.filter(guest => !isChild(guest));
  const children = fixed.filter(isChild);
  const { given, family } = drawNames(fixed, fakers, random.about('names'));
  const adultAges = random.sample(numbers(oldestChild + 1, 85), 9);
  const hasContact = fixed.some(({ Email, Cpf, DocumentNumber }) => Email ?? Cpf ?? DocumentNumber);
  const isFamily = random.chance(0.5);
  const guests = parties.flatMap(({ adults, childAges }) => [
    ...Array.from({ length: adults }, () => {
      const Age = adultAges.pop() ?? oldestChild + 1;
      return { ...ownFields(grown.shift()), Age, ...contactData(hasContact, random) };
    }),
    ...childAges.map(Age => ({ ...ownFields(children.shift()), Age })),
  ]);
  const named = guests.map(
    (guest, index): Guest => ({
      Name: given[index % given.length] ?? '',
      Surname: (isFamily ? family[0] : family[index % family.length]) ?? '',
      ...guest,
    }),
  );
  return withRejectedName(withOneNameTwice(named, random), fixed, random);
}

/** About half of the names are unusual, and faker draws the others. No name is in the task. */
function drawNames(fixed: readonly Guest[], fakers: Fakers, random: Random) {
  const faker = random.pick([fakers.pt, fakers.en]);
  faker.seed(random.integer(0, 2 ** 31));
  const others = new Set(fixed.flatMap(({ Name, Surname }) => [Name, Surname]));
  const draw = (unusual: readonly string[], usual: () => string) =>
    random
      .sample(unusual, unusual.length)
      .map(name => (random.chance(0.5) ? name : usual()))
      .filter(name => !others.has(name));
  return {
    given: draw(names, () => faker.person.firstName()),
    family: draw(surnames, () => faker.person.lastName()),
  };
}

/** Returns the fields of a guest in the task that a drawn guest keeps, such as MainPax. */
function ownFields(guest: Guest | undefined): Omit<Guest, 'Name' | 'Surname' | 'Age'> {
  const { Name, Surname, Age, Email, Cpf, DocumentType, DocumentNumber, ...rest } = guest ?? ({} as Guest);
  return rest;
}

/** Gives the last guest the name of the first guest in some draws. Their ages always differ. */
function withOneNameTwice(guests: Guest[], random: Random): Guest[] {
  const [first] = guests;
  if (!first || guests.length < 2 || !random.chance(0.3)) return guests;
  const { Name, Surname } = first;
  return guests.map((guest, index) => (index === guests.length - 1 ? { ...guest, Name, Surname } : guest));
}

function withRejectedName(guests: Guest[], fixed: readonly Guest[], random: Random): Guest[] {
  if (fixed.every(({ Name, Surname }) => isPlain(Name + Surname))) return guests;
  const chosen = random.integer(0, guests.length - 1);
  return guests.map((guest, index) =>
    index === chosen ? { ...guest, Name: `${guest.Name}${random.pick(rejected)}` } : guest,
  );
}

function contactData(isNeeded: boolean, random: Random): Partial<Guest> {
  if (!isNeeded && random.chance(0.6)) return {};
  const Email = drawEmail(random);
  if (random.chance(0.5)) return { Email, Cpf: drawCpf(random) };
  const number = random.integer(1_000_000, 9_999_999);
  return { Email, DocumentType: 'PASSPORT', DocumentNumber: `${random.pick(['XA', 'CZ', 'K'])}${number}` };
}

export const drawEmail = (random: Random): string =>
  `${random.pick(['traveller', 'a.b', 'first_last', 'viagem+hotel'])}${random.integer(100, 99_999)}@example.com`;

export function drawCpf(random: Random): string {
  const digits = Array.from({ length: 9 }, () => random.integer(0, 9));
  if (new Set(digits).size === 1) digits[0] = (Number(digits[0]) + 1) % 10;
  for (const _ of ['first check digit', 'second check digit']) {
    const sum = digits.reduce((total, digit, index) => total + digit * (digits.length + 1 - index), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}
