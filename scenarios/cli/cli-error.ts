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

/** The error for a wrong value of an option. `readOptions` adds the name of the option to the message. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}
