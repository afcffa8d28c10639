import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CliError } from '../cli-error.ts';
import { defineCommand, flag, type OptionValues, text } from '../command.ts';
import { isTaken, type NewFile, writeNewFiles } from '../new-files.ts';
import { interrupted } from '../stop-signals.ts';

const options = {
  skills: text('<folder>', 'folder of the skills, for example .claude/skills', { default: '.agents/skills' }),
  skillOnly: flag('copy only the skill, and leave AGENTS.md as it is'),
  force: flag('replace files that have another content, without a question'),
};

export const command = defineCommand({
  actions: { install: { run: values => install(values) } },
  options,
  examples: ['agents install', 'agents install --skill-only --skills .claude/skills'],
});

/** The instructions in the package. The address is correct for a file in scenarios/cli/commands and for the bundle in dist/scenarios/cli. */
const source = new URL('../../../docs/agents/', import.meta.url);
const instructions = 'AGENTS.md';

/** Copies the instructions for coding agents into the current folder. Writes nothing before every question has its answer. */
async function install({ skills, skillOnly, force }: OptionValues<typeof options>): Promise<void> {
  const read = (name: string) => readFileSync(new URL(name, source), 'utf8');
  const files: NewFile[] = [
    [join(skills, 'understudy', 'SKILL.md'), read('understudy/SKILL.md')],
    ...(skillOnly ? [] : [[instructions, read(instructions)] as const]),
  ];
  const taken = force ? [] : files.filter(isTaken).map(([path]) => path);
  if (taken.length > 0 && !(process.stdin.isTTY && process.stdout.isTTY))
    throw new CliError(
      taken.map(path => {
        const keep = path === instructions ? ', or --skill-only to keep it' : '';
        return `${path} exists with another content; give --force to replace it${keep}`;
      }),
    );
  const kept = new Set<string>();
  for (const path of taken)
    if (!(await ask(`${path} exists with another content. Replace it? [y/N] `))) kept.add(path);
  await writeNewFiles(files.filter(([path]) => !kept.has(path)));
  for (const path of kept) console.log(`kept ${path}`);
}

/** Asks on the terminal. The end of the input, as after Ctrl-C, ends the command. */
function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve, reject) => {
    terminal.once('close', () => reject(new CliError(['stopped; no file was written'], interrupted)));
    terminal.question(question, answer => {
      resolve(/^y(?:es)?$/i.test(answer.trim()));
      terminal.close();
    });
  });
}
