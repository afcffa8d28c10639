/** Exit code for a command that was called wrongly: a flag, a value, a command or the content of a file. */
export const usageExit = 64;

/** What ends the command with a message for the one who called it; one line for each problem. */
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

/** A value that does not fit; whoever knows where it came from says so in front of it. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}
