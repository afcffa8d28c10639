import {
  addDays,
  findStatus,
  isCancelStep,
  isOperationId,
  nightsBetween,
  type OperationId,
  operationIds,
  type ServiceStatus,
  statuses,
  utcDate,
} from '#contracts';
import { exampleDay, moveExample } from '#contracts/openapi';
import { callsFor, isFromAnswer, type SampleCall } from '#contracts/sample-calls';
import { asList, asObject, isObject, mapValues, nearest, valueAt } from '#contracts/util';
import type { Faults } from '../faults/index.ts';
import { type Catalogue, type Sandbox, staticOwner } from '../sandbox/index.ts';
import { ControlRefusal } from './refusal.ts';

export interface StateStage extends Stage {
  readonly sandbox: Sandbox;
}

export interface StateCheck extends Pick<Stage, 'story'> {
  readonly catalogue: Catalogue;
  /** A copy, so that a wrong fault changes nothing. */
  readonly faults: Pick<Faults, 'arm' | 'armList'>;
}

export type SetUp = (stage: StateStage) => StateValues | Promise<StateValues>;

const kinds: readonly {
  readonly form: string;
  readonly prepare: (words: readonly string[], check: StateCheck) => SetUp;
}[] = [
  { form: 'all that <operation> needs', prepare: ([id]) => allFor(operationOf(id)) },
  {
    form: 'all that <operation> needs, the day before',
    prepare: ([id]) => allFor(operationOf(id), onTheDayBefore),
  },
  {
    form: 'all that <operation> needs, of an offer with <field>',
    prepare([id, field = ''], { story }) {
      const operation = operationOf(id);
      requireSearch(field, operation, story);
      return allFor(operation, stage => withOffersOf(field, operation, stage));
    },
  },
  { form: 'a booking that is paid', prepare: () => paidBooking },
  { form: 'a booking that is <status>', prepare: ([status = '']) => bookingThatIs(status) },
  {
    form: 'the fault <fault in short>',
    prepare([fault = ''], check) {
      check.faults.arm(fault);
      return ({ sandbox }) => {
        sandbox.faults.arm(fault);
        return {};
      };
    },
  },
  { form: 'the rate is used up', prepare: () => useUpRate },
  { form: 'the scenario <id>', prepare: ([id = ''], check) => scenario(id, check) },
];

const patternOf = (form: string): RegExp => new RegExp(`^${form.replace(/<[^>]+>/g, '(.+)')}$`, 'i');

export function prepareState(name: string, params: Readonly<Record<string, unknown>>, check: StateCheck) {
  const state = withParams(name.trim(), params);
  if (state === '') return () => ({});
  for (const { form, prepare } of kinds) {
    const [whole, ...words] = patternOf(form).exec(state) ?? [];
    if (whole !== undefined) return prepare(words, check);
  }
  const { ids } = check.catalogue;
  if (ids.includes(state)) return scenario(state, check);
  const near = nearest(state, ids);
  const hint = near === undefined ? '' : `did you mean the scenario "${near}"? `;
  const forms = kinds.map(({ form }) => `"${form}"`).join(', ');
  throw unknownState(state, `${hint}a state is written as ${forms}, or as the id of a scenario`);
}

function withParams(name: string, params: Readonly<Record<string, unknown>>): string {
  return name.replace(/\{(\w+)\}/g, (_, word: string) => {
    const value = params[word];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw unknownState(name, `send "${word}" in params, as text or a number`);
  });
}

/** The other settings of a scenario need a separate sandbox. */
function scenario(id: string, check: StateCheck): SetUp {
  const faults = check.catalogue.require(id).setup?.faults ?? [];
  check.faults.armList(faults);
  return ({ sandbox }) => {
    sandbox.faults.armList(faults);
    return {};
  };
}

function operationOf(id = ''): OperationId {
  if (isOperationId(id)) return id;
  const near = nearest(id, operationIds) ?? operationIds.join(', ');
  throw unknownState(id, `no operation has this id; the nearest is ${near}`);
}

async function paidBooking(stage: StateStage): Promise<StateValues> {
  const { BookingId } = asObject(await playThrough('payBooking', stage));
  return { BookingId: String(BookingId) };
}

/** Also for static data, so that the next call is refused. */
function useUpRate({ sandbox }: StateStage): StateValues {
  for (const owner of [...sandbox.identity.credentials.map(({ Username }) => Username), staticOwner]) {
    const window = sandbox.rate.of(owner);
    while (window?.take(sandbox.clock.now(), 0) === 0);
  }
  return {};
}

function bookingThatIs(word: string): SetUp {
  const status = findStatus(word);
  if (status === undefined) {
    const words = Object.entries(statuses).flatMap(([name, { bookingStatus }]) => [name, bookingStatus]);
    throw unknownState(word, `no such status; the nearest is ${nearest(word, words) ?? words.join(', ')}`);
  }
  return stage => bookingWith(status, stage);
}

async function bookingWith(status: ServiceStatus, stage: StateStage): Promise<StateValues> {
  const { faults } = stage.sandbox;
  if (!isCancelStep(status) && status !== 'confirmed')
    faults.arm(`hotel.doBooking:timeline=${stepsTo(status)},times=1`);
  const booked = asObject(await playThrough('hotel.doBooking', stage));
  const { BookingId, ReservationId, Services } = booked;
  if (isCancelStep(status)) {
    if (status !== 'cancelled') faults.arm(`cancelBooking:timeline=${status},times=1`);
    await stage.call('cancelBooking', { BookingId });
  }
  const [service] = asList(Services);
  const values = { BookingId, ReservationId, ServiceId: asObject(service).ServiceId };
  return mapValues(values, value => String(value));
}

/** Only a service that was on request can expire, which takes two steps. */
const stepsTo = (status: string): string => (status === 'expired' ? 'on-request;expired@PT1S' : status);

/** In the names of the contract. Rejects when the answer is not a success. */
export type CallSupplier = (id: OperationId, request: object) => Promise<unknown>;

/** Values of a request by their paths, such as `Rooms.0.RoomId`. */
export type StateValues = Record<string, string | number>;

interface Stage {
  readonly story: readonly SampleCall[];
  /** In ms since 1970. */
  readonly now: number;
  readonly call: CallSupplier;
}

const day = /^\d{4}-\d\d-\d\d$/;

/** The paths of values that are not always the same: dates, and values of earlier answers. */
export function placesIn(request: unknown, place = ''): string[] {
  if (isFromAnswer(request) || (typeof request === 'string' && day.test(request))) return [place];
  if (typeof request !== 'object' || request === null) return [];
  return Object.entries(request).flatMap(([name, entry]) =>
    placesIn(entry, place === '' ? name : `${place}.${name}`),
  );
}

const allFor =
  (operation: OperationId, change = (stage: Stage) => stage): SetUp =>
  async given => {
    const stage = change(given);
    const { story } = stage;
    const calls = callsFor(operation, story);
    const answers = await play(calls.slice(0, -1), stage);
    const template = story[calls.at(-1) ?? -1]?.request;
    const request = fillIn(moveExample(template, stage.now), answers);
    return Object.fromEntries(
      placesIn(template).flatMap(place => {
        const value = valueAt(request, place.split('.'));
        return typeof value === 'string' || typeof value === 'number' ? [[place, value]] : [];
      }),
    );
  };

export async function playThrough(operation: OperationId, stage: Stage): Promise<unknown> {
  const calls = callsFor(operation, stage.story);
  return (await play(calls, stage)).get(calls.at(-1) ?? -1);
}

/** The first booking is for tomorrow, so that a cancellation has a penalty. */
function onTheDayBefore(stage: Stage): Stage {
  const searches = stage.story.filter(({ operation }) => operation.endsWith('.search'));
  const [first = exampleDay] = (JSON.stringify(searches).match(/\d{4}-\d\d-\d\d/g) ?? []).sort();
  const ahead = nightsBetween(exampleDay, first);
  return { ...stage, now: Date.parse(addDays(utcDate(stage.now), 1 - ahead)) };
}

async function play(calls: readonly number[], { story, now, call }: Stage): Promise<Map<number, unknown>> {
  const answers = new Map<number, unknown>();
  for (const index of calls) {
    const { operation, request } = story[index] as SampleCall; // callsFor returns indexes of `story`
    const filled = asObject(fillIn(moveExample(request, now), answers));
    answers.set(index, await call(operation as OperationId, filled)); // the sample calls are generated from the registry
  }
  return answers;
}

function fillIn(request: unknown, answers: ReadonlyMap<number, unknown>): unknown {
  const fill = (_: string, value: unknown) =>
    isFromAnswer(value) ? valueAt(answers.get(value.$call), value.path) : value;
  return JSON.parse(JSON.stringify(request), fill);
}

function unknownState(value: string, why: string): ControlRefusal {
  const message = `provider state "${value.slice(0, 100)}": ${why}`;
  return new ControlRefusal('InvalidRequest', message, { details: [{ field: 'state', message, value }] });
}

/** Offers with the field come first, because the sample calls book the first offer. */
function withOffersOf(field: string, operation: OperationId, stage: Stage): Stage {
  const isOwn = isSearchOf(operation);
  return {
    ...stage,
    async call(id, request) {
      const answer = await stage.call(id, request);
      if (!isOwn(id)) return answer;
      if (!has(answer, field)) throw unknownState(field, `no offer of ${id} has this field`);
      return sorted(answer, field);
    },
  };
}

function requireSearch(field: string, operation: OperationId, story: Stage['story']): void {
  const before = callsFor(operation, story).map(index => story[index]?.operation ?? '');
  if (before.slice(0, -1).some(isSearchOf(operation))) return;
  throw unknownState(
    operation,
    `${operation} needs no Search, so it has no offer with ${field}; name an operation such as hotel.doBooking`,
  );
}

function isSearchOf(operation: OperationId): (id: string) => boolean {
  const [product] = operation.split('.');
  return id => id.endsWith('.search') && (!operation.includes('.') || id.startsWith(`${product}.`));
}

const has = (value: unknown, field: string): boolean =>
  Array.isArray(value)
    ? value.some(entry => has(entry, field))
    : isObject(value) && (Boolean(value[field]) || Object.values(value).some(entry => has(entry, field)));

function sorted(answer: unknown, field: string): unknown {
  const rank = (entry: unknown) => (has(entry, field) ? 0 : 1);
  const sort = (_: string, value: unknown) =>
    Array.isArray(value) ? value.toSorted((a, b) => rank(a) - rank(b)) : value;
  return JSON.parse(JSON.stringify(answer), sort);
}
