import { type Option, variableOf } from '#scenarios/cli/command';
import { loadCommands } from '#scenarios/cli/commands/index';
import { flagAndHint } from '#scenarios/cli/help';
import { configOptions } from '#scenarios/cli/options';
import { defaultText } from '#scenarios/cli/parse-arguments';

const introduction = `# The command line

\`npx understudy <command>\`, in a clone after \`npm ci\` and wherever the package is installed; in a clone \`npm start\` is \`serve\`.
\`--help\` explains each command, too.

A flag counts before its environment variable, that before the config file, that before the default. A config file is
YAML with the keys of the table; a path in it is taken from the folder that the file lies in:

\`\`\`yaml
# understudy.yaml, for: understudy serve --config understudy.yaml
port: 4020
clock: manual@2026-12-01T10:00:00Z
username: acme
password: "1234"
\`\`\`

Exit codes: 0 all well; 64 called wrongly (a flag, a value, a command, the content of a config file or profile), with one
line for each problem; 1 anything else, such as a port that is taken, or a pact that does not hold.
\`exec\` ends as its command did unless a rule was broken: [exec.md](exec.md). \`run\` and \`judge\` have 1 for a broken rule, 2 for what
nothing showed and 70 for a failure of ours: [run.md](run.md); \`verify-pact\` has 2 where nothing was replayed and 70 for a failure of ours: [pact.md](pact.md).
\`verify\` has 1 for drift, 2 where nothing could be compared and 70 for a failure of ours: [verify.md](verify.md).`;

/** The page in docs about the command line, from the definitions of the commands. */
export async function commandLinePage(): Promise<string> {
  const commands = await loadCommands();
  const sections = commands.map(({ name, summary, command: { options, examples } }) =>
    [
      `## ${name}`,
      summary,
      ...(Object.keys(options).length === 0 ? [] : [table(options)]),
      ['```sh', ...examples.map(line => `npx ${line}`), '```'].join('\n'),
    ].join('\n\n'),
  );
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

function table(options: Readonly<Record<string, Option>>): string {
  const shared: readonly Option[] = Object.values(configOptions);
  const rows = Object.entries(options).map(([name, option]) => [
    code(flagAndHint(name, option)),
    code(variableOf(name, option)),
    shared.includes(option) ? code(name) : '',
    code(defaultText(option)),
    option.description,
  ]);
  const lines = [['flag', 'environment', 'config file', 'default', ''], Array(5).fill('---'), ...rows];
  return lines.map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

function code(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `\`${text}\``;
}
