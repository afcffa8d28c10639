import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { catalogue, type OpenWire, playScenario, type Scenario } from '#scenarios';
import { createHotelClient } from '../../mock-server/hotel-client.ts';
import { expectAsSpecified } from '../catalogue/expect-as-specified.ts';

type Step = Scenario['task']['steps'][number];
type BookStep = Extract<Step, { do: 'book' }>;

/** Runs a scenario with a client that books for a guest with the scenario's surname. */
function playBySurname(scenario: Scenario) {
  const { task, surname: Surname = '' } = scenario;
  const steps = task.steps.map(step => {
    if (step.do !== 'book') return step;
    const [first, ...others] = step.guests;
    return { ...step, guests: first ? [{ ...first, Surname }, ...others] : [] };
  });
  return playScenario({ ...scenario, task: { ...task, steps } }, { open: openPlain({}) });
}

/** A connection to a supplier without a scenario, unless the client selects one. */
const openPlain =
  (headers: Record<string, string>): OpenWire =>
  ({ supplier, sandbox }) => {
    sandbox.faults.clear();
    return {
      baseUrl: 'http://supplier.example',
      fetch: (input, init) => supplier.fetch(input, { ...init, headers: { ...init?.headers, ...headers } }),
      close: async () => undefined,
    };
  };

/** Runs a scenario with a client that names it in the header of each call. */
const playByHeader = (scenario: Scenario) =>
  playScenario(scenario, { open: openPlain({ 'x-understudy-scenario': scenario.id }) });

/** Runs a scenario with a client that selects it only by booking the offer in Testville that has its name. */
function playByData(scenario: Scenario) {
  const { task, trigger } = scenario;
  const steps = task.steps.map(step =>
    step.do === 'book' ? inTestville(step, `${trigger}, Testville`) : step,
  );
  return playScenario({ ...scenario, task: { ...task, steps } }, { open: openPlain({}) });
}

const destination = 'Testville';
const airport = { airport: 'TVL' };

function inTestville(step: BookStep, name: string): BookStep {
  const choose = { ...step.choose, name };
  if (step.product === 'car') {
    const { pickup, dropoff } = step.criteria;
    return {
      ...step,
      choose,
      criteria: { pickup: { ...pickup, at: airport }, dropoff: { ...dropoff, at: airport } },
    };
  }
  if (step.product === 'transfer')
    return { ...step, choose, criteria: { ...step.criteria, from: airport, to: { destination } } };
  if (step.product === 'tour') return { ...step, choose, criteria: { ...step.criteria, destination } };
  return { ...step, choose, criteria: { ...step.criteria, destination } };
}

const named = catalogue.filter(({ trigger }) => trigger !== undefined);

const everyTenth = catalogue.filter((_, index) => index % 10 === 0);

it.each(everyTenth)(
  'a scenario that each call selects by its header plays as specified: $id',
  async scenario => {
    expectAsSpecified(scenario, await playByHeader(scenario));
  },
);

describe('a scenario that is chosen in Testville', () => {
  it('is found in a Search by its name', async () => {
    const { fetch } = createMockSupplier({ catalogue });
    const criteria = { DestinationId: '9000', ReturnOnRequestRooms: true };
    const found = await createHotelClient(fetch).search(criteria);
    const hotels = named.filter(({ products }) => products.includes('hotel'));
    const names = hotels.map(({ trigger }) => `${trigger}, Testville`);
    expect(found.Hotels.map(({ Name }) => Name)).toEqual(names);
  });

  it.each(named)('plays as specified: $id', async scenario => {
    expectAsSpecified(scenario, await playByData(scenario));
  });
});

it.each(catalogue.filter(({ surname }) => surname !== undefined))(
  'a scenario that the surname of a guest selects $surname plays as specified: $id',
  async scenario => {
    expectAsSpecified(scenario, await playBySurname(scenario));
  },
);
