import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { asObject } from '#contracts/util';
import { quote } from '../../run/node.ts';
import { type Command, type ProcessOptions, runWithStandIn, type Test } from './play-test.ts';

/** How the tests of a suite are listed. */
export interface Listing {
  /** Runs before the exploration, without a disturbance. */
  readonly command: Command;
  /** Reads the tests from what the command has written to stdout, and from files. */
  read(stdout: string): readonly Test[] | Promise<readonly Test[]>;
  /** The exit code says nothing, such as the exit code of a suite with a red test. */
  readonly mayFail?: boolean;
}

export type Framework = 'pytest' | 'vitest' | 'jest' | 'go' | 'maven' | 'other';

export interface Suite {
  readonly framework: Framework;
  /** The command that runs all tests; absent with only a command for each test. */
  readonly whole?: Command | undefined;
  /** Absent if the whole command is the only test. */
  readonly listing?: Listing | undefined;
}

/** Splits the command line of a test runner at the name of the runner. */
interface Words {
  readonly program: readonly string[];
  readonly options: readonly string[];
  /** The files, folders and packages, which a command for one test replaces. */
  readonly places: readonly string[];
}

interface Preset {
  readonly framework: Framework;
  isRunner(name: string, next: string | undefined): boolean;
  /** Options with a value in the next word, which is no file. */
  readonly valued: readonly string[];
  listing(words: Words): Listing;
}

const command = (...words: readonly string[]): Command => words as Command; // the words begin with the program
const linesOf = (text: string): string[] => text.split(/\r?\n/).map(line => line.trim());
const surefire = /(?:^|[/\\])target[/\\]surefire-reports[/\\]TEST-[^/\\]+\.xml$/;
const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const presets: readonly Preset[] = [
  {
    framework: 'pytest',
    isRunner: name => name === 'pytest' || name === 'py.test',
    valued: ['-k', '-m', '-p', '-c', '-o', '-n', '-W', '--ignore', '--deselect'],
    listing: ({ program, options, places }) => ({
      command: command(...program, ...options, ...places, '--collect-only', '--verbosity=-1'),
      read: stdout =>
        linesOf(stdout)
          .filter(line => /^[^\s:]+\.py::\S/.test(line))
          .map(id => ({ id, command: command(...program, ...options, id) })),
    }),
  },
  {
    framework: 'vitest',
    isRunner: name => name === 'vitest',
    valued: ['-c', '-r', '-t', '--config', '--root', '--dir', '--project', '--testNamePattern', '--reporter'],
    listing: ({ program, options, places }) => ({
      command: command(...program, 'list', ...options, ...places.filter(word => word !== 'run'), '--json'),
      read: stdout =>
        jsonIn(stdout, '[').map(one => {
          const { name, file } = asObject(one);
          const path = String(file);
          const pattern = `^${escaped(String(name).split(' > ').join(' '))}$`;
          return {
            id: `${shown(path)} > ${name}`,
            command: command(...program, 'run', ...options, path, '-t', pattern),
          };
        }),
    }),
  },
  {
    framework: 'jest',
    isRunner: name => name === 'jest',
    valued: ['-c', '-t', '--config', '--rootDir', '--testNamePattern', '--selectProjects', '--reporters'],
    // Jest lists no tests, but its report names the tests that a pattern skips.
    listing: ({ program, options, places }) => ({
      command: command(...program, ...options, ...places, '--json', '-t', '$^'),
      read: stdout => {
        const { testResults = [] } = asObject(jsonIn(stdout, '{')[0]);
        return (testResults as readonly object[]).flatMap(file => {
          const { name, assertionResults = [] } = asObject(file);
          return (assertionResults as readonly object[]).map(one => {
            const fullName = String(asObject(one).fullName);
            const only = ['--runTestsByPath', String(name), '-t', `^${escaped(fullName)}$`];
            return {
              id: `${shown(String(name))} > ${fullName}`,
              command: command(...program, ...options, ...only),
            };
          });
        });
      },
    }),
  },
  {
    framework: 'go',
    isRunner: (name, next) => name === 'go' && next === 'test',
    valued: ['-run', '-bench', '-timeout', '-tags', '-count', '-cpu', '-parallel', '-skip', '-shuffle'],
    listing: ({ program, options, places: [test = 'test', ...places] }) => ({
      command: command(...program, test, ...options, '-list', '.', ...places),
      read: stdout => {
        let names: string[] = [];
        return linesOf(stdout).flatMap(line => {
          if (/^(?:Test|Example)\w*$/.test(line)) names.push(line);
          const [, place] = /^ok\s+(\S+)/.exec(line) ?? [];
          if (place === undefined) return [];
          const own = names;
          names = [];
          return own.map(name => ({
            id: `${place} ${name}`,
            command: command(...program, test, ...options, '-count=1', '-run', `^${name}$`, place),
          }));
        });
      },
    }),
  },
  {
    framework: 'maven',
    isRunner: name => /^mvnw?(?:\.cmd)?$/.test(name),
    valued: ['-f', '-pl', '-P', '-s', '-T', '--file', '--projects', '--settings'],
    // Surefire lists no tests, but its reports name the tests that ran.
    listing: ({ program, options, places }) => ({
      command: command(...program, ...options, ...places),
      mayFail: true,
      async read() {
        const found = (await readdir('.', { recursive: true })).filter(path => surefire.test(path)).sort();
        const texts = await Promise.all(found.map(path => readFile(path, 'utf8')));
        const tags = texts.flatMap(text => [...text.matchAll(/<testcase\s[^>]*>/g)].map(([tag]) => tag));
        const names = tags.map(tag => {
          const [, name = ''] = /\sname="([^"({[]+)/.exec(tag) ?? [];
          const [, place = ''] = /\sclassname="([^"]+)"/.exec(tag) ?? [];
          return `${place}#${name}`;
        });
        const skip = '-Dsurefire.failIfNoSpecifiedTests=false';
        return [...new Set(names)].map(id => ({
          id,
          command: command(...program, ...options, ...places, `-Dtest=${id}`, skip),
        }));
      },
    }),
  },
];

/** Returns the suite of a command. A command without a known runner is one test. */
export function suiteOf(whole: Command): Suite {
  for (const { framework, isRunner, valued, listing } of presets) {
    const at = whole.findIndex((word, index) => isRunner(basename(word), whole[index + 1]));
    if (at < 0) continue;
    const words = wordsOf(whole, at, valued, framework);
    return { framework, whole, listing: listing(words) };
  }
  return { framework: 'other', whole };
}

function wordsOf(whole: Command, at: number, valued: readonly string[], framework: Framework): Words {
  const rest = whole.slice(at + 1);
  const isPlace = (word: string, index: number) =>
    !word.startsWith('-') &&
    !valued.includes(rest[index - 1] ?? '') &&
    (framework !== 'pytest' || existsSync(word.split('::')[0] ?? ''));
  return {
    program: whole.slice(0, at + 1),
    options: rest.filter((word, index) => !isPlace(word, index)),
    places: rest.filter(isPlace),
  };
}

/** Returns a suite whose tests are listed by a command line, and run by another one in which `{test}` is the name. */
export const suiteOfTemplates = (each: string, list: string, whole: Command | undefined): Suite => ({
  framework: 'other',
  whole,
  listing: {
    command: inShell(list),
    read: stdout =>
      linesOf(stdout)
        .filter(line => line !== '')
        .map(id => ({ id, command: inShell(each.replaceAll('{test}', () => quote(id))) })),
  },
});

const inShell = (line: string): Command =>
  process.platform === 'win32' ? ['cmd', '/d', '/s', '/c', line] : ['sh', '-c', line];

function jsonIn(text: string, first: '[' | '{'): unknown[] {
  const at = text.startsWith(first) ? 0 : text.indexOf(`\n${first}`) + 1;
  try {
    const value: unknown = JSON.parse(text.slice(at));
    return Array.isArray(value) ? value : [value];
  } catch {
    return []; // the text is no list, so there are no tests
  }
}

const shown = (path: string): string =>
  path.startsWith(process.cwd()) ? path.slice(process.cwd().length + 1) : path;

/** A suite that cannot be explored. The message says what to do. */
export class SuiteError extends Error {
  override readonly name = 'SuiteError';
}

/** The number of characters of a list to read, and the number of lines of it that an error shows. */
const maxList = 10_000_000;
const maxLines = 12;

/** Runs the command that lists the tests of a suite. Without such a command, the whole suite is one test. */
export async function listTests(
  { listing, whole }: Suite,
  options: ProcessOptions,
): Promise<readonly Test[]> {
  if (!listing) return whole ? [{ id: whole.join(' '), command: whole }] : [];
  const { command: list, mayFail } = listing;
  const output = { stdout: '', stderr: '' };
  const write = (stream: 'stdout' | 'stderr', chunk: Buffer) => {
    if (output[stream].length < maxList) output[stream] += chunk.toString();
  };
  const { end } = await runWithStandIn({ command: list, write }, options, []);
  const tests = await listing.read(output.stdout);
  const ids = tests.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  const isRead = end.kind === 'exit' && (end.code === 0 || mayFail);
  if (isRead && tests.length > 0 && twice === undefined) return tests;
  const ended = end.kind === 'exit' ? `ended with exit code ${end.code}` : 'did not end by itself';
  const why =
    twice === undefined
      ? `${ended} and listed ${tests.length} tests; mend it, or list the tests with --list and run them with --each`
      : `lists "${twice}" twice; give each test its own name`;
  const last = (output.stdout + output.stderr).trimEnd().split('\n').slice(-maxLines);
  throw new SuiteError([`${list.map(quote).join(' ')} ${why}`, ...last.map(line => `  ${line}`)].join('\n'));
}
