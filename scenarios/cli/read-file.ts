import { type FileError, filesIn, readText } from '../catalogue/node.ts';
import { CliError } from './cli-error.ts';

interface Reading<T> {
  readonly parse: (text: string) => T;
  /** The error class that `parse` throws for a wrong text. Each line of this error message describes one problem. */
  readonly error: abstract new (
    ...args: never[]
  ) => Error;
  readonly source?: string;
}

/** Returns a file, or the files of a folder that have one of the endings. @throws CliError with `none` for a folder without such a file */
export async function requireFiles(path: string, endings: RegExp, none: string): Promise<string[]> {
  const files = await filesIn(path, endings).catch((error: FileError) => {
    throw new CliError([`${path}: ${error.message}`]);
  });
  if (files.length > 0) return files;
  throw new CliError([`${path}: ${none}`]);
}

export async function readFileAs<T>(
  path: string,
  { parse, error: ParseError, source = path }: Reading<T>,
): Promise<T> {
  const text = await readText(path).catch((error: FileError) => {
    throw new CliError([`${source}: ${error.message}`]);
  });
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new CliError(error.message.split('\n').map(problem => `${source}: ${problem}`));
  }
}
