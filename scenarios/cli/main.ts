import { CommanderError } from 'commander';
import { commandName, suggest } from '#contracts/util';
import { CliError, printError, usageExit } from './cli-error.ts';
import { isCommand, load, summaries } from './commands/index.ts';
import { runWords } from './parser.ts';

export async function main(argv: string[]): Promise<void> {
  // Programs such as `head` close the pipe before all output is written.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  process.exitCode = await runCommandLine(argv);
}

export async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    return await run(argv);
  } catch (error) {
    return printError(error, argv[0] ?? '');
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv.length > 0 ? [...argv] : ['--help'];
  const [name = ''] = words;
  const isKnown = isCommand(name);
  if (!isKnown && !name.startsWith('-')) throw unknownCommand(name);
  const loaded = isKnown ? await load[name]() : undefined;
  try {
    return await runWords(words, { name, ...loaded });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') return usageExit; // the help of a command without its action
    const message = error.message.replace(/^error: |\.$/g, '').replaceAll('\n', ' ');
    const actions = Object.keys(loaded?.command.actions ?? {});
    const known = [...(isKnown ? [name] : []), ...words.slice(1, 2).filter(word => actions.includes(word))];
    throw new CliError([`${message}; see ${[commandName, ...known, '--help'].join(' ')}`]);
  }
}

function unknownCommand(word: string): CliError {
  const names = [...Object.keys(summaries), 'help'];
  const hint = suggest(word, names, `the commands are ${names.join(', ')}`);
  return new CliError([`there is no command "${word}"; ${hint}`]);
}
