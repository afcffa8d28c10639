import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { version } from '#contracts';
import { outcomes, reportedOutcomes } from '#contracts/scenario';
import { rules } from '#scenarios/judge';
import { explorationJsonSchema, explorationSchema } from '#scenarios/reports/exploration-schema';
import {
  reportJsonSchema,
  reportSchema,
  verdictReportSchema,
  verdictsJsonSchema,
} from '#scenarios/reports/schema';
import { driftReportJsonSchema, driftReportSchema } from '#scenarios/verify';
import { projectFiles, readProjectFile } from '../house/project-files.ts';
import { digestOf } from './digest.ts';
import { promisedNames } from './names.ts';

const names = await promisedNames();
/** New names of these lists appear on their own page at once. The release promises them: then the list must hold all names. */
const growing = ['commands', 'rule-ids'];
const isUnreleased = /^## \[.+?\] - (.+)$/m.exec(readProjectFile('CHANGELOG.md'))?.[1] === 'Unreleased';
const page = readProjectFile('docs/promises.md');

describe('what is promised', () => {
  // To add a name: vitest --project unit test/promises -u, and a line in CHANGELOG.md. To remove one: docs/promises.md.
  it.each(Object.keys(names))('is in %s as it was', async list => {
    const now = new Set(names[list]);
    expect(now.size).toBeGreaterThan(1);
    const promised = readProjectFile(`test/promises/lists/${list}.txt`).trimEnd().split('\n');
    const kept = isUnreleased && growing.includes(list) ? promised.filter(name => now.has(name)) : [...now];
    const text = `${kept.sort().join('\n')}\n`;
    await expect(text).toMatchFileSnapshot(`lists/${list}.txt`);
  });

  it.each([
    ['report', reportSchema.shape.version.value, reportJsonSchema()],
    ['verdicts', verdictReportSchema.shape.version.value, verdictsJsonSchema()],
    ['drift', driftReportSchema.shape.version.value, driftReportJsonSchema()],
    ['exploration', explorationSchema.shape.version.value, explorationJsonSchema()],
  ] as const)('is a form of %s whose schema changes only with its version', (form, number, schema) => {
    const recorded = JSON.parse(readFileSync('test/promises/report-versions.json', 'utf8'))[form];
    const digest = digestOf(schema, [rules.map(({ id }) => id), outcomes, reportedOutcomes]);
    expect(
      recorded[number],
      `version ${number} of ${form} has another schema now: give it the next version in its schema.ts, and write "${digest}" behind that in test/promises/report-versions.json`,
    ).toBe(digest);
    expect(Object.keys(recorded).at(-1)).toBe(String(number));
  });

  it('is on the page with the list or the test that keeps it', () => {
    const files = projectFiles();
    const named = [...page.matchAll(/`((?:test|docs|contracts)\/[\w./-]+)`/g)].map(([, file = '']) => file);
    expect(named.length).toBeGreaterThan(12);
    expect(named.filter(file => !files.includes(file))).toEqual([]);
    const lists = files.filter(file => file.startsWith('test/promises/lists/'));
    expect(lists.sort()).toEqual(
      Object.keys(names)
        .map(name => `test/promises/lists/${name}.txt`)
        .sort(),
    );
    expect(lists.filter(file => !named.includes(file))).toEqual([]);
  });
});

describe('the changelog', () => {
  const changelog = readProjectFile('CHANGELOG.md');

  it('begins with this version', () => {
    expect(/^## \[(.+?)\] - (?:Unreleased|\d{4}-\d\d-\d\d)$/m.exec(changelog)?.[1]).toBe(version);
  });

  it('names every command and every entry of the package', () => {
    const { exports: entries } = JSON.parse(readProjectFile('package.json'));
    const commands = (names.commands ?? []).filter(line => !line.includes(' '));
    const wanted = [
      ...commands.map(name => `\`${name}\``),
      ...Object.keys(entries)
        .filter(entry => !/pacts|package\.json/.test(entry))
        .map(entry => `\`travel-understudy${entry.slice(1)}\``),
    ];
    expect(wanted.filter(text => !changelog.includes(text))).toEqual([]);
  });
});

describe('digestOf', () => {
  const schema = (properties: object) => ({ type: 'object', properties });
  const before = schema({ a: { type: 'string' }, b: { enum: ['x'] } });

  it('does not mind descriptions, order, and words of a list that may grow', () => {
    const after = schema({ b: { enum: ['x', 'y'] }, a: { type: 'string', description: 'more' } });
    expect(digestOf(after, [['x', 'y']])).toBe(digestOf(before, [['x']]));
  });

  it.each([
    ['another type', { a: { type: 'number' }, b: { enum: ['x'] } }],
    ['another field', { a: { type: 'string' }, b: { enum: ['x'] }, c: {} }],
    ['one field less', { a: { type: 'string' } }],
    ['a field called description', { a: { type: 'string' }, b: { enum: ['x'] }, description: {} }],
    ['a word in a list that may not grow', { a: { type: 'string' }, b: { enum: ['x', 'y'] } }],
  ])('tells %s', (_, properties) => {
    expect(digestOf(schema(properties), [])).not.toBe(digestOf(before, []));
  });
});
