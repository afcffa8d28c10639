import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { playScenario, type Scenario } from '#scenarios';
import { type LoadedScenario, loadScenarios, ScenarioFilesError } from '#scenarios/node';
import { createFolder } from '../../folder.ts';
import { scenarioOf } from './scenario-of.ts';

const { path: root, newFolder } = createFolder();

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const known = scenarioOf('answer-lost-booked');
const { trigger: _, surname: __, ...base } = known;
const named = (id: string): Scenario => ({ ...base, id });
const yaml = (value: unknown): string => stringify(value, { aliasDuplicateObjects: false });

const scenariosOf = (loaded: readonly LoadedScenario[]) => loaded.map(({ scenario }) => scenario);

/** Returns the error message for a folder that cannot be loaded, without the name of the folder. */
async function complaintsAbout(folder: string): Promise<string[]> {
  const refused = await loadScenarios(folder).then(
    () => undefined,
    error => error,
  );
  if (!(refused instanceof ScenarioFilesError)) throw refused ?? new Error('it was taken');
  return refused.problems.map(line => line.replaceAll(folder, 'DIR'));
}

describe('scenarios of a folder', () => {
  it('are the same from YAML, JSON, TypeScript and JavaScript', async () => {
    const folder = folderWith({
      'a.yaml': yaml(named('from-yaml')),
      'b.yml': yaml([named('from-yml'), named('from-yml-too')]),
      'c.json': JSON.stringify({ $schema: 'x.json', ...named('from-json') }),
      'd.ts': `const id: string = 'from-ts';\nexport default { ...${JSON.stringify(base)}, id };\n`,
      'e.js': `export default [${JSON.stringify(named('from-js'))}];\n`,
      'notes.md': '# no scenario',
      'f.d.ts': 'export {};',
    });
    const ids = ['from-yaml', 'from-yml', 'from-yml-too', 'from-json', 'from-ts', 'from-js'];
    expect(scenariosOf(await loadScenarios(folder))).toEqual(ids.map(named));
  });

  it('can be a single file, and run like any other', async () => {
    const folder = folderWith({ 'mine.yaml': yaml(named('mine')) });
    const [mine] = scenariosOf(await loadScenarios(join(folder, 'mine.yaml')));
    const { report } = await playScenario(mine as Scenario); // there is one
    expect(report.outcome).toBe('confirmed');
  });

  it('can repeat parts of their text by anchors', async () => {
    const text = yaml(named('anchored')).replace('guests:', 'guests: &guests');
    const folder = folderWith({ 'a.yaml': text });
    expect(scenariosOf(await loadScenarios(folder))).toEqual([named('anchored')]);
  });
});

describe('what is wrong with scenarios of a folder', () => {
  it('is reported with file, line, path and valid values', async () => {
    const lines = yaml(named('wrong')).split('\n');
    const text = lines.map(line => line.replace('product: hotel', 'product: hotl')).join('\n');
    const at = lines.findIndex(line => line.includes('product: hotel')) + 1;
    expect(await complaintsAbout(folderWith({ 'a.yaml': text }))).toEqual([
      `DIR/a.yaml: line ${at}, task.steps[0].product: "hotl" is not valid: expected one of hotel, car, transfer, tour; did you mean "hotel"?`,
    ]);
  });

  const faults = (...list: string[]) => ({ setup: { faults: ['hotel.search:cut', ...list] } });

  it.each([
    ['an unknown field', { titel: 'x' }, /line \d+, titel: unknown; did you mean "title"\?/],
    ['what is missing', { outcomes: undefined }, /line 1, outcomes: missing: expected a list/],
    [
      'a rule that does not exist',
      { rules: ['token-used'] },
      /line \d+, rules\[0\]: .*did you mean "token-used-once"\?/,
    ],
    [
      'a fault in short',
      faults('hotel.search:statu=500'),
      /line \d+, setup\.faults\[1\]\.effect\.kind: no kind "statu"/,
    ],
    [
      'a fault that contradicts another',
      faults('hotel.search:status=500'),
      /\d+, setup\.faults\[1\]\.effect: contradicts faults\[0\]/,
    ],
    [
      'an unknown operation',
      faults('hotel.serch:cut'),
      /setup\.faults\[1\]\.match\.operations\[0\]: no operation "hotel\.serch"; did you mean "hotel\.search"\?/,
    ],
  ])('names %s', async (_what, change, message) => {
    const complaints = await complaintsAbout(folderWith({ 'a.yaml': yaml({ ...named('a'), ...change }) }));
    expect(complaints.join('\n')).toMatch(message);
  });

  it('names the line of the error, not the line before it', async () => {
    const text = yaml(named('a')).replace('  services:\n    - confirmed', '  services:\n    - booked');
    const at = text.split('\n').indexOf('    - booked') + 1;
    const [complaint] = await complaintsAbout(folderWith({ 'a.yaml': text }));
    expect(complaint).toContain(`line ${at}, truth.services[0]`);
  });

  it('names the line of a key that has a dot in it', async () => {
    const truth = { services: [], requests: { 'hotel.search': 1, 'hotel.serch': 1, 'hotel.doBooking': -1 } };
    const text = yaml({ ...named('a'), truth });
    const lineOf = (key: string) => text.split('\n').findIndex(line => line.startsWith(`    ${key}`)) + 1;
    expect(await complaintsAbout(folderWith({ 'a.yaml': text }))).toEqual([
      `DIR/a.yaml: line ${lineOf('hotel.doBooking')}, truth.requests["hotel.doBooking"]: expected at least 0, got -1`,
      `DIR/a.yaml: line ${lineOf('hotel.serch')}, truth.requests["hotel.serch"]: unknown; did you mean "hotel.search"?`,
    ]);
  });

  it('names the entry of a list, and a module by its path alone', async () => {
    const wrong = { ...named('b'), title: 4 };
    const folder = folderWith({
      'a.yaml': yaml([named('a'), wrong]),
      'b.ts': `export default ${JSON.stringify(wrong)};`,
    });
    expect(await complaintsAbout(folder)).toEqual([
      expect.stringMatching(/^DIR\/a\.yaml: line \d+, \[1\]\.title: expected text, got 4$/),
      'DIR/b.ts: title: expected text, got 4',
    ]);
  });

  it('is reported for every file at once', async () => {
    const folder = folderWith({
      'a.yaml': 'x: [',
      'b.js': 'export const scenario = {};',
      'c.ts': 'export default (;',
      'd.yaml': 'faults: [*.doBooking:cut]',
      'e.yaml': 'id: a\n---\nid: b\n',
    });
    expect(await complaintsAbout(folder)).toEqual([
      expect.stringContaining('DIR/a.yaml: not valid YAML: '),
      'DIR/b.js: the file exports no scenario; write "export default defineScenario({ … })"',
      expect.stringContaining('DIR/c.ts: cannot be loaded: '),
      expect.stringContaining('DIR/d.yaml: not valid YAML: '),
      'DIR/e.yaml: not valid YAML: the file contains several documents; write the documents as one list, or in separate files',
    ]);
  });

  it('names both files of an id or a name in Testville that comes twice, and a built-in one', async () => {
    const twice = { ...named('twice'), trigger: 'Twice' };
    const folder = folderWith({
      'a.yaml': yaml(twice),
      'b.json': JSON.stringify(twice),
      'c.json': JSON.stringify(known),
    });
    expect(await complaintsAbout(folder)).toEqual([
      'DIR/b.json: line 1, id: the id "twice" is already used by DIR/a.yaml, line 1; choose another value',
      expect.stringMatching(
        /^DIR\/b\.json: line 1, trigger: the trigger "Twice" of a hotel is already used by DIR\/a\.yaml, line \d+; choose another value$/,
      ),
      'DIR/c.json: line 1, id: the id "answer-lost-booked" is already used by a built-in scenario; choose another value',
      'DIR/c.json: line 1, surname: the surname "Testlost" is already used by a built-in scenario; choose another value',
      'DIR/c.json: line 1, trigger: the trigger "Answer lost after booking" of a hotel is already used by a built-in scenario; choose another value',
    ]);
  });

  it('is reported for a missing folder', async () => {
    expect(await complaintsAbout(join(root, 'nowhere'))).toEqual([
      'DIR: cannot be read: there is no such file',
    ]);
  });
});
