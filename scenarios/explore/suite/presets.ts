import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { asList, asObject, escapePattern, readJson } from '#contracts/util';
import { quote } from '../../run/node.ts';
import { withOutput } from '../play.ts';
import { type Command, type ProcessOptions, runWithStandIn, type Test } from './play-test.ts';

export interface Suite {
  readonly framework: string;
  /** Absent if the whole command is the only test. */
  readonly list?: Command;
  /** Reads the tests from what the list has written to stdout, and from files. */
  read?(stdout: string): readonly Test[] | Promise<readonly Test[]>;
}

/** The name of a test, and the words of a command line that select it. */
type Selected = readonly [id: string, ...words: string[]];

interface Preset {
  isRunner(name: string, before: string): boolean;
  /** Options with a value in the next word, which is no file. */
  readonly valued: readonly string[];
  /** Whether other options come before the words of a preset, which replace equal options. */
  readonly isLast?: boolean;
  /** The words in place of the files, folders and packages, which the command of one test replaces. */
  list(places: readonly string[]): readonly string[];
  read(stdout: string, places: readonly string[]): Selected[] | Promise<Selected[]>;
}

const linesOf = (text: string): string[] => text.split(/\r?\n/).map(line => line.trim());
const surefire = /(?:^|[/\\])target[/\\]surefire-reports[/\\]TEST-[^/\\]+\.xml$/;

/** Without this option, newer versions of Vitest list the source text of names. Older versions refuse it, and do not need it. */
const runsFiles = '--no-static-parse';

const presets: Readonly<Record<string, Preset>> = {
  pytest: {
    isRunner: name => name === 'pytest' || name === 'py.test',
    isLast: true,
    valued: ['-k', '-m', '-p', '-c', '-o', '-n', '-W', '--ignore', '--deselect'],
    list: places => [...places, '--collect-only', '--verbosity=-1'],
    read: stdout => linesOf(stdout).flatMap(line => (/^[^\s:]+\.py::\S/.test(line) ? [[line, line]] : [])),
  },
  vitest: {
    isRunner: name => name === 'vitest',
    valued: ['-c', '-r', '--config', '--root', '--dir', '--project', '--reporter'],
    list: places => ['list', ...places.filter(word => word !== 'run'), '--json', runsFiles],
    read: stdout =>
      asList(jsonIn(stdout, '[')).map(one => {
        const { name, file } = asObject(one);
        const path = relative('', String(file));
        // Versions differ in what is between the names of a suite and of its test.
        const pattern = String(name).split(' > ').map(escapePattern).join('(?: > | )');
        return [`${path} > ${name}`, 'run', path, '-t', `^${pattern}$`];
      }),
  },
  jest: {
    isRunner: name => name === 'jest',
    valued: ['-c', '--config', '--rootDir', '--selectProjects', '--reporters'],
    // Jest lists no tests, but its report names the tests that a pattern skips.
    list: places => [...places, '--json', '-t', '$^'],
    read: stdout =>
      asList(asObject(jsonIn(stdout, '{')).testResults).flatMap(file => {
        const { name, assertionResults } = asObject(file);
        const path = relative('', String(name));
        return asList(assertionResults).map((one): Selected => {
          const test = String(asObject(one).fullName);
          return [`${path} > ${test}`, '--runTestsByPath', path, '-t', `^${escapePattern(test)}$`];
        });
      }),
  },
  go: {
    isRunner: (name, before) => name === 'test' && before === 'go',
    isLast: true,
    valued: ['-run', '-bench', '-timeout', '-tags', '-count', '-cpu', '-parallel', '-skip', '-shuffle'],
    list: places => ['-list', '.', ...places],
    // The names of a package come before its line.
    read: stdout =>
      [...stdout.matchAll(/^((?:(?:Test|Example)\w*\n)+)ok\s+(\S+)/gm)].flatMap(
        ([, names = '', place = '']) =>
          linesOf(names.trim()).map(
            // Without -v, go shows nothing that a green test has written.
            (name): Selected => [`${place} ${name}`, '-count=1', '-v', '-run', `^${name}$`, place],
          ),
      ),
  },
  maven: {
    isRunner: name => /^mvnw?(?:\.cmd)?$/.test(name),
    valued: ['-f', '-pl', '-P', '-s', '-T', '--file', '--projects', '--settings'],
    // Surefire lists no tests, but its reports name the tests that ran.
    list: places => [...places, '-Dmaven.test.failure.ignore=true'],
    async read(_, places) {
      const files = (await readdir('.', { recursive: true })).filter(path => surefire.test(path)).sort();
      const texts = await Promise.all(files.map(path => readFile(path, 'utf8')));
      const ids = texts.flatMap(text =>
        [...text.matchAll(/<testcase\s[^>]*>/g)].map(([tag]) => {
          const [, name] = /\sname="([^"({[]+)/.exec(tag) ?? [];
          const [, place] = /\sclassname="([^"]+)"/.exec(tag) ?? [];
          return `${place}#${name}`;
        }),
      );
      const also = '-Dsurefire.failIfNoSpecifiedTests=false'; // in the other modules
      return [...new Set(ids)].map(id => [id, ...places, `-Dtest=${id}`, also]);
    },
  },
};

/** Other lines may come before it. */
function jsonIn(text: string, first: '[' | '{'): unknown {
  return readJson(text.slice(text.startsWith(first) ? 0 : text.indexOf(`\n${first}`) + 1));
}

/** A command without a known runner is one test. */
export function suiteOf(whole: Command): Suite {
  for (const [framework, { isRunner, valued, isLast, list, read }] of Object.entries(presets)) {
    const at = whole.findIndex((word, index) => isRunner(basename(word), basename(whole[index - 1] ?? '')));
    if (at < 0) continue;
    const rest = whole.slice(at + 1);
    const isPlace = (word: string, index: number) =>
      !word.startsWith('-') &&
      !valued.includes(rest[index - 1] ?? '') &&
      (framework !== 'pytest' || existsSync(word.split('::')[0] ?? ''));
    const places = rest.filter(isPlace);
    const options = rest.filter((word, index) => !isPlace(word, index));
    const commandOf = (words: readonly string[]): Command => {
      const all = isLast ? [...options, ...words] : [...words, ...options];
      return [...whole.slice(0, at + 1), ...all] as unknown as Command; // the words begin with the program
    };
    return {
      framework,
      list: commandOf(list(places)),
      read: async stdout =>
        (await read(stdout, places)).map(([id, ...words]) => ({ id, command: commandOf(words) })),
    };
  }
  return { framework: 'other' };
}

/** `each`: with `{test}` for the name. */
export const suiteOfTemplates = (each: string, list: string): Suite => ({
  framework: 'other',
  list: inShell(list),
  read: stdout =>
    linesOf(stdout).flatMap(id =>
      id === '' ? [] : [{ id, command: inShell(each.replaceAll('{test}', () => quote(id))) }],
    ),
});

const inShell = (line: string): Command =>
  process.platform === 'win32' ? ['cmd', '/d', '/s', '/c', line] : ['sh', '-c', line];

/** A suite that cannot be explored. The message says what to do. */
export class SuiteError extends Error {
  override readonly name = 'SuiteError';
  /** The exit code of a command: 2 if the tests cannot be listed, 64 for wrong options. */
  readonly exitCode: 2 | 64;

  constructor(message: string, exitCode: 2 | 64 = 64) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Without a command that lists the tests, the whole suite is one test. */
export async function listTests(
  { list, read }: Suite,
  whole: Command | undefined,
  options: ProcessOptions,
): Promise<readonly Test[]> {
  if (!list || !read) return whole ? [{ id: whole.join(' '), command: whole }] : [];
  const older = list.filter(word => word !== runsFiles) as unknown as Command; // the program stays
  let listed = await readList(list, read, options);
  if (listed.tests.length === 0 && older.length < list.length) listed = await readList(older, read, options);
  const { tests, end, text, command } = listed;
  const [twice] = [...Map.groupBy(tests, ({ id }) => id).values()].find(same => same.length > 1) ?? [];
  const isRead = end.kind === 'exit' && end.code === 0;
  if (isRead && tests.length > 0 && twice === undefined) return tests;
  const ended =
    end.kind === 'exit' ? `ended with exit code ${end.code}` : 'did not end by itself (see --timeout)';
  const why =
    twice === undefined
      ? `${ended} and listed ${tests.length} tests; mend it, or list the tests with --list and run them with --each`
      : `lists "${twice.id}" twice; give each test its own name`;
  throw new SuiteError(withOutput(`${command.map(quote).join(' ')} ${why}`, text), 2);
}

async function readList(command: Command, read: NonNullable<Suite['read']>, options: ProcessOptions) {
  const { end, output } = await runWithStandIn(command, options, []);
  const { stdout, stderr } = output.streams;
  return { command, end, tests: await read(stdout), text: stdout + stderr };
}
