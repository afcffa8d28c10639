import { clauses, rules } from '../../judge/index.ts';
import { type Action, defineCommand, flagOf, type LoadedCommand, type Option } from '../command.ts';
import { loadCatalogue } from '../load.ts';
import { allRules } from '../texts.ts';

/** The two names that start the program. The short name works in package.json scripts. */
const programs = ['travel-understudy', 'understudy'] as const;

export const command = defineCommand({
  actions: {
    bash: printing(bash),
    // A module of zsh runs completions that are written for bash.
    zsh: printing(parts => `autoload -U +X bashcompinit && bashcompinit\n${bash(parts)}`),
    fish: printing(fish),
    powershell: printing(powershell),
  },
  options: {},
  examples: [
    'completion bash > understudy.bash',
    'completion zsh > understudy.zsh',
    'completion fish > understudy.fish',
    'completion powershell > understudy.ps1',
  ],
});

interface Parts {
  readonly commands: readonly LoadedCommand[];
  /** The built-in ids by the name of the option that takes them, and the names that `explain` takes. */
  readonly ids: Readonly<Record<'scenario' | 'rule' | 'explain', string>>;
}

function printing(scriptOf: (parts: Parts) => string): Action<unknown> {
  return {
    async run(_, __, loadCommands) {
      const scenarios = (await loadCatalogue()).map(({ id }) => id);
      const names = [...allRules.map(({ id }) => id), ...scenarios, ...Object.keys(clauses)];
      const known = rules.map(({ id }) => id);
      const ids = { scenario: scenarios.join(' '), rule: known.join(' '), explain: names.join(' ') };
      console.log(scriptOf({ commands: await loadCommands(), ids }));
    },
  };
}

const common = ['help', 'no-color', 'version'];

const wordsAfter = ({ command: { words, actions = {} } }: LoadedCommand) => words ?? Object.keys(actions);

const flagsOf = ({ command: { options } }: LoadedCommand): (Option & { readonly flag: string })[] =>
  Object.entries(options)
    .filter(([, { isVariableOnly }]) => !isVariableOnly)
    .map(([name, option]) => ({ ...option, flag: flagOf(name) }));

const listOf = (flag: string): string | undefined =>
  flag === 'scenario' || flag === 'rule' ? flag : undefined;

/**
 * Returns the words that can follow a command and the word before, and the words that can follow the command alone. Each list is a
 * string of bash and of PowerShell.
 */
function casesOf({ commands }: Parts) {
  const names = commands.map(({ name }) => name).join(' ');
  const pairs = commands.flatMap(one =>
    flagsOf(one)
      .filter(({ hint }) => hint !== undefined)
      .map(({ flag, choices = [] }): [string, string] => {
        const list = listOf(flag);
        return [`${one.name} --${flag}`, list ? `"$${list}"` : `'${choices.join(' ')}'`];
      }),
  );
  const alone = commands.map((one): [string, string] => {
    const flags = [...flagsOf(one).map(({ flag }) => flag), ...common].map(flag => `--${flag}`);
    const words = one.name === 'explain' ? ['$explain'] : wordsAfter(one);
    return [one.name, `"${[...words, ...flags].join(' ')}"`];
  });
  pairs.push(['help help', `'${names}'`], ['scenarios show', '"$scenario"']);
  return { names: `${names} help`, pairs, alone };
}

function bash(parts: Parts): string {
  const { names, pairs, alone } = casesOf(parts);
  return `_understudy() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words='' word
${Object.entries(parts.ids)
  .map(([name, list]) => `  local ${name}='${list}'`)
  .join('\n')}
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do [ "$word" = -- ] && return; done
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${names}' -- "$current")); return; fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${pairs.map(([at, words]) => `    '${at}') words=${words} ;;`).join('\n')}
    *) case "\${COMP_WORDS[1]}" in
${alone.map(([at, words]) => `      ${at}) words=${words} ;;`).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _understudy ${programs.join(' ')}`;
}

function powershell(parts: Parts): string {
  const { names, pairs, alone } = casesOf(parts);
  return `Register-ArgumentCompleter -Native -CommandName ${programs.join(', ')} -ScriptBlock {
  param($current, $line, $cursor)
${Object.entries(parts.ids)
  .map(([name, list]) => `  $${name} = '${list}'`)
  .join('\n')}
  $before = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($before -contains '--') { return }
  $words = if ($before.Count -eq 0) { '${names}' } else {
    switch ("$($before[0]) $($before[-1])") {
${pairs.map(([at, words]) => `      '${at}' { ${words} }`).join('\n')}
      default {
        switch ($before[0]) {
${alone.map(([at, words]) => `          '${at}' { ${words} }`).join('\n')}
        }
      }
    }
  }
  "$words" -split ' ' | Where-Object { $_ -and $_ -like "$current*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
}

/** Returns a description up to its first semicolon, without characters that a shell would interpret. */
const plain = (text: string): string => (text.split(';')[0] ?? '').replaceAll(/[^\w ,./@-]/g, '');

function fish({ commands, ids }: Parts): string {
  const lines = commands.flatMap(one => {
    const here = `-n '__fish_seen_subcommand_from ${one.name}'`;
    return [
      `-f -n __fish_use_subcommand -a ${one.name} -d '${plain(one.summary)}'`,
      ...wordsAfter(one).map(word => `${here} -f -a ${word}`),
      ...flagsOf(one).map(({ flag, hint, choices, description }) => {
        const list = listOf(flag);
        const values = list ? `$__understudy_${list}` : choices?.join(' ');
        const value = values ? ` -x -a '${values}'` : hint === undefined ? '' : ' -r';
        return `${here} -l ${flag}${value} -d '${plain(description)}'`;
      }),
    ];
  });
  lines.push(`-n '__fish_seen_subcommand_from explain' -f -a '$__understudy_explain'`);
  const shows = '__fish_seen_subcommand_from scenarios; and __fish_seen_subcommand_from show';
  lines.push(`-n '${shows}' -f -a '$__understudy_scenario'`);
  const all = [...lines, ...common.map(flag => `-l ${flag}`)];
  return [
    ...Object.entries(ids).map(([name, list]) => `set -g __understudy_${name} ${list}`),
    ...programs.flatMap(program => all.map(line => `complete -c ${program} ${line}`)),
  ].join('\n');
}
