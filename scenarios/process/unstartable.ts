/** Why a program could not be started, and the exit code that shells have for it. */
export interface Unstartable {
  readonly message: string;
  readonly exitCode: 126 | 127;
}

/** Says why a program could not be started, and what helps. */
export function unstartable(program: string, { code, message }: NodeJS.ErrnoException): Unstartable {
  if (code === 'ENOENT')
    return {
      message: `there is no command "${program}"; give one of the PATH, or a path such as ./book.sh`,
      exitCode: 127,
    };
  if (code === 'EACCES')
    return {
      message: `"${program}" may not be run; make it executable: chmod +x ${program}`,
      exitCode: 126,
    };
  return { message: `"${program}" could not be started: ${message}`, exitCode: 126 };
}
