import { describe, expect, it } from 'vitest';
import { longFunctions } from './function-length.ts';
import { entryViolations, importCycles, readImportGraph } from './import-graph.ts';
import { projectFiles, readProjectFile } from './project-files.ts';

const rooms = ['contracts', 'mock-server', 'client', 'scenarios'];
const maxFunctionLines = 60;
const graph = readImportGraph(rooms);

describe('the structure of the product code', () => {
  it('has no import cycle, types included', () => {
    expect(graph.size).toBeGreaterThan(300);
    expect(importCycles(graph)).toEqual([]);
  });

  it('enters a folder by its index.ts only', () => {
    expect(entryViolations(graph)).toEqual([]);
  });

  it('has one folder idiom: no x.ts beside a folder x/', () => {
    const folders = new Set([...graph.keys()].map(file => file.slice(0, file.lastIndexOf('/'))));
    expect([...graph.keys()].filter(file => folders.has(file.replace(/\.tsx?$/, '')))).toEqual([]);
  });

  it(`has no function of more than ${maxFunctionLines} lines`, () => {
    const sources = projectFiles().filter(
      file => /\.tsx?$/.test(file) && rooms.some(room => file.startsWith(`${room}/`)),
    );
    const long = sources.flatMap(file => longFunctions(file, readProjectFile(file), maxFunctionLines));
    expect(long).toEqual([]);
  });
});

describe('importCycles', () => {
  it('finds a cycle over three files, and none in a tree', () => {
    const links = (pairs: [string, string[]][]) =>
      new Map(pairs.map(([file, targets]) => [file, new Set(targets)]));
    const tree = links([
      ['a', ['b', 'c']],
      ['b', ['c']],
      ['c', []],
    ]);
    expect(importCycles(tree)).toEqual([]);
    const ring = links([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['a']],
    ]);
    expect(importCycles(ring)).toEqual([['a', 'b', 'c']]);
  });
});

describe('entryViolations', () => {
  const violationsOf = (file: string, target: string) =>
    entryViolations(new Map([[file, new Set([target])]]));

  it.each([
    ['room/a/b.ts', 'room/c/index.ts'],
    ['room/a/b.ts', 'room/a/c.ts'],
    ['room/a/b/c.ts', 'room/a/d.ts'],
    ['room/a.ts', 'room/b.ts'],
    ['other/a.ts', 'room/a/index.ts'],
  ])('lets %s import %s', (file, target) => {
    expect(violationsOf(file, target)).toEqual([]);
  });

  it.each([
    ['room/a/b.ts', 'room/c/d.ts', 'room/c'],
    ['room/a.ts', 'room/b/c.ts', 'room/b'],
    ['room/a/b.ts', 'room/a/c/d.ts', 'room/a/c'],
    ['room/a/b.ts', 'room/c/d/index.ts', 'room/c'],
    ['other/a.ts', 'room/a/b.ts', 'room/a'],
  ])('does not let %s import %s', (file, target, folder) => {
    expect(violationsOf(file, target)).toEqual([expect.stringContaining(`import ${folder}/index.ts`)]);
  });
});

describe('longFunctions', () => {
  it('names a function with its line and length', () => {
    const source = `const a = 1;\nexport function long() {\n${'  a;\n'.repeat(5)}}\nconst short = () => a;\n`;
    expect(longFunctions('a.ts', source, 6)).toEqual(['a.ts:2 long has 7 lines']);
    expect(longFunctions('a.ts', source, 7)).toEqual([]);
  });
});
