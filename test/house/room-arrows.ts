import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { importsOf } from './imports-of.ts';
import { readProjectFile } from './project-files.ts';

type Outside = { packages: string[]; where: RegExp };
type Room = { seesRooms: string[]; outside: Outside[] };

const node = 'node:*';
const anything = '*';

/** The rooms that each room may import, and the packages that its files may import. */
const rooms: Record<string, Room> = {
  contracts: {
    seesRooms: [],
    outside: [
      { packages: ['zod'], where: /./ },
      { packages: ['zod-openapi'], where: /^contracts\/openapi\// },
    ],
  },
  'mock-server': {
    seesRooms: ['contracts'],
    outside: [
      { packages: ['hono'], where: /./ },
      { packages: ['@msw/data'], where: /^mock-server\/inventory\/reference\/collections\.ts$/ },
      // These files check options, run the schemas of contracts and declare collections. They define no wire schema.
      { packages: ['zod'], where: /./ },
      { packages: ['@modelcontextprotocol/server'], where: /^mock-server\/web\/tool-server\// },
      { packages: ['msw'], where: /^mock-server\/msw\.ts$/ },
      { packages: ['redis'], where: /^mock-server\/node\/redis/ },
      {
        packages: ['@hono/node-server', 'prom-client', 'swagger-ui-dist', node],
        where: /^mock-server\/node\//,
      },
    ],
  },
  client: {
    seesRooms: ['contracts'],
    outside: [
      { packages: ['zod'], where: /^client\/check\.ts$/ },
      { packages: [node], where: /^client\/node\// },
    ],
  },
  scenarios: {
    seesRooms: ['contracts', 'mock-server', 'client'],
    outside: [
      { packages: [node, 'yaml'], where: /./ },
      { packages: ['commander'], where: /^scenarios\/cli\// },
      { packages: ['zod'], where: /^scenarios\/(judge|report|verify)\// },
      {
        packages: ['preact', '@preact/signals', '@tanstack/virtual-core'],
        where: /^scenarios\/web\/.*\.tsx?$/,
      },
      { packages: ['vitest'], where: /^scenarios\/vitest\.ts$/ },
      { packages: ['@pact-foundation/pact'], where: /^scenarios\/verify\// },
    ],
  },
  test: {
    seesRooms: ['contracts', 'mock-server', 'client', 'scenarios'],
    outside: [{ packages: [anything], where: /./ }],
  },
  tools: {
    seesRooms: ['contracts', 'mock-server', 'client', 'scenarios'],
    outside: [{ packages: [anything], where: /./ }],
  },
  '.ci': {
    seesRooms: ['contracts', 'mock-server', 'client', 'scenarios'],
    outside: [{ packages: [anything], where: /./ }],
  },
};

/** Folders that are no part of the product. They use each other, and reach into the rooms. */
const workshops = ['test', 'tools', '.ci'];

/** The `#…` imports that package.json lists by name. The `#room/*` patterns let tests import internals of a room. */
const frontDoors = Object.keys(JSON.parse(readProjectFile('package.json')).imports).filter(
  key => !key.includes('*'),
);

/**
 * Reports imports against the directions `contracts ← mock-server`, `contracts ← client` and all three `← scenarios ← test`.
 * In the rooms of the product, a folder is entered by its `index.ts` only, or by its `node.ts` for the parts that need Node. Returns one line per import, with its place and a remedy.
 * Files outside the rooms have no restrictions.
 *
 * @example
 * arrowViolations('contracts/a.ts', "import { x } from '#client';"); // ['contracts/a.ts:1 …']
 */
export function arrowViolations(file: string, source: string): string[] {
  const name = file.split('/')[0] ?? '';
  const room = rooms[name];
  if (room === undefined || !file.includes('/')) return [];
  return importsOf(file, source).flatMap(({ specifier, line }) => {
    const objection = objectionTo(specifier, { file, name, room });
    return objection === undefined ? [] : [`${file}:${line} imports '${specifier}': ${objection}`];
  });
}

type Place = { file: string; name: string; room: Room };

function objectionTo(specifier: string, place: Place): string | undefined {
  if (specifier.startsWith('.')) return objectionToRelative(specifier, place);
  if (specifier.startsWith('#')) return objectionToRoom(specifier, place);
  return objectionToPackage(specifier, place);
}

function objectionToRelative(specifier: string, { file, name }: Place): string | undefined {
  const target = posix.join(posix.dirname(file), specifier);
  const reached = target.split('/')[0] ?? '';
  if (workshops.includes(name) && workshops.includes(reached)) return undefined;
  if (reached !== name)
    return `a relative path must stay inside ${name}/; reach another room through its '#room' import`;
  const folder = closedFolder(file, target);
  return folder === undefined ? undefined : `import ${folder}/index.ts, the entry of that folder`;
}

/** Returns the folder that a file enters past its entry, or undefined where the import is allowed. */
function closedFolder(file: string, target: string): string | undefined {
  // A style sheet is no module: it has no exports that a folder could hide.
  if (target.endsWith('.css')) return undefined;
  const parts = posix.dirname(target).split('/');
  // A top-level folder has several entries, which package.json lists.
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/')).slice(1);
  const closed = folders.find(folder => !file.startsWith(`${folder}/`));
  return target === `${closed}/index.ts` || target === `${closed}/node.ts` ? undefined : closed;
}

function objectionToRoom(specifier: string, { name, room }: Place): string | undefined {
  const target = specifier.slice(1).split('/')[0] ?? '';
  if (target === name) return `inside ${name}/ use a relative path`;
  if (!room.seesRooms.includes(target)) {
    const seen = room.seesRooms.length === 0 ? 'no other room' : `only ${room.seesRooms.join(', ')}`;
    return `${name} may import ${seen}; move what both need into contracts, or pass it in`;
  }
  if (workshops.includes(name) || frontDoors.includes(specifier)) return undefined;
  return `only tests and tools reach into a room; export it from one of ${frontDoors.join(', ')}`;
}

function objectionToPackage(specifier: string, { file, name, room }: Place): string | undefined {
  const wanted = isBuiltin(specifier) ? node : packageName(specifier);
  const rules = room.outside.filter(
    ({ packages }) => packages.includes(wanted) || packages.includes(anything),
  );
  if (rules.some(({ where }) => where.test(file))) return undefined;
  const what = wanted === node ? 'a Node built-in' : `package ${wanted}`;
  if (rules.length === 0) return `${what} is not for ${name}; see the rooms in test/house/room-arrows.ts`;
  return `in ${name}, ${what} is only for files like ${rules.map(({ where }) => where.source).join(' or ')}`;
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
