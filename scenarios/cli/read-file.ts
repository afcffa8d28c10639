import { type FileError, filesIn, readText } from '../catalogue/node.ts';
import { asCliError, CliError } from './cli-error.ts';

/** Returns a file, or the files of a folder that have one of the endings. @throws CliError with `none` for a folder without such a file */
export async function requireFiles(path: string, endings: RegExp, none: string): Promise<string[]> {
  const files = await filesIn(path, endings).catch((error: FileError) => {
    throw new CliError([`${path}: ${error.message}`]);
  });
  if (files.length > 0) return files;
  throw new CliError([`${path}: ${none}`]);
}

/** Each line of a message about a wrong text describes one problem, so each gets the source. */
export async function readFileAs<T>(path: string, parse: (text: string) => T, source = path): Promise<T> {
  const text = await readText(path).catch((error: FileError) => {
    throw new CliError([`${source}: ${error.message}`]);
  });
  try {
    return parse(text);
  } catch (error) {
    throw new CliError(asCliError(error).lines.map(problem => `${source}: ${problem}`));
  }
}
