import { CliError } from '../cli-error.ts';
import { defineCommand, flagOf, type LoadedCommand, type Option } from '../command.ts';
import { didYouMean } from '../values.ts';

const scripts = { bash, zsh, fish };
const shells = ['bash', 'zsh', 'fish'] as const;
/** The two names that start the program. The short name works in package.json scripts. */
const programs = ['travel-understudy', 'understudy'] as const;

export const command = defineCommand({
  args: { name: 'bash | zsh | fish', max: 1, choices: shells },
  options: {},
  examples: [
    'completion bash > understudy.bash',
    'completion zsh > _understudy',
    'completion fish > understudy.fish',
  ],
  async run({ args: [name = ''], loadCommands }) {
    const shell = shells.find(known => known === name);
    if (shell === undefined)
      throw new CliError([
        `completion needs a shell: bash, zsh or fish${name === '' ? '' : didYouMean(name, shells)}`,
      ]);
    console.log(scripts[shell](await loadCommands()));
  },
});

/** Returns the options that have a flag. Options that only an environment variable sets have no flag. */
const flagsOf = ({ command: { options } }: LoadedCommand): { flag: string; option: Option }[] =>
  Object.entries(options).flatMap(([name, option]) =>
    option.isVariableOnly ? [] : [{ flag: flagOf(name), option }],
  );

/** Returns a description up to its first semicolon, without characters that a shell would interpret. */
const plain = (text: string): string => (text.split(';')[0] ?? '').replaceAll(/[^\w ,./@-]/g, '');

const common = ['help', 'no-color', 'version'];

function bash(commands: readonly LoadedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const values = commands.flatMap(one =>
    flagsOf(one)
      .filter(({ option }) => option.hint !== undefined)
      .map(
        ({ flag, option }) => `    '${one.name} --${flag}') words='${option.choices?.join(' ') ?? ''}' ;;`,
      ),
  );
  const flags = commands.map(one => {
    const words = [...flagsOf(one).map(({ flag }) => flag), ...common].map(flag => `--${flag}`);
    return `      ${one.name}) words='${[...(one.command.args?.choices ?? []), ...words].join(' ')}' ;;`;
  });
  return `_understudy() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [ "$word" = -- ] && return; done
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${names} help' -- "$current")); return; fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
    'help help') words='${names}' ;;
${values.join('\n')}
    *) case "\${COMP_WORDS[1]}" in
${flags.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _understudy ${programs.join(' ')}`;
}

function zsh(commands: readonly LoadedCommand[]): string {
  const cases = commands.map(one => {
    const flags = flagsOf(one).map(({ flag, option: { hint, choices, description, isRepeatable } }) => {
      const value = hint === undefined ? '' : `=:value:${choices ? `(${choices.join(' ')})` : '_files'}`;
      const [, before, after] = /^([^:]*)(.*)$/.exec(value) ?? [];
      return `'${isRepeatable ? '*' : ''}--${flag}${before}[${plain(description)}]${after}'`;
    });
    const words = one.command.args?.choices;
    const rest = `'*::word:${words ? `(${words.join(' ')})` : '_files'}'`;
    return `    ${one.name}) _arguments ${[...flags, ...common.map(flag => `--${flag}`), rest].join(' ')} ;;`;
  });
  return `#compdef ${programs.join(' ')}
_understudy() {
  local -a commands=(${commands.map(({ name, summary }) => `'${name}:${plain(summary)}'`).join(' ')})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join('\n')}
  esac
}
compdef _understudy ${programs.join(' ')}`;
}

function fish(commands: readonly LoadedCommand[]): string {
  const lines = commands.flatMap(one => {
    const here = `-n '__fish_seen_subcommand_from ${one.name}'`;
    const choices = one.command.args?.choices;
    return [
      `-f -n __fish_use_subcommand -a ${one.name} -d '${plain(one.summary)}'`,
      ...(choices ? [`${here} -f -a '${choices.join(' ')}'`] : []),
      ...flagsOf(one).map(({ flag, option: { hint, choices: values, description } }) => {
        const value = hint === undefined ? '' : values ? ` -x -a '${values.join(' ')}'` : ' -r';
        return `${here} -l ${flag}${value} -d '${plain(description)}'`;
      }),
    ];
  });
  const all = [...lines, ...common.map(flag => `-l ${flag}`)];
  return programs.flatMap(program => all.map(line => `complete -c ${program} ${line}`)).join('\n');
}
