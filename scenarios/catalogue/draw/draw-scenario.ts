import { addDays, nightsBetween } from '#contracts';
import { type Fault, type FaultEffect, readFault } from '#contracts/fault';
import type { BookStep, Scenario, TaskStep } from '#contracts/scenario';
import { currencies, defaultCurrency } from '#mock-server';
import type { Fakers } from '#mock-server/fakers';
import { drawGroup, type Group } from './guests.ts';
import { cityOf, drawPlaces, placesIn } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { type Drawn, drawCar, drawHotel, drawPayment, drawTour, drawTransfer } from './steps.ts';

/** The seed and the number that determine a drawn task. */
export interface Draw {
  readonly seed: string;
  /** A number from 1. With one seed, each number gives another task. */
  readonly number: number;
}

/**
 * Returns the scenario with a randomly drawn task. Its places, dates, nights, rooms, guests, nationality, currency, hotel, times
 * and card are new. The faults, the start of the clock, the expected outcome and `truth` do not change, because the scenario is
 * about them. The stand-in can fulfil each drawn task.
 *
 * Equal arguments give an equal scenario. `@faker-js/faker`, an optional peer dependency, draws usual names of guests, so they also depend
 * on its version.
 *
 * @throws Error if `@faker-js/faker` is not installed
 * @example (await drawScenario(scenario, { seed: 'autumn', number: 3 })).task
 */
export const drawScenario = async (scenario: Scenario, draw: Draw): Promise<Scenario> =>
  (await loadDrawing())(scenario, draw);

/** Draws a scenario as `drawScenario` does. */
export type Drawing = (scenario: Scenario, draw: Draw) => Scenario;

export async function loadDrawing(): Promise<Drawing> {
  const { loadFakers } = await import('#mock-server/fakers');
  const fakers = await loadFakers('drawn tasks have guests with names');
  return (scenario, draw) => drawTask(scenario, draw, fakers);
}

function drawTask(scenario: Scenario, { seed, number }: Draw, fakers: Fakers): Scenario {
  const { id, setup, rules, task } = scenario;
  const random = createRandom(`${seed}\n${id}\n${number}`);
  const books = task.steps.filter(step => step.do === 'book');
  const groups = new Map<string, Group>();
  for (const [guests, steps] of Map.groupBy(books, step => JSON.stringify(step.guests))) {
    const options = { needsChildren: rules.includes('child-ages-exact'), fakers };
    groups.set(guests, drawGroup(steps, options, random.about(`group ${groups.size}`)));
  }
  const moved = drawPlaces(task.steps, random.about('places'));
  const shared: Omit<Drawn, 'group'> = {
    cityAt: place => moved && cityOf(place),
    nationality: random.about('nationality').pick(without(nationalities, nationalitiesIn(books))),
    currency: drawCurrency(books, effectsOf(scenario), random.about('currency')),
    ...drawDates(books, setup?.start, random),
    canNameHotel: effectsOf(scenario).every(({ kind }) => kind !== 'partial'),
  };
  const steps = (moved ?? task.steps).map((step, index): TaskStep => {
    const group = step.do === 'book' && groups.get(JSON.stringify(step.guests));
    if (step.do !== 'book' || !group) return step;
    return drawBooking(step, { ...shared, group }, random.about(`step ${index}`));
  });
  return { ...scenario, task: { ...task, steps } };
}

const faultsOf = ({ setup }: Scenario): Fault[] => (setup?.faults ?? []).map(readFault);
const effectsOf = (scenario: Scenario): FaultEffect[] => faultsOf(scenario).map(({ effect }) => effect);

/** Not for a task without values to draw, nor if a fault applies only to a certain value, such as a hotel id. */
export const canDraw = (scenario: Scenario): boolean =>
  scenario.task.steps.some(step => step.do === 'book' || step.do === 'static') &&
  faultsOf(scenario).every(({ match }) => match?.body === undefined);

const nationalities = 'AR BR CL CH DE ES FR GB IE JP NO PT US UY ZA'.split(' ');

const without = (values: readonly string[], excluded: readonly string[]): string[] =>
  values.filter(value => !excluded.includes(value));

const nationalitiesIn = (steps: readonly BookStep[]): string[] =>
  steps.flatMap(step => (step.product === 'hotel' ? step.criteria.nationality : []));

/** Draws a currency that neither the task nor a fault contains, so that a fault with a currency still changes the currency. */
function drawCurrency(steps: readonly BookStep[], effects: readonly FaultEffect[], random: Random): string {
  const used = [
    defaultCurrency,
    ...steps.flatMap(({ criteria }) => criteria.currency ?? []),
    ...effects.flatMap(effect => (effect.kind === 'price' ? (effect.currency ?? []) : [])),
  ];
  const free = without(currencies, used);
  return free.length === 0 ? defaultCurrency : random.pick(free);
}

function drawBooking(step: BookStep, drawn: Drawn, random: Random): BookStep {
  const [city] = placesIn([step]).map(drawn.cityAt);
  const payment = step.payment && {
    payment: drawPayment(step.payment, { ...drawn, city }, random.about('payment')),
  };
  const common = { guests: drawn.group.guests, ...payment };
  if (step.product === 'hotel') return { ...step, ...common, ...drawHotel(step, drawn, random) };
  if (step.product === 'car') return { ...step, ...common, criteria: drawCar(step, drawn, random) };
  if (step.product === 'transfer') return { ...step, ...common, criteria: drawTransfer(step, drawn, random) };
  return { ...step, ...common, criteria: drawTour(step, drawn, random) };
}

/** A task about a penalty begins at most this number of days after the start of the clock, and its dates do not move. */
const soon = 3;
/** The smallest number of days from the start of the clock to a drawn date. Penalty periods and user waits are shorter. */
const leadDays = 8;
const maxShift = 150;
const maxNights = 12;

function drawDates(steps: readonly BookStep[], start: string | undefined, random: Random) {
  const dates = steps.map(firstDate).toSorted();
  const lead =
    start === undefined ? leadDays : nightsBetween(start.slice(0, 10), dates[0] ?? start.slice(0, 10));
  const isLater = random.about('direction').chance(0.6) || lead <= leadDays;
  const days = random.about('days').integer(1, isLater ? maxShift : lead - leadDays);
  const shift = lead <= soon ? 0 : isLater ? days : -days;
  const nights = (fixed: number) => {
    const others = Array.from({ length: maxNights }, (_, index) => index + 1);
    return random.about('nights').pick(others.filter(count => count !== fixed));
  };
  // If a date is the end of a stay in the task, it becomes the end of the drawn stay.
  const ends = new Map(
    steps.flatMap(step => {
      if (step.product !== 'hotel') return [];
      const { checkinDate, nights: count } = step.criteria;
      return [[addDays(checkinDate, count), addDays(checkinDate, shift + nights(count))]];
    }),
  );
  return { nights, date: (fixed: string) => ends.get(fixed) ?? addDays(fixed, shift) };
}

function firstDate(step: BookStep): string {
  if (step.product === 'hotel') return step.criteria.checkinDate;
  if (step.product === 'car') return step.criteria.pickup.date;
  return step.product === 'transfer' ? step.criteria.date : step.criteria.from;
}
