import {
  findStatus,
  isCancelStep,
  isOperationId,
  type OperationId,
  operationIds,
  type ServiceStatus,
  statuses,
} from '#contracts';
import { asObject, nearest } from '#contracts/util';
import type { Faults } from '../faults/index.ts';
import { type Sandbox, staticOwner } from '../sandboxes/index.ts';
import type { Catalogue } from '../scenario-runs/index.ts';
import {
  onTheDayBefore,
  playBefore,
  playThrough,
  requireSearch,
  type Stage,
  type StateValues,
  UnknownState,
  withOffersOf,
} from './story.ts';

export { type CallSupplier, type StateValues, UnknownState } from './story.ts';

export interface StateStage extends Stage {
  readonly sandbox: Sandbox;
}

export interface StateCheck extends Pick<Stage, 'story'> {
  readonly catalogue: Catalogue;
  /** A copy, so that a wrong fault changes nothing. */
  readonly faults: Pick<Faults, 'arm' | 'armList'>;
}

export type SetUp = (stage: StateStage) => StateValues | Promise<StateValues>;

/** Parameters are in angle brackets. */
const kinds: readonly {
  readonly form: string;
  readonly prepare: (words: readonly string[], check: StateCheck) => SetUp;
}[] = [
  {
    form: 'all that <operation> needs',
    prepare([id]) {
      const operation = operationOf(id);
      return stage => playBefore(operation, stage);
    },
  },
  {
    form: 'all that <operation> needs, the day before',
    prepare([id]) {
      const operation = operationOf(id);
      return stage => playBefore(operation, onTheDayBefore(stage));
    },
  },
  {
    form: 'all that <operation> needs, of an offer with <field>',
    prepare([id, field = ''], { story }) {
      const operation = operationOf(id);
      requireSearch(field, operation, story);
      return stage => playBefore(operation, withOffersOf(field, operation, stage));
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

export const stateForms: readonly string[] = kinds.map(({ form }) => form);

/**
 * @throws UnknownState for an unknown name; the message lists all valid texts
 * @throws FaultError or UnknownScenario for an unknown fault or scenario in the name
 * @example await prepareState('all that hotel.doBooking needs', {}, check)(stage) // { Token: '…', 'Rooms.0.RoomId': '…' }
 */
export function prepareState(
  name: string,
  params: Readonly<Record<string, unknown>>,
  check: StateCheck,
): SetUp {
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
  const forms = stateForms.map(form => `"${form}"`).join(', ');
  throw new UnknownState(state, `${hint}a state is written as ${forms}, or as the id of a scenario`);
}

/** Words in braces, such as `{status}`, stand for parameters. */
function withParams(name: string, params: Readonly<Record<string, unknown>>): string {
  return name.replace(/\{(\w+)\}/g, (_, word: string) => {
    const value = params[word];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new UnknownState(name, `send "${word}" in params, as text or a number`);
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
  throw new UnknownState(id, `no operation has this id; the nearest is ${near}`);
}

async function paidBooking(stage: StateStage): Promise<StateValues> {
  const { BookingId } = asObject(await playThrough('payBooking', stage));
  return { BookingId: String(BookingId) };
}

/** Also for static data, so that the next call is refused. */
function useUpRate({ sandbox }: StateStage): StateValues {
  for (const owner of [...sandbox.identity.credentials.map(({ Username }) => Username), staticOwner]) {
    const window = sandbox.rateWindow(owner);
    while (window?.take(sandbox.clock.now(), 0) === 0);
  }
  return {};
}

function bookingThatIs(word: string): SetUp {
  const status = findStatus(word);
  if (status === undefined) {
    const words = Object.entries(statuses).flatMap(([name, { bookingStatus }]) => [name, bookingStatus]);
    throw new UnknownState(
      word,
      `no such status; the nearest is ${nearest(word, words) ?? words.join(', ')}`,
    );
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
  const [service] = Array.isArray(Services) ? Services : [];
  const values = { BookingId, ReservationId, ServiceId: asObject(service).ServiceId };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** Only a service that was on request can expire, which takes two steps. */
const stepsTo = (status: string): string => (status === 'expired' ? 'on-request;expired@PT1S' : status);
