import { spawnSync } from 'node:child_process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { drawMutants, mutantAt, mutated, placesIn } from '../../tools/mutants.ts';
import { createNearestTests } from '../../tools/nearest-tests.ts';
import { runInTime } from '../../tools/run-in-time.ts';
import { readProjectFile } from '../house/project-files.ts';
import { parse } from '../house/syntax.ts';

const file = 'contracts/util/nearest.ts';
const source = readProjectFile(file);

const changesOf = (code: string): string[] =>
  placesIn('a.tsx', code).map(place => mutantAt(place, code, 0).operator);

describe('the places that a mutant can change', () => {
  it.each([
    ['if (a) b();', ['a → !(a)', 'b(); → ;']],
    ['if (!a) await b();', ['! → ', 'await b(); → ;']],
    ['const c = a < 1 ? x && y : true;', ['a < 1 → !(a < 1)', '< → <=', '1 → 2', '&& → ||', 'true → false']],
    ['const a = b === c || d;', ['=== → !==', '|| → &&']],
    ['const a = (b) /* > */ > c;', []],
    ['const a = Math.min(b - c);', ['min → max', '- → +']],
    ['function f() { return a; }', ['return a; → return undefined as never;']],
    ['const a = (b as 1 | 2) >= c;', ['>= → >']],
  ])('are found in `%s`', (code, changes) => {
    expect(changesOf(code)).toEqual(changes);
  });

  it.each([
    "import { a } from './1.ts';",
    'type A = B<1> extends true ? 2 : [3];',
    'const a: Map<0, true> = new Map<0, true>();',
    'interface A { b: 1; 2: true }',
    "const a = b + ' + 1';",
    '// if (a < 1) return b;',
    'const a = /1 < 2/;',
    'const a = { 1: b };',
    "'use strict';",
    'a(\n);',
    'function f() { return; }',
    'function f() { return {\n}; }',
  ])('do not exist in `%s`', code => {
    expect(changesOf(code)).toEqual([]);
  });
});

describe('a mutant', () => {
  it('changes one line, and can be parsed', () => {
    const changed = placesIn(file, source).flatMap(place =>
      [0, 0.9].map(choice => mutantAt(place, source, choice)),
    );
    expect(changed.length).toBeGreaterThan(50);
    for (const mutant of changed) {
      const code = mutated(source, mutant) ?? '';
      expect(() => parse(file, code)).not.toThrow();
      const lines = source.split('\n');
      expect(code.split('\n').filter((line, index) => line !== lines[index])).toEqual([mutant.after]);
    }
  });

  it('is found again where its line has moved, and reported as gone where its line has changed', () => {
    const mutant = { file: 'a.ts', line: 1, operator: '', before: 'a < b;', after: 'a <= b;' };
    expect(mutated('a < b;\nc;\na < b;', { ...mutant, line: 4 })).toBe('a < b;\nc;\na <= b;');
    expect(mutated('a < d;', mutant)).toBeUndefined();
  });
});

it('The same seed draws the same mutants, and another seed draws others', () => {
  const places = placesIn(file, source);
  const draw = (seed: number) => drawMutants(places, { count: 9, seed, read: () => source });
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).toHaveLength(9);
  expect(draw(1)).not.toEqual(draw(2));
});

it('The tests near a file are those that import it, not those that import the same index, the nearest first', () => {
  const tests = ['test/b.test.ts', 'test/far.test.ts', 'test/a.test.ts', 'test/thread.test.ts'];
  const files: Record<string, string> = {
    'package.json': '{ "imports": { "#room": "./room/index.ts" } }',
    'room/index.ts': "export { a } from './a.ts';\nexport * from './b.ts';",
    'room/a.ts': 'export const a = 1;',
    'room/b.ts': 'export const b = 1;',
    'test/help.ts': "import { a } from '#room';",
    'test/a.test.ts': "import { a } from '#room';",
    'test/b.test.ts': "import { b } from '#room';\nimport type { a } from '#room';",
    'test/far.test.ts': "import { help } from './help.ts';",
    'test/thread.test.ts': "new Worker(new URL('./far.test.ts', import.meta.url));",
  };
  const nearest = createNearestTests(tests, Object.keys(files), name => files[name] ?? '');
  expect(nearest('room/a.ts', 9)).toEqual(['test/a.test.ts', 'test/far.test.ts', 'test/thread.test.ts']);
  expect(nearest('room/b.ts', 9)).toEqual(['test/b.test.ts']);
  expect(nearest('room/a.ts', 1)).toEqual(['test/a.test.ts']);
});

it.each([
  ['loops ends after a minute', 5_000, Number.POSITIVE_INFINITY, [60_000], 'slow.test.ts'],
  ['is too slow ends after ten times its usual time', 9_000, 100_000, [60_000, 90_000], 'slow.test.ts'],
  ['is only slow runs again, to its end', 9_000, 80_000, [60_000, 90_000], undefined],
  ['is fast runs once', 9_000, 50_000, [60_000], undefined],
])('A test file of a mutant that %s', async (_, alone, needed, given, late) => {
  let now = 0;
  const time = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => time.mockRestore());
  const limits: number[] = [];
  const run = async (limit: number) => {
    limits.push(limit);
    return { late: needed > limit ? 'slow.test.ts' : undefined };
  };
  const ended = await runInTime(run, async file => {
    expect(file).toBe('slow.test.ts');
    now += alone;
  });
  expect({ limits, ...ended }).toEqual({ limits: given, late });
});

const mutate = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/mutate.ts', ...args], { encoding: 'utf8' });

it('npm run mutate -- --help lists every option', () => {
  const { status, stdout } = mutate('--help');
  const options = 'count seed only mutants json project max-tests jobs workers'.split(' ');
  expect([status, stdout.match(/(?<=^ {2}--)[a-z-]+/gm)]).toEqual([0, options]);
});

it.each([
  [['--sed', '1'], "Unknown option '--sed'"],
  [['--seed', 'x'], '--seed: must be a whole number from 1, got "x"'],
  [['--only', 'mock-serve/'], '--only: no file of the product begins with "mock-serve/"'],
  [['--mutants', 'package.json'], '--mutants: package.json has no mutants'],
])('npm run mutate -- %j is refused in one line', (args, message) => {
  const { status, stderr } = mutate(...args);
  expect({ status, stderr }).toEqual({
    status: 64,
    stderr: `mutate: ${message}; --help lists the options\n`,
  });
});
