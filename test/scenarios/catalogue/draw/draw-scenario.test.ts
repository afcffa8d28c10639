import { describe, expect, it } from 'vitest';
import { addDays, nightsBetween, testCards } from '#contracts';
import { readScenario, type Scenario, type TaskStep } from '#contracts/scenario';
import { isCpf } from '#contracts/util';
import { destinations, hotelsOf } from '#mock-server';
import { catalogue, playScenario } from '#scenarios';
import { canDraw, loadDrawing } from '#scenarios/catalogue/draw/index';
import { surnames, names as unusual } from '#scenarios/catalogue/draw/names';
import { bigFamily, car, hotel, twoRooms } from '#scenarios/catalogue/parts';
import { scenario } from '#scenarios/catalogue/scenario';
import { scenarioOf } from '../scenario-of.ts';

type BookStep = Extract<TaskStep, { do: 'book' }>;

const drawScenario = await loadDrawing();
const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
/** Returns 40 draws of a scenario. */
const drawsOf = (one: Scenario): Scenario[] =>
  numbers.map(number => drawScenario(one, { seed: 'test', number }));
const booksOf = ({ task }: Scenario): BookStep[] => task.steps.filter(step => step.do === 'book');
const hotelOf = (one: Scenario) => {
  const step = booksOf(one).find(({ product }) => product === 'hotel');
  if (step?.product !== 'hotel') throw new Error(`${one.id} books no hotel`);
  return step;
};
const guestsOf = (one: Scenario) => booksOf(one).flatMap(({ guests }) => guests);
const namesOf = (one: Scenario) => guestsOf(one).flatMap(({ Name, Surname }) => [Name, Surname]);
const isSpecial = (name: string) => /[^\p{L}\p{M} '-]/u.test(name);

describe('a drawn scenario', () => {
  it('is a function of scenario, seed and number', () => {
    const draw = (seed: string, number: number) =>
      drawScenario(scenarioOf('hotel-confirmed'), { seed, number });
    expect(draw('a', 1)).toEqual(draw('a', 1));
    expect(draw('a', 1).task).not.toEqual(draw('a', 2).task);
    expect(draw('a', 1).task).not.toEqual(draw('b', 1).task);
  });

  it.each(catalogue)('$id is valid, and only its task differs', one => {
    for (const drawn of drawsOf(one).slice(0, 5)) {
      expect(readScenario(drawn)).toEqual(drawn);
      expect({ ...drawn, task: one.task }).toEqual(one);
    }
  });

  it('differs from the fixed task in every value that a client could contain', () => {
    const before = scenarioOf('hotel-confirmed');
    const values = (one: Scenario) => {
      const { destination, checkinDate, nights, rooms, nationality, currency } = hotelOf(one).criteria;
      return [destination, checkinDate, nights, JSON.stringify(rooms), nationality, currency];
    };
    for (const drawn of drawsOf(before)) {
      const shared = values(drawn).filter((value, index) => value === values(before)[index]);
      expect(shared).toEqual([]);
      expect(namesOf(drawn).filter(name => namesOf(before).includes(name))).toEqual([]);
    }
  });

  it('has guests of all kinds', () => {
    const draws = drawsOf(scenarioOf('hotel-confirmed'));
    const guests = draws.map(guestsOf);
    const names = draws.flatMap(namesOf);
    const share = names.filter(name => [...unusual, ...surnames].includes(name)).length / names.length;
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.65);
    expect(names.some(name => /[à-ỹ]/.test(name))).toBe(true);
    for (const mark of ["'", '-', ' ']) expect(names.some(name => name.includes(mark))).toBe(true);
    expect(Math.min(...names.map(({ length }) => length))).toBe(1);
    expect(Math.max(...names.map(({ length }) => length))).toBeGreaterThan(35);
    const hasTwins = guests.filter(
      all => new Set(all.map(({ Name, Surname }) => `${Name} ${Surname}`)).size < all.length,
    );
    expect(hasTwins.length).toBeGreaterThan(3);
    expect(guests.flat().some(({ Email }) => Email)).toBe(true);
    expect(guests.flat().some(({ DocumentNumber }) => DocumentNumber)).toBe(true);
    const documents = guests.flat().flatMap(({ Cpf }) => Cpf ?? []);
    expect(documents.length).toBeGreaterThan(3);
    expect(documents.filter(number => !isCpf(number))).toEqual([]);
  });

  it('has guests that fit the rooms, in the order of the rooms', () => {
    for (const drawn of drawsOf(scenarioOf('two-rooms-with-children'))) {
      const { rooms } = hotelOf(drawn).criteria;
      expect(rooms.length).toBeGreaterThan(1);
      const ages = rooms.flatMap(({ adults, childAges = [] }) => [
        ...Array(adults).fill('adult'),
        ...childAges,
      ]);
      expect(guestsOf(drawn).map(({ Age }) => (Age > 17 ? 'adult' : Age))).toEqual(ages);
    }
  });
});

describe('a draw keeps what the scenario is about:', () => {
  const someDraws = (id: string) => drawsOf(scenarioOf(id));

  it('a stay within a penalty keeps its check-in', () => {
    const dates = someDraws('cancel-with-penalty').map(one => hotelOf(one).criteria.checkinDate);
    expect(new Set(dates)).toEqual(new Set(['2026-11-22']));
    for (const { criteria } of someDraws('cancel-free').map(hotelOf))
      expect(nightsBetween('2026-11-20', criteria.checkinDate)).toBeGreaterThanOrEqual(8);
  });

  it('a name that suppliers reject', () => {
    for (const drawn of someDraws('rejected-special-characters'))
      expect(guestsOf(drawn).filter(({ Name }) => isSpecial(Name))).toHaveLength(1);
    for (const drawn of someDraws('hotel-confirmed')) expect(namesOf(drawn).filter(isSpecial)).toEqual([]);
  });

  it('contact data and documents of each adult', () => {
    for (const drawn of someDraws('logs-clean')) {
      const adults = guestsOf(drawn).filter(({ Age }) => Age > 17);
      const lacking = adults.filter(({ Email, Cpf, DocumentNumber }) => !Email || !(Cpf ?? DocumentNumber));
      expect(lacking).toEqual([]);
    }
  });

  it('a child, if a rule about children is named', () => {
    for (const id of ['two-rooms-with-children', 'tour-confirmed', 'transfer-confirmed'])
      for (const drawn of someDraws(id)) expect(guestsOf(drawn).some(({ Age }) => Age < 18)).toBe(true);
    const isChild = ({ Age }: { Age: number }) => Age < 18;
    const counts = someDraws('hotel-confirmed').map(one => guestsOf(one).filter(isChild).length);
    expect(counts).toContain(0);
  });

  it('transfers from an airport, and to one', () => {
    const starts = drawsOf(scenarioOf('transfer-confirmed'))
      .flatMap(booksOf)
      .map(step => step.product === 'transfer' && 'airport' in step.criteria.from);
    expect(new Set(starts)).toEqual(new Set([true, false]));
  });

  it('one city, one group and one trip, if a transfer belongs to a hotel', () => {
    for (const drawn of someDraws('trip-hotel-and-transfer')) {
      const [stay, way] = booksOf(drawn);
      if (stay?.product !== 'hotel' || way?.product !== 'transfer') throw new Error('the steps changed');
      const city = destinations.find(({ name }) => name.en === stay.criteria.destination);
      const ends = JSON.stringify([way.criteria.from, way.criteria.to]);
      expect(ends).toContain(city?.airport.code);
      expect(ends).toContain(city?.name.en);
      expect(way.criteria).toMatchObject({ date: stay.criteria.checkinDate, zone: city?.timeZone });
      expect(way.guests).toEqual(stay.guests);
    }
  });

  it('another currency than that of a fault', () => {
    for (const drawn of someDraws('currency-changed'))
      expect(hotelOf(drawn).criteria.currency).not.toBe('USD');
  });

  it('the way in which a room is sold, and a hotel of the city', () => {
    const before = hotelOf(scenarioOf('prepaid-approved')).choose;
    for (const drawn of someDraws('prepaid-approved')) {
      const { choose: { name, ...flags } = {}, criteria } = hotelOf(drawn);
      expect(flags).toEqual(before);
      const city = destinations.find(one => one.name.en === criteria.destination);
      const names = hotelsOf(city?.id ?? '').map(one => one.name);
      expect([undefined, ...names]).toContain(name);
    }
    const named = someDraws('one-supplier-down').filter(one => hotelOf(one).choose?.name);
    expect(named).toEqual([]);
  });

  it('a test card that is approved, and instalments that are offered', () => {
    for (const drawn of someDraws('prepaid-approved')) {
      const { CreditCard, ContractingParty } = hotelOf(drawn).payment ?? {};
      expect(testCards[CreditCard?.CardNumber ?? '']).toBe('approved');
      expect([3, 6]).toContain(CreditCard?.NumberPayments);
      expect(isCpf(ContractingParty?.CPF ?? '')).toBe(true);
    }
  });

  it('the same airport and hotel, if they are read twice', () => {
    for (const drawn of someDraws('static-data-kept')) {
      const [first, second] = drawn.task.steps;
      if (first?.do !== 'static' || second?.do !== 'static') throw new Error('the steps changed');
      expect([second.airport, second.hotelId]).toEqual([first.airport, first.hotelId]);
      expect(first.airport).not.toBe('GIG');
    }
  });
});

describe('a scenario of a user', () => {
  it('has no draws if a fault matches a value of the request', () => {
    const matching = (fault: string) => canDraw(scenario('own', { ...base, faults: [fault] }));
    expect(matching('hotel.getBookingConditions:sold-out,body.HotelId=1001001')).toBe(false);
    expect(matching('hotel.getBookingConditions:sold-out')).toBe(true);
  });

  const draw = (...steps: BookStep[]) =>
    drawScenario(scenario('own', { ...base, steps }), { seed: 'u', number: 1 });
  const base = { title: 'My own.', tags: [], clauses: ['svc.1'] as ['svc.1'], rules: [] };

  it('keeps a place outside the reference data, and the city of an offer that it names', () => {
    const there = { ...hotel().criteria, destination: 'Testville' };
    expect(hotelOf(draw(hotel({ criteria: there }))).criteria.destination).toBe('Testville');
    const { criteria, choose } = hotelOf(draw(hotel({ choose: { name: 'Hotel do Cais' } })));
    expect(criteria.destination).toBe('Rio de Janeiro');
    expect(choose).toEqual({ name: 'Hotel do Cais' });
  });

  it('lets one stay follow the other', () => {
    const next = hotel({ criteria: { ...hotel().criteria, checkinDate: '2026-12-12' } });
    const stays = booksOf(draw(hotel(), next));
    const [first, second] = stays.flatMap(step => (step.product === 'hotel' ? step.criteria : []));
    expect(second?.checkinDate).toBe(addDays(first?.checkinDate ?? '', first?.nights ?? 0));
  });
});

it('the reference client holds draws of a trip with a car, in which all guests have a seat', async () => {
  const rooms = { criteria: { ...hotel().criteria, rooms: twoRooms }, guests: bigFamily };
  for (const stay of [hotel(), hotel(rooms)]) {
    const steps = [stay, { ...car, guests: stay.guests, attachTo: 0 }];
    const base = { title: 'A trip.', tags: [], clauses: ['svc.1'] as ['svc.1'] };
    const trip = scenario('own-trip', { ...base, rules: ['booked-as-expected'], steps });
    const reports = numbers.slice(0, 5).map(async number => {
      const { report } = await playScenario(drawScenario(trip, { seed: 'trip', number }));
      return report.services?.map(({ outcome }) => outcome);
    });
    expect(await Promise.all(reports)).toEqual(reports.map(() => ['confirmed', 'confirmed']));
  }
});
