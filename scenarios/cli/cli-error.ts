import { styleText } from 'node:util';

/** The exit code for wrong usage: a wrong flag, value, command or file content. */
export const usageExit = 64;

export class CliError extends Error {
  override readonly name = 'CliError';
  readonly lines: readonly string[];
  readonly exitCode: number;

  constructor(lines: readonly string[], exitCode: number = usageExit) {
    super(lines.join('\n'));
    this.lines = lines;
    this.exitCode = exitCode;
  }
}

export function orCliError<Result>(
  Known: abstract new (...args: never[]) => Error,
  act: () => Result,
): Result {
  try {
    return act();
  } catch (error) {
    throw error instanceof Known ? new CliError([error.message]) : error;
  }
}

/** The errors of the library that a user can mend, with their exit codes. They have names here, because their classes load slowly. */
const mendable: Readonly<Record<string, number>> = {
  FaultError: usageExit,
  FileError: usageExit,
  InventoryError: usageExit,
  ListenError: 1,
  ScenarioFilesError: usageExit,
  StoreError: 1,
  SuiteError: usageExit,
  UnstartableClient: usageExit,
  UsageError: usageExit,
};
/** The errors about the program of a command. Their messages begin with the name of the command. */
const ofProgram: readonly string[] = ['SuiteError', 'UnstartableClient'];

/** Throws an error that the user cannot mend. */
export function asCliError(error: unknown, command = ''): CliError {
  if (error instanceof CliError) return error;
  if (!(error instanceof Error) || mendable[error.name] === undefined) throw error;
  const known: Error & Partial<Pick<CliError, 'lines' | 'exitCode'>> = error;
  const { name, message, lines = message.split('\n'), exitCode = mendable[name] } = known;
  const problems = ofProgram.includes(name) ? [`${command}: ${message}`] : lines;
  return new CliError(problems, exitCode);
}

export const printWarning = (text: string): void =>
  console.error(styleText('yellow', text, { stream: process.stderr }));

/** @param command the name of the command that failed */
export async function printError(error: unknown, command: string): Promise<number> {
  const { lines, exitCode } = asCliError(error, command);
  const name = styleText('red', 'understudy:', { stream: process.stderr });
  // This module is loaded only after an error, so that other commands start faster.
  const { showControls } = await import('../report/index.ts');
  for (const line of lines) console.error(`${name} ${showControls(line)}`);
  return exitCode;
}
