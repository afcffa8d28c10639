import { addDays, nightsBetween, type OperationId, utcDate } from '#contracts';
import { exampleDay, moveExample } from '#contracts/openapi';
import { callsFor, isFromAnswer, type SampleCall } from '#contracts/sample-calls';
import { asObject, isObject, valueAt } from '#contracts/util';

/** Uses the field names of the contract. Rejects when the answer is not a success. */
export type CallSupplier = (id: OperationId, request: object) => Promise<unknown>;

/** Values of a request by their paths, such as `Rooms.0.RoomId`. */
export type StateValues = Record<string, string | number>;

export interface Stage {
  readonly story: readonly SampleCall[];
  /** Epoch milliseconds. The dates in the sample calls are moved to later days. */
  readonly now: number;
  readonly call: CallSupplier;
}

const day = /^\d{4}-\d\d-\d\d$/;

/**
 * The paths of dates and of values from earlier answers, which are not always the same.
 *
 * @example placesIn({ Token: { $call: 3, path: ['Token'] }, HotelId: 1 }) // ['Token']
 */
export function placesIn(request: unknown, place = ''): string[] {
  if (isFromAnswer(request) || (typeof request === 'string' && day.test(request))) return [place];
  if (typeof request !== 'object' || request === null) return [];
  return Object.entries(request).flatMap(([name, entry]) =>
    placesIn(entry, place === '' ? name : `${place}.${name}`),
  );
}

/**
 * Makes the sample calls that an operation needs before its own, and returns the values that its request needs.
 *
 * @example await playBefore('hotel.getBookingConditions', stage) // { Token: '…', 'RoomIds.0': '…' }
 */
export async function playBefore(operation: OperationId, stage: Stage): Promise<StateValues> {
  const { story } = stage;
  const calls = callsFor(operation, story);
  const own = calls.at(-1) ?? -1;
  const answers = await play(calls.slice(0, -1), stage);
  const template = story[own]?.request;
  const request = fillIn(moveExample(template, stage.now), answers);
  return Object.fromEntries(
    placesIn(template).flatMap(place => {
      const value = valueAt(request, place.split('.'));
      return typeof value === 'string' || typeof value === 'number' ? [[place, value]] : [];
    }),
  );
}

/** Also makes the call of the operation, and returns its answer. */
export async function playThrough(operation: OperationId, stage: Stage): Promise<unknown> {
  const calls = callsFor(operation, stage.story);
  return (await play(calls, stage)).get(calls.at(-1) ?? -1);
}

/** The first booking is for tomorrow, so that a cancellation has a penalty. */
export function onTheDayBefore<S extends Stage>(stage: S): S {
  const searches = stage.story.filter(({ operation }) => operation.endsWith('.search'));
  const [first = exampleDay] = (JSON.stringify(searches).match(/\d{4}-\d\d-\d\d/g) ?? []).sort();
  const ahead = nightsBetween(exampleDay, first);
  return { ...stage, now: Date.parse(addDays(utcDate(stage.now), 1 - ahead)) };
}

/** Returns the answers by the index of the call. */
async function play(calls: readonly number[], { story, now, call }: Stage): Promise<Map<number, unknown>> {
  const answers = new Map<number, unknown>();
  for (const index of calls) {
    const { operation, request } = story[index] as SampleCall; // callsFor returns indexes of `story`
    const filled = asObject(fillIn(moveExample(request, now), answers));
    answers.set(index, await call(operation as OperationId, filled)); // the sample calls are generated from the registry
  }
  return answers;
}

function fillIn(value: unknown, answers: ReadonlyMap<number, unknown>): unknown {
  if (isFromAnswer(value)) return valueAt(answers.get(value.$call), value.path);
  if (Array.isArray(value)) return value.map(entry => fillIn(entry, answers));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, fillIn(entry, answers)]));
}

export class UnknownState extends Error {
  override readonly name = 'UnknownState';
  readonly state: string;

  constructor(state: string, why: string) {
    super(`provider state "${state.slice(0, 100)}": ${why}`);
    this.state = state;
  }
}

/**
 * Offers in which a field is set and not false come first, because the sample calls book the first offer. For an operation of
 * one product, only its Search is sorted. `call` throws an UnknownState when no offer has the field.
 *
 * @example withOffersOf('IsPrePayment', 'hotel.doBooking', stage)
 */
export function withOffersOf<S extends Stage>(field: string, operation: OperationId, stage: S): S {
  const isOwn = isSearchOf(operation);
  return {
    ...stage,
    async call(id, request) {
      const answer = await stage.call(id, request);
      if (!isOwn(id)) return answer;
      if (!has(answer, field)) throw new UnknownState(field, `no offer of ${id} has this field`);
      return sorted(answer, field);
    },
  };
}

/** @throws UnknownState */
export function requireSearch(field: string, operation: OperationId, story: Stage['story']): void {
  const before = callsFor(operation, story).map(index => story[index]?.operation ?? '');
  if (before.slice(0, -1).some(isSearchOf(operation))) return;
  throw new UnknownState(
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

function sorted(value: unknown, field: string): unknown {
  if (Array.isArray(value)) {
    const rank = (entry: unknown) => (has(entry, field) ? 0 : 1);
    return value.map(entry => sorted(entry, field)).toSorted((a, b) => rank(a) - rank(b));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, sorted(entry, field)]));
}
