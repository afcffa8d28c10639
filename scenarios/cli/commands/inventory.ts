import { applyProfile, operations } from '#contracts';
import { type InventoryFile, inventoryKinds } from '#contracts/inventory';
import { jsonText } from '../../report/index.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand, type OptionValues, option, text } from '../command.ts';
import { loadInventory, loadProfile, readFileAs, requireFiles } from '../load.ts';
import { configOptions, json } from '../options.ts';
import { integer } from '../values.ts';

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
  seed: text('<text>', 'with new: the seed of all that is generated', { default: 'understudy' }),
  profile: configOptions.profile,
  json,
};

type Values = OptionValues<typeof options>;

export const command = defineCommand({
  actions: {
    new: { run: writeNew },
    check: { args: ['<file|folder>'], run: check },
    learn: { args: ['<file|folder>'], run: learn },
  },
  options,
  examples: [
    'inventory new --destinations 2 --hotels 30 > inventory.yaml',
    'inventory check inventory.yaml',
    'inventory check inventory/ --json',
    'inventory learn traffic.har > learned.yaml',
  ],
});

const firstDestination = 7_001;

async function writeNew({ seed, json: isJson, ...counts }: Values): Promise<void> {
  if (counts.destinations === 0) throw new CliError(['--destinations 0: every record needs a destination']);
  const { createInventory, writeInventory } = await import('#reference-data');
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
  await print(writeInventory(await createInventory(file, { seed })), isJson);
}

async function print(file: InventoryFile, isJson: boolean): Promise<void> {
  const { stringify } = await import('yaml');
  console.log(isJson ? jsonText(file) : stringify(file, { aliasDuplicateObjects: false }).trimEnd());
}

async function check({ json: isJson }: Values, [path]: readonly [string, ...string[]]): Promise<void> {
  const inventory = await loadInventory(path);
  const counts = Object.fromEntries(inventoryKinds.map(kind => [kind, inventory?.[kind]?.all().length ?? 0]));
  if (isJson) return console.log(jsonText(counts));
  const parts = Object.entries(counts).flatMap(([kind, number]) =>
    number === 0 ? [] : [`${number} ${number === 1 ? kind.replace(/s$/, '') : kind}`],
  );
  console.log(`${path}: valid; ${parts.join(', ') || 'no records'}`);
}

async function learn(
  { json: isJson, profile }: Values,
  [path]: readonly [string, ...string[]],
): Promise<void> {
  const [{ learnInventory }, { readExchanges }] = await Promise.all([
    import('../../catalogue/node.ts'),
    import('../../verify/index.ts'),
  ]);
  const dialect = applyProfile(operations, await loadProfile(profile));
  const endings = /\.(?:har|json|ndjson|jsonl)$/i;
  const files = await requireFiles(path, endings, 'the folder has no HAR or JSON file');
  const read = files.map(file => readFileAs(file, text => readExchanges(text, dialect)));
  const { file, gaps } = learnInventory((await Promise.all(read)).flat());
  if (Object.keys(file).length === 0)
    throw new CliError([
      `${path}: no answer of Autocomplete, AirportDetail, HotelDetail or Search was recorded; check --profile`,
    ]);
  await print(file, isJson);
  for (const gap of gaps) console.error(`inventory learn: not learned: ${gap}`);
}
