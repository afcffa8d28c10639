import { styleText } from 'node:util';
import { version } from '#contracts';
import { commandName, suggest } from '#contracts/util';
import { type Arguments, parseArguments, readOptions } from './arguments.ts';
import { CliError } from './cli-error.ts';
import type { Command } from './command.ts';
import { commands, loadCommands } from './commands/index.ts';

/**
 * Runs the command line and sets the exit code of the process.
 *
 * @param argv the arguments after the name of the program
 * @example await main(['serve', '--port', '0'])
 */
export async function main(argv: string[]): Promise<void> {
  // Programs such as `head` close the pipe before all output is written.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  process.exitCode = await runCommandLine(argv);
}

/**
 * Runs a command line, and prints error messages on stderr.
 *
 * @returns the exit code of the command; 64 for wrong usage; 1 for any other error
 */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    return await run(argv);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const name = styleText('red', 'understudy:', { stream: process.stderr });
    // This module is loaded only after an error, so that other commands start faster.
    const { showControls } = await import('../report/index.ts');
    for (const line of error.lines) console.error(`${name} ${showControls(line)}`);
    return error.exitCode;
  }
}

async function run([first = '', ...rest]: readonly string[]): Promise<number> {
  if (first === 'help') return print(await help(rest));
  if (Object.hasOwn(commands, first)) return runCommand(first, rest);
  const args = parseArguments([first, ...rest].filter(Boolean));
  applyColor(args);
  const word = args.words.find(isCommand) ?? args.words[0];
  if (word !== undefined && isCommand(word))
    throw new CliError([`write the command first: ${commandName} ${word} ${first} …`]);
  if (word !== undefined) throw unknownCommand(word);
  if (args.problems.length > 0) throw new CliError(args.problems);
  return print(args.version ? version : await help([]));
}

async function runCommand(name: string, argv: readonly string[]): Promise<number> {
  const entry = commands[name];
  if (entry === undefined) throw unknownCommand(name);
  const { command } = await entry.load();
  const dashes = command.passthrough === undefined ? -1 : argv.indexOf('--');
  const passthroughArgs = dashes < 0 ? [] : argv.slice(dashes + 1);
  const args = parseArguments(dashes < 0 ? argv : argv.slice(0, dashes), command.options);
  applyColor(args);
  // If `run client --help` printed the help of `run` with exit code 0, the client would seem to have run.
  const misplaced = command.passthrough !== undefined && dashes < 0 && args.certain > 0;
  if (misplaced)
    throw new CliError([
      `${name} takes its ${command.passthrough} after "--": ${commandName} ${name} -- ${args.words.join(' ')}`,
    ]);
  if (args.help) return print(await help([name]));
  if (args.version) return print(version);
  if (dashes >= 0 && passthroughArgs.length === 0)
    throw new CliError([`${name}: there is nothing after "--"; write the ${command.passthrough} after "--"`]);
  const problems = args.problems.length > 0 ? args.problems : extraWords(name, command, args.words);
  const options = await readOptions(command.options, { given: args.given, problems, env: process.env });
  return (await command.run({ options, args: args.words, passthroughArgs, loadCommands })) ?? 0;
}

/** Returns an error message for each argument that the command does not take. */
function extraWords(name: string, { args }: Command, words: readonly string[]): string[] {
  const takes =
    args === undefined ? 'options only' : `${args.max > 1 ? args.name : `one ${args.name}`} and options`;
  return words.slice(args?.max ?? 0).map(word => `${name} takes ${takes}; "${word}" is one too many`);
}

async function help([word, ...rest]: readonly string[]): Promise<string> {
  const { commandHelp, generalHelp } = await import('./help.ts');
  if (word === undefined || (word.startsWith('-') && rest.length === 0)) return generalHelp();
  const entry = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (entry === undefined) throw unknownCommand(word);
  return commandHelp(word, { ...entry, ...(await entry.load()) });
}

function print(text: string): number {
  console.log(text);
  return 0;
}

/** Sets the variable NO_COLOR if the user gave `--no-color`. This process and its child processes then print no colors. */
function applyColor({ noColor }: Arguments): void {
  if (!noColor) return;
  process.env.NO_COLOR = '1';
  delete process.env.FORCE_COLOR;
}

const isCommand = (word: string): boolean => Object.hasOwn(commands, word);

function unknownCommand(word: string): CliError {
  const names = [...Object.keys(commands), 'help'];
  const hint = suggest(word, names, `the commands are ${names.join(', ')}`);
  return new CliError([`there is no command "${word}"; ${hint}`]);
}
