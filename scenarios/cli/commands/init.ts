import { existsSync } from 'node:fs';
import { commandName } from '#contracts/util';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command.ts';
import { configName } from '../find-config-file.ts';
import { loadCatalogue, requireScenario } from '../load.ts';
import { type NewFile, writeNewFiles } from '../new-files.ts';
import { schemaIn, yamlText } from './scenarios.ts';

export const command = defineCommand({
  options: {},
  examples: ['init'],
  run: init,
});

const folder = 'understudy-scenarios';
const id = 'my-answer-lost';

async function init(): Promise<void> {
  const { trigger, surname, ...copied } = requireScenario('answer-lost-booked', await loadCatalogue());
  const files: readonly NewFile[] = [
    [`${folder}/${id}.yaml`, await yamlText({ ...copied, id, title: `${copied.title} A copy to change.` })],
    [configName, configText],
  ];
  const taken = files.map(([path]) => path).filter(existsSync);
  if (taken.length > 0)
    throw new CliError(
      taken.map(path => `${path} exists, and init does not change it; edit or move this file`),
    );
  await writeNewFiles(files);
  console.log(`\nNow play the scenario with your client: ${commandName} run --scenario ${id} -- <command>`);
}

const configText = `# yaml-language-server: $schema=${schemaIn('.')}/config.schema.json
# The options of all commands that are started in this folder or below. "${commandName} help run" explains them.
scenarios: ${folder}
# profile: classic
# seed: autumn
`;
