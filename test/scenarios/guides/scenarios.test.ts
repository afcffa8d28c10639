import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playScenario } from '#scenarios';
import { loadScenarios } from '#scenarios/node';
import { blocksOf } from '../../docs/blocks.ts';
import { createFolder } from '../../folder.ts';
import { expectAsSpecified } from '../catalogue/expect-as-specified.ts';
import { runCommand } from '../cli/run-command.ts';

const { path: parent } = createFolder();
const [yaml = ''] = blocksOf('scenarios', 'yaml');

/** Writes the scenarios of the guide into a folder. Their imports of the package become imports of the project. */
function writeScenarios(name: string, file = yaml): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'lost-in-lisbon.yaml'), file);
  const entry = new URL('../../../scenarios/index.ts', import.meta.url).href;
  const [code = ''] = blocksOf('scenarios', 'ts');
  writeFileSync(join(folder, 'slow-search.ts'), code.replace("'travel-understudy/scenarios'", `'${entry}'`));
  return folder;
}

describe('the guide to scenarios', () => {
  it('has scenarios that the reference client passes', async () => {
    const own = await loadScenarios(writeScenarios('mine'));
    expect(own.map(({ scenario }) => scenario.id)).toEqual(['lost-in-lisbon', 'slow-search']);
    for (const { scenario } of own) expectAsSpecified(scenario, await playScenario(scenario));
  });

  it('shows the message about a wrong scenario', () => {
    const folder = writeScenarios('wrong', yaml.replace('product: hotel', 'product: hotl'));
    const { stderr } = runCommand(['scenarios', 'check', join(folder, 'lost-in-lisbon.yaml')]);
    expect(stderr.replaceAll(folder, 'my-scenarios')).toBe(blocksOf('scenarios', 'text')[0]);
  });

  it('names every field that there is', () => {
    const guide = readFileSync('docs/guides/scenarios.md', 'utf8');
    const table = guide.split('## Fields')[1] ?? '';
    const { properties, $defs } = JSON.parse(readFileSync('contracts/scenario.schema.json', 'utf8'));
    const general = ['$schema', 'id', 'title', 'products', 'tags', 'clauses', 'task', 'steps'];
    const names = [...Object.keys(properties), ...Object.keys($defs.ControlTask.properties)];
    expect(names.filter(name => !general.includes(name) && !table.includes(name))).toEqual([]);
  });
});
