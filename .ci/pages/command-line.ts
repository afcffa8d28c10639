import { commandName } from '#contracts/util';
import { type Option, variableOf } from '#scenarios/cli/command';
import { loadCommands } from '#scenarios/cli/commands/index';
import { configOptions } from '#scenarios/cli/options';
import { createFlag, defaultText } from '#scenarios/cli/parser';

const introduction = `# The command line

In a project that has the package, and in a clone after \`npm ci\`, run \`npx travel-understudy <command>\`. In a clone, \`npm start\` is \`serve\`. Scripts
of package.json can use the short name \`understudy\`. \`--help\` explains each command. \`NO_COLOR\` or \`--no-color\` prints without colors.

To complete commands, flags, values and the ids of scenarios and rules with the tab key, load the script of the command \`completion\`. For bash, add
\`source <(npx travel-understudy completion bash)\` to \`~/.bashrc\`. For zsh, add the same line with \`zsh\` to \`~/.zshrc\`. For fish, write it to
\`~/.config/fish/completions/travel-understudy.fish\`. For PowerShell, add
\`npx travel-understudy completion powershell | Out-String | Invoke-Expression\` to the file \`$PROFILE\`. The scripts complete the commands
\`travel-understudy\` and \`understudy\`.

\`serve\` prints a line for each request: time, method, path, status and milliseconds. It prints no query and no token.
If the server accepts a request that deviates from the contract, a line for each warning follows. The answer then has the header
\`X-Understudy-Warnings\`: the number of warnings, then kind and field of the first five, such as \`1; unknown-field Criteria.Colour\`.
With \`--log json\` each line is JSON: the first one when the server is ready (\`msg\` is \`ready\`), then one for each request (\`msg\` is \`request\`;
\`status\` is null when the connection was cut; \`warnings\` lists the warnings if there are any). \`--log quiet\` prints no lines for requests.

A flag wins over its environment variable, the variable over the config file, and the config file over the default. A config file is YAML with the
keys of the tables below. A path in it is relative to the folder of the file:

\`\`\`yaml
# understudy.yaml, for: npx travel-understudy serve --config understudy.yaml
port: 4020
clock: manual@2026-12-01T10:00:00Z
username: acme
password: "1234"
\`\`\`

Without \`--config\`, a command uses \`understudy.config.yaml\` in the current folder or in the nearest folder above it, up to the root of the project (the
folder with \`.git\`), and prints the path of the file on stderr. \`init\` writes such a file. To complete and check a file in an editor, begin it with
\`# yaml-language-server: $schema=node_modules/travel-understudy/dist/contracts/config.schema.json\`. Files with tokens, scenarios, profiles and
inventories have a schema in the same folder. Each of these files also accepts the key \`$schema\`.

The exit code is 0 on success, and 64 if a flag, a value, a command, a config file or a profile is wrong; each problem has one line. It is 1 for
everything else, such as a port in use. [exec](exec.md#exit-codes), [run](run.md#write-reports), [verify-pact](pact.md#verify-your-own-pacts) and
[verify](verify.md#results) have more exit codes. \`judge\` has those of \`run\`.`;

/** Returns the page about the command line, from the definitions of the commands. */
export async function commandLinePage(): Promise<string> {
  const commands = await loadCommands();
  const sections = commands.map(({ name, summary, command: { options, examples } }) =>
    [
      `## ${name}`,
      summary,
      ...(Object.keys(options).length === 0 ? [] : [table(options)]),
      ['```sh', ...examples.map(line => `${commandName} ${line}`), '```'].join('\n'),
    ].join('\n\n'),
  );
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

function table(options: Readonly<Record<string, Option>>): string {
  const shared: readonly Option[] = Object.values(configOptions);
  const rows = Object.entries(options).map(([name, option]) => [
    code(createFlag(name, option).flags),
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
