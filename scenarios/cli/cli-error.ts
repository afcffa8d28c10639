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

/** The error for a wrong value of an option. `readOptions` adds the name of the option to the message. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

export async function printError(error: unknown): Promise<number> {
  if (!(error instanceof CliError)) throw error;
  const name = styleText('red', 'understudy:', { stream: process.stderr });
  // This module is loaded only after an error, so that other commands start faster.
  const { showControls } = await import('../report/index.ts');
  for (const line of error.lines) console.error(`${name} ${showControls(line)}`);
  return error.exitCode;
}
