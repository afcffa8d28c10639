import type { Task } from '#contracts/scenario';
import type { JudgeContext } from '#scenarios/judge';

type BookStep = Extract<Task['steps'][number], { do: 'book' }>;

const ana = { Name: 'Ana', Surname: 'Silva', Age: 34 };
const eva = { Name: 'Eva', Surname: 'Silva', Age: 7 };
const rio = { date: '2026-12-10', time: '15:30', zone: 'America/Sao_Paulo' };

/** A step that books a hotel for two adults and a child of seven. */
export const hotelStep: Extract<BookStep, { product: 'hotel' }> = {
  do: 'book',
  product: 'hotel',
  criteria: {
    destination: 'Rio de Janeiro',
    checkinDate: '2026-12-10',
    nights: 2,
    rooms: [{ adults: 2, childAges: [7] }],
    nationality: 'BR',
  },
  guests: [ana, { ...ana, Name: 'Rui' }, eva],
};

export const transferStep: Extract<BookStep, { product: 'transfer' }> = {
  do: 'book',
  product: 'transfer',
  criteria: { from: { airport: 'GIG' }, to: { destination: 'Rio de Janeiro' }, ...rio, adults: 1 },
  guests: [ana],
};

export const carStep: BookStep = {
  do: 'book',
  product: 'car',
  criteria: {
    pickup: { at: { airport: 'GIG' }, ...rio },
    dropoff: { at: { airport: 'GIG' }, ...rio, date: '2026-12-12', time: '22:00' },
  },
  guests: [ana],
};

/** Returns a task of some steps, by default one hotel booking. */
export const taskOf = (...steps: Task['steps']): Task => ({ steps: steps.length > 0 ? steps : [hotelStep] });

/** The context of a client whose task is one hotel. */
export const oneTask: JudgeContext = { task: taskOf() };

/** The context of traffic that several programs may have sent. */
export const shared: JudgeContext = { task: undefined };

/** The expectation of a scenario, by default one confirmed booking. */
export function expecting(
  change: Partial<NonNullable<JudgeContext['scenario']>> = {},
): NonNullable<JudgeContext['scenario']> {
  return { outcomes: ['confirmed'], truth: { services: ['confirmed'] }, ...change };
}

export const auto: JudgeContext = { clock: { mode: 'auto', speed: 0 } };
export const real: JudgeContext = { clock: { mode: 'real', speed: 1 } };
export const perPoll: JudgeContext = { clock: { mode: 'per-poll', speed: 1 } };
export const scaled = (speed: number): JudgeContext => ({ clock: { mode: 'scaled', speed } });
