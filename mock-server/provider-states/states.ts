import {
  asObject,
  findStatus,
  isCancelStep,
  isOperationId,
  nearest,
  operationIds,
  statuses,
} from '#contracts';
import type { Sandbox } from '../sandbox.ts';
import { playBefore, playThrough, type Stage, type StateValues } from './story.ts';

/** The sandbox that a state is set up in, and the way to make calls in it. */
export interface StateStage extends Stage {
  readonly sandbox: Sandbox;
}

/** A state that nobody knows, or that cannot be; the message names the nearest one. */
export class UnknownState extends Error {
  override readonly name = 'UnknownState';
  readonly state: string;

  constructor(state: string, why: string) {
    super(`provider state "${state.slice(0, 100)}": ${why}`);
    this.state = state;
  }
}

type SetUp = (value: string, stage: StateStage) => StateValues | Promise<StateValues>;

/** Every kind of state: how it is written, and what sets it up. */
const kinds: readonly { readonly form: string; readonly written: RegExp; readonly setUp: SetUp }[] = [
  {
    form: 'all that <operation> needs',
    written: /^all that (.+) needs$/i,
    setUp(id, stage) {
      if (isOperationId(id)) return playBefore(id, stage);
      const near = nearest(id, operationIds) ?? operationIds.join(', ');
      throw new UnknownState(id, `no operation has this id; the nearest is ${near}`);
    },
  },
  { form: 'a booking that is <status>', written: /^a booking that is (.+)$/i, setUp: bookingThatIs },
  {
    form: 'the fault <fault in short>',
    written: /^the fault (.+)$/i,
    setUp(fault, { sandbox }) {
      sandbox.faults.arm(fault);
      return {};
    },
  },
  { form: 'the scenario <id>', written: /^the scenario (.+)$/i, setUp: scenario },
];

/**
 * Sets a provider state up in a sandbox, and gives the values that requests need in it.
 *
 * @throws UnknownState for a name that is none, with the forms that there are
 * @throws FaultError, UnknownScenario for what the name names
 * @example await setUpState('all that hotel.doBooking needs', {}, stage) // { Token: '…', 'Rooms.0.RoomId': '…' }
 */
export async function setUpState(
  name: string,
  params: Readonly<Record<string, unknown>>,
  stage: StateStage,
): Promise<StateValues> {
  const state = withParams(name.trim(), params);
  if (state === '') return {};
  for (const { written, setUp } of kinds) {
    const value = written.exec(state)?.[1];
    if (value !== undefined) return setUp(value, stage);
  }
  const { ids } = stage.sandbox.plays.catalogue;
  if (ids.includes(state)) return scenario(state, stage);
  const near = nearest(state, ids);
  const hint = near === undefined ? '' : `did you mean the scenario "${near}"? `;
  const forms = kinds.map(({ form }) => `"${form}"`).join(', ');
  throw new UnknownState(state, `${hint}a state is written as ${forms}, or as the id of a scenario`);
}

/** A name with its words in braces taken from the parameters. */
function withParams(name: string, params: Readonly<Record<string, unknown>>): string {
  return name.replace(/\{(\w+)\}/g, (_, word: string) => {
    const value = params[word];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new UnknownState(name, `send "${word}" in params, as text or a number`);
  });
}

/** Arms the faults of a scenario; what else it sets is for a sandbox that is made for it. */
function scenario(id: string, { sandbox }: StateStage): StateValues {
  sandbox.faults.armList(sandbox.plays.catalogue.require(id).setup?.faults ?? []);
  return {};
}

/** Books a room so that the booking then has a status, if need be by cancelling it. */
async function bookingThatIs(word: string, stage: StateStage): Promise<StateValues> {
  const status = findStatus(word);
  if (status === undefined) {
    const words = Object.entries(statuses).flatMap(([name, { bookingStatus }]) => [name, bookingStatus]);
    throw new UnknownState(
      word,
      `no such status; the nearest is ${nearest(word, words) ?? words.join(', ')}`,
    );
  }
  const { faults } = stage.sandbox;
  if (!isCancelStep(status) && status !== 'confirmed')
    faults.arm(`hotel.doBooking:timeline=${stepsTo(status)},times=1`);
  const booked = asObject(await playThrough('hotel.doBooking', stage));
  const { BookingId, ReservationId, Services } = booked;
  if (isCancelStep(status)) {
    if (status !== 'cancelled') faults.arm(`cancelBooking:timeline=${status},times=1`);
    await stage.call('cancelBooking', { BookingId });
  }
  const [service] = Array.isArray(Services) ? Services : [];
  const values = { BookingId, ReservationId, ServiceId: asObject(service).ServiceId };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** Nothing is expired from the start: it was on request before. */
const stepsTo = (status: string): string => (status === 'expired' ? 'on-request;expired@PT1S' : status);
