import { readFile } from 'node:fs/promises';
import {
  addDays,
  applyProfile,
  type Dialect,
  type Direction,
  operations,
  type Profile,
  systemClock,
  utcDate,
} from '#contracts';
import { counted, suggest } from '#contracts/util';
import { jsonText, showControls } from '../../report/index.ts';
import { CliError } from '../cli-error.ts';
import { titledColumns } from '../columns.ts';
import { defineCommand, type OptionValues } from '../command.ts';
import { readProfile } from '../load.ts';
import { json } from '../options.ts';

const options = { json };
type Values = OptionValues<typeof options>;

export const command = defineCommand({
  actions: {
    list: { isStandard: true, run: list },
    show: { args: ['<name>'], run: show },
    check: { args: ['<file|name>'], run: check },
  },
  options,
  examples: [
    'profile check acme.yaml',
    'profile check classic --json',
    'profile list',
    'profile show classic > my-dialect.yaml',
  ],
});

async function list({ json: isJson }: Values): Promise<void> {
  const { bundledProfile, bundledProfileNames } = await import('../../catalogue/node.ts');
  const profiles = bundledProfileNames().map(name => ({
    name,
    operations: changedOperations(bundledProfile(name)).length,
  }));
  if (isJson) return console.log(jsonText(profiles));
  const rows = profiles.map(profile => [profile.name, String(profile.operations)]);
  console.log(titledColumns(['NAME', 'CHANGED OPERATIONS'], rows));
}

async function show({ json: isJson }: Values, [name]: readonly [string, ...string[]]): Promise<void> {
  const { bundledProfileFile, bundledProfileNames } = await import('../../catalogue/node.ts');
  const known = bundledProfileNames();
  const file = bundledProfileFile(name);
  if (file === undefined) {
    const hint = suggest(name, known, `the bundled profiles are ${known.join(', ')}`);
    throw new CliError([`there is no bundled profile "${name}"; ${hint}`]);
  }
  if (isJson) return console.log(jsonText(await readProfile(name, name)));
  console.log((await readFile(file, 'utf8')).trimEnd());
}

async function check({ json: isJson }: Values, [given]: readonly [string, ...string[]]): Promise<void> {
  const profile = await readProfile(given, given);
  const dialect = applyProfile(operations, profile);
  const changed = changedOperations(profile);
  const example = searchExample(dialect);
  if (isJson) return console.log(jsonText({ profile: profile.name, operations: changed, search: example }));
  console.log(
    `${given}: valid; the profile "${showControls(profile.name)}" changes ${counted(changed.length, 'operation')}`,
  );
  if (changed.length > 0) console.log(`\n${tableOf(changed)}`);
  const body = example.body === undefined ? '' : `\n${jsonText(example.body)}`;
  console.log(
    `\nA search for a hotel in this dialect:\n\n${example.method} ${showControls(example.url)}${body}`,
  );
}

function changedOperations(profile: Profile) {
  const dialect = applyProfile(operations, profile);
  const contract = applyProfile(operations);
  return dialect.operations
    .map(({ id, method, paths }) => {
      const own = contract.operation(id);
      return {
        id,
        method,
        paths,
        isAddressChanged: method !== own.method || paths.join(' ') !== own.paths.join(' '),
        requestFields: countChanged(dialect, id, 'request'),
        answerFields: countChanged(dialect, id, 'answer'),
      };
    })
    .filter(one => one.isAddressChanged || one.requestFields + one.answerFields > 0);
}

type PlacedFields = ReturnType<Dialect['fields']>;

function countChanged(dialect: Dialect, id: string, direction: Direction): number {
  const count = (fields: PlacedFields): number =>
    [...fields.values()].reduce(
      (sum, { entry, inner }) => sum + Number(entry !== undefined) + count(inner),
      0,
    );
  return count(dialect.fields(id, direction));
}

function tableOf(changed: ReturnType<typeof changedOperations>): string {
  const rows = changed.map(({ id, method, paths, isAddressChanged, requestFields, answerFields }) => [
    id,
    String(requestFields),
    String(answerFields),
    isAddressChanged ? showControls(paths.map(path => `${method} ${path}`).join('\n')) : 'as in the contract',
  ]);
  return titledColumns(['OPERATION', 'REQUEST FIELDS', 'ANSWER FIELDS', 'ADDRESS'], rows);
}

function searchExample(dialect: Dialect): ReturnType<Dialect['writeCall']> {
  const checkin = addDays(utcDate(systemClock.now()), 30);
  return dialect.writeCall('hotel.search', {
    Credential: { Username: 'demo', Password: 'demo' },
    Criteria: {
      DestinationId: '1003',
      CheckinDate: checkin,
      CheckoutDate: addDays(checkin, 2),
      SearchRooms: [{ NumAdults: 2, ChildAges: [7] }],
      Nationality: 'BR',
    },
  });
}
