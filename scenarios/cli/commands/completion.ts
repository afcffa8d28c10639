import { type Action, defineCommand, flagOf, type LoadedCommand, type Option } from '../command.ts';

/** The two names that start the program. The short name works in package.json scripts. */
const programs = ['travel-understudy', 'understudy'] as const;

export const command = defineCommand({
  actions: {
    bash: printing(bash),
    // A module of zsh runs completions that are written for bash.
    zsh: printing(loaded => `autoload -U +X bashcompinit && bashcompinit\n${bash(loaded)}`),
    fish: printing(fish),
  },
  options: {},
  examples: [
    'completion bash > understudy.bash',
    'completion zsh > understudy.zsh',
    'completion fish > understudy.fish',
  ],
});

function printing(scriptOf: (commands: readonly LoadedCommand[]) => string): Action<unknown> {
  return { run: async (_, __, loadCommands) => console.log(scriptOf(await loadCommands())) };
}

const common = ['help', 'no-color', 'version'];

const wordsOf = ({ command: { words, actions = {} } }: LoadedCommand) => words ?? Object.keys(actions);

/** Returns the options that have a flag. Options that only an environment variable sets have no flag. */
const flagsOf = ({ command: { options } }: LoadedCommand): (Option & { readonly flag: string })[] =>
  Object.entries(options)
    .filter(([, { isVariableOnly }]) => !isVariableOnly)
    .map(([name, option]) => ({ ...option, flag: flagOf(name) }));

function bash(commands: readonly LoadedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const values = commands.flatMap(one =>
    flagsOf(one)
      .filter(({ hint }) => hint !== undefined)
      .map(({ flag, choices = [] }) => `    '${one.name} --${flag}') words='${choices.join(' ')}' ;;`),
  );
  const flags = commands.map(one => {
    const all = [...flagsOf(one).map(({ flag }) => flag), ...common].map(flag => `--${flag}`);
    return `      ${one.name}) words='${[...wordsOf(one), ...all].join(' ')}' ;;`;
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

/** Returns a description up to its first semicolon, without characters that a shell would interpret. */
const plain = (text: string): string => (text.split(';')[0] ?? '').replaceAll(/[^\w ,./@-]/g, '');

function fish(commands: readonly LoadedCommand[]): string {
  const lines = commands.flatMap(one => {
    const here = `-n '__fish_seen_subcommand_from ${one.name}'`;
    return [
      `-f -n __fish_use_subcommand -a ${one.name} -d '${plain(one.summary)}'`,
      ...wordsOf(one).map(word => `${here} -f -a ${word}`),
      ...flagsOf(one).map(({ flag, hint, choices, description }) => {
        const value = choices ? ` -x -a '${choices.join(' ')}'` : hint === undefined ? '' : ' -r';
        return `${here} -l ${flag}${value} -d '${plain(description)}'`;
      }),
    ];
  });
  const all = [...lines, ...common.map(flag => `-l ${flag}`)];
  return programs.flatMap(program => all.map(line => `complete -c ${program} ${line}`)).join('\n');
}
