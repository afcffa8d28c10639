import { type InventoryFile, inventoryKinds } from '#contracts/inventory';
import { jsonText } from '../../report/index.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand, type OptionValues, option } from '../command.ts';
import { loadInventory, orCliLines } from '../load-inventory.ts';
import { json } from '../options.ts';
import { integer, notEmpty } from '../values.ts';

const count = (what: string, standard: number) =>
  option('<number>', `with new: the number of ${what}`, integer(`a number of ${what}`, 0, 20_000), {
    default: standard,
  });

const options = {
  destinations: count('destinations', 3),
  hotels: count('hotels', 40),
  cars: count('cars', 0),
  transfers: count('transfers', 0),
  tours: count('tours', 0),
  seed: option('<text>', 'with new: the seed of all that is drawn', notEmpty, { default: 'understudy' }),
  json,
};

type Values = OptionValues<typeof options>;

export const command = defineCommand({
  actions: {
    new: { run: writeNew },
    check: { args: ['<file|folder>'], run: check },
  },
  options,
  examples: [
    'inventory new --destinations 2 --hotels 30 > inventory.yaml',
    'inventory check inventory.yaml',
    'inventory check inventory/ --json',
  ],
});

const firstDestination = 7_001;

/** Prints a complete inventory that faker draws. */
async function writeNew({ seed, json: isJson, ...counts }: Values): Promise<void> {
  if (counts.destinations === 0) throw new CliError(['--destinations 0: every record needs a destination']);
  const [{ createInventory, writeInventory }, { stringify }] = await Promise.all([
    import('#reference-data'),
    import('yaml'),
  ]);
  const listOf = <One>(length: number, make: (index: number) => One) =>
    Array.from({ length }, (_, index) => make(index));
  const placeOf = (index: number) => String(firstDestination + (index % counts.destinations));
  const items = (letter: string, length: number) =>
    listOf(length, index => ({ id: `${letter}${index + 1}`, destination: placeOf(index) }));
  const block = Math.max(1_000, Math.ceil(counts.hotels / counts.destinations));
  const file: InventoryFile = {
    destinations: listOf(counts.destinations, index => ({ id: placeOf(index) })),
    hotels: listOf(counts.hotels, index => ({
      id: Number(placeOf(index)) * block + Math.floor(index / counts.destinations) + 1,
      destination: placeOf(index),
    })),
    cars: items('c', counts.cars),
    transfers: items('t', counts.transfers),
    tours: items('o', counts.tours),
  };
  const complete = writeInventory(await orCliLines(createInventory(file, { seed })));
  console.log(isJson ? jsonText(complete) : stringify(complete, { aliasDuplicateObjects: false }).trimEnd());
}

/** Checks an inventory, and prints the number of its records. */
async function check({ json: isJson }: Values, [path]: readonly [string, ...string[]]): Promise<void> {
  const inventory = await loadInventory(path);
  const counts = Object.fromEntries(inventoryKinds.map(kind => [kind, inventory?.[kind]?.all().length ?? 0]));
  if (isJson) return console.log(jsonText(counts));
  const parts = Object.entries(counts).flatMap(([kind, number]) =>
    number === 0 ? [] : [`${number} ${number === 1 ? kind.replace(/s$/, '') : kind}`],
  );
  console.log(`${path}: valid; ${parts.join(', ') || 'no records'}`);
}
