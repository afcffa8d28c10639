import { styleText } from 'node:util';
import { version } from '#contracts';
import { nearest } from '#contracts/util';
import { CliError } from './cli-error.ts';
import { type Command, commands } from './commands.ts';
import { commandHelp, generalHelp } from './help.ts';
import { type Args, readArgs } from './read-args.ts';
import { readOptions } from './read-options.ts';

/**
 * Does what a command line says, and says on stderr what is wrong with it.
 *
 * @returns the exit code: that of the command or 0, 64 when it was called wrongly, 1 when something else went wrong
 */
export async function dispatch(argv: string[]): Promise<number> {
  try {
    return await run(argv);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const name = styleText('red', 'understudy:', { stream: process.stderr });
    for (const line of error.lines) console.error(`${name} ${line}`);
    return error.exitCode;
  }
}

async function run(argv: string[]): Promise<number> {
  const [first = ''] = argv;
  if (first === 'help') return say(help(argv.slice(1)));
  const command = commands.find(({ name }) => name === first);
  if (command) return runCommand(command, argv.slice(1));
  const args = readArgs(argv, []);
  const word = args.words.find(isCommand) ?? args.words[0];
  if (word !== undefined) throw misplaced(word, first);
  if (args.problems.length > 0) throw new CliError(args.problems);
  return say(args.version ? version : generalHelp());
}

function say(text: string): number {
  console.log(text);
  return 0;
}

async function runCommand(command: Command, argv: string[]): Promise<number> {
  const dashes = command.behindDashes === undefined ? -1 : argv.indexOf('--');
  const behind = dashes < 0 ? undefined : argv.slice(dashes + 1);
  const args = readArgs(behind ? argv.slice(0, dashes) : argv, command.options);
  const problems = wrongWords(command, args, behind !== undefined);
  // What is to be run and stands in the wrong place may have options of these names: it must not pass for having run.
  const isMisplaced = command.behindDashes !== undefined && behind === undefined && args.words.length > 0;
  if (isMisplaced) throw new CliError(problems);
  if (args.help) return say(commandHelp(command));
  if (args.version) return say(version);
  if (behind?.length === 0)
    throw new CliError([
      `${command.name}: nothing stands behind "--"; give the ${command.behindDashes} there`,
    ]);
  const values = await readOptions(command.options, { args: { ...args, problems }, env: process.env });
  const exitCode = await command.run(values, args.words, behind ?? []);
  return typeof exitCode === 'number' ? exitCode : 0;
}

/** What is wrong with a command line: the words that the command does not take are part of it. */
function wrongWords(command: Command, { words, problems }: Args, hasDashes: boolean): readonly string[] {
  const { name, word, mostWords = 1, behindDashes } = command;
  const extra = words.slice(word === undefined ? 0 : mostWords);
  if (behindDashes !== undefined && !hasDashes && extra.length > 0)
    return [`${name} takes its ${behindDashes} behind "--": understudy ${name} -- ${extra.join(' ')}`];
  // Behind a flag that was misspelt stands its value, which is no mistake of its own.
  if (problems.length > 0) return problems;
  const taken = word === undefined ? 'options only' : `${mostWords > 1 ? word : `one ${word}`} and options`;
  return extra.map(one => `${name} takes ${taken}, and "${one}" is none`);
}

function help([word, ...rest]: string[]): string {
  const command = commands.find(({ name }) => name === word);
  const isFlag = word?.startsWith('-') && rest.length === 0;
  if (word !== undefined && !isFlag && !command) throw unknownCommand(word);
  return command ? commandHelp(command) : generalHelp();
}

const isCommand = (word: string): boolean => commands.some(({ name }) => name === word);

function misplaced(word: string, first: string): CliError {
  return isCommand(word)
    ? new CliError([`the command comes first: understudy ${word} ${first} …`])
    : unknownCommand(word);
}

function unknownCommand(word: string): CliError {
  const names = [...commands.map(({ name }) => name), 'help'];
  const near = nearest(word, names);
  const hint = near === undefined ? `known are ${names.join(', ')}` : `did you mean "${near}"?`;
  return new CliError([`there is no command "${word}"; ${hint}`]);
}
