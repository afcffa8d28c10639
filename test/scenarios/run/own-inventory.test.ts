import { describe, expect, it } from 'vitest';
import type { InventoryFile } from '#contracts/inventory';
import { createInventory } from '#reference-data';
import { catalogue } from '#scenarios';
import { placeScenario } from '#scenarios/run/place-scenario';
import { scenarioOf } from '../catalogue/scenario-of.ts';
import { runIds } from './clients.ts';

const cities: InventoryFile['destinations'] = [
  { id: 'A1', name: 'Springfield', country: 'US', timeZone: 'America/Chicago', airport: { code: 'SPI' } },
  { id: 'A2', name: 'Nova Esperança', timeZone: 'America/Manaus', airport: { code: 'NVE' } },
];
const inventoryOf = (file: InventoryFile) => createInventory({ destinations: cities, ...file });
const hotels = ['A1', 'A2'].map((destination, index) => ({ id: 51 + index, destination }));
const flexible = { name: 'A', price: 90, restriction: 'CanBook' } as const;

const stateOf = async (id: string, file: InventoryFile) => {
  const inventory = await inventoryOf(file);
  const { scenarios, exitCode } = await runIds([id], { inventory, jobs: 1 });
  return [scenarios[0]?.state, scenarios[0]?.reason, exitCode];
};

describe('a run with an inventory of your own', () => {
  it('plays every scenario of the catalogue in destinations that the inventory has', async () => {
    const ids = catalogue.map(({ id }) => id);
    const { scenarios } = await runIds(ids, { inventory: await inventoryOf({ hotels }), jobs: 1 });
    expect(scenarios.filter(({ state }) => state !== 'held')).toEqual([]);
    expect(scenarios).toHaveLength(ids.length);
  });

  it('finds the destination whose offers fit, with its airport, its time zone and its hotel', async () => {
    const hotels = [{ id: 52, destination: 'A2', rooms: [flexible] }];
    const cars = [{ id: 'c', destination: 'A2', restriction: 'CanBook' as const }];
    const inventory = await inventoryOf({ hotels, cars });
    const stepsOf = async (id: string) => {
      const placed = await placeScenario(scenarioOf(id), { inventory });
      return 'scenario' in placed && placed.scenario.task.steps;
    };
    expect(await stepsOf('hotel-confirmed')).toMatchObject([{ criteria: { destination: 'Nova Esperança' } }]);
    const at = { at: { airport: 'NVE' }, zone: 'America/Manaus' };
    expect(await stepsOf('car-confirmed')).toMatchObject([{ criteria: { pickup: at, dropoff: at } }]);
    expect(await stepsOf('static-data-kept')).toMatchObject(Array(3).fill({ airport: 'NVE', hotelId: 52 }));
  });

  it('changes no scenario without an inventory, and none whose places the inventory has', async () => {
    for (const scenario of catalogue) expect(await placeScenario(scenario, {})).toEqual({ scenario });
    const scenario = scenarioOf('hotel-confirmed');
    const inventory = await createInventory({ builtIn: true, destinations: cities });
    expect(await placeScenario(scenario, { inventory })).toEqual({ scenario });
  });

  const inA1 = (more: object = {}) => [{ id: 51, destination: 'A1', ...more }];
  // biome-ignore lint/suspicious/noThenProperty: a field of the record
  const policies = { freeUntil: 'P0D', then: 'full' };
  const one = 'in any of 2 destinations; in the first: ';
  const noRoom = `${one}no hotel with restrictionType OnRequest on the dates of the task`;
  const noRide = 'no transfer with restrictionType CanBook, isPrePayment false, canPayLater true';
  const noCity = 'its task is in more cities than the inventory has';
  const noPenalty = `${one}the cancellation is free, but needs a penalty`;
  const transfers = [{ id: 't', destination: 'A1', soldOut: true }];

  it.each([
    ['on-request-confirmed', { hotels: inA1({ rooms: [flexible] }) }, noRoom],
    ['trip-hotel-and-transfer', { hotels: inA1(), transfers }, noRide],
    ['two-cities', { destinations: cities.slice(0, 1), hotels: inA1() }, noCity],
    ['cancel-with-penalty', { hotels: inA1({ policies }) }, noPenalty],
  ])('names %s and the reason when the inventory cannot serve it', async (id, file, reason) => {
    expect(await stateOf(id, file)).toEqual(['not-played', expect.stringContaining(reason), 2]);
  });

  it('says what happens where a task names a place that no inventory has', async () => {
    const text = JSON.stringify(scenarioOf('hotel-confirmed')).replaceAll('Rio de Janeiro', 'Atlantis');
    const placed = await placeScenario(JSON.parse(text), { inventory: await inventoryOf({}) });
    const skipped = expect.stringMatching(/ends with "error": Autocomplete finds no place .*"Atlantis"/);
    expect(placed).toEqual({ skipped });
  });

  it('draws tasks in destinations that the inventory has', async () => {
    const options = { inventory: await inventoryOf({ hotels }), vary: { draws: [1, 2, 3, 4, 5, 6] } };
    const { scenarios } = await runIds(['hotel-confirmed'], { seed: 'draws', ...options });
    expect(scenarios.map(({ state }) => state)).toEqual(Array(6).fill('held'));
  });
});
