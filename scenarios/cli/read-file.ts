import { type FileError, readText } from '../catalogue/node.ts';
import { CliError } from './cli-error.ts';

interface Reading<T> {
  readonly parse: (text: string) => T;
  /** The error class that `parse` throws for a wrong text. Each line of this error message describes one problem. */
  readonly error: abstract new (
    ...args: never[]
  ) => Error;
  readonly source?: string;
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
