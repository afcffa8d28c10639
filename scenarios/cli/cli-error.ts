/** Exit code for wrong usage: a flag, a value, a command or the content of a file. */
export const usageExit = 64;

/** Ends the command with a message for the user, one line for each problem. */
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

/** A wrong value. The reader of options puts the name of the option in front of the message. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}
