import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Pact, PactFileError, readPact } from '../pact/index.ts';
import { CliError } from './cli-error.ts';
import { readFileAs } from './read-file.ts';

/**
 * Reads the pact in a file, or the pacts in all JSON files of a folder.
 *
 * @throws CliError if a path cannot be read or a file is not a pact
 */
export async function loadPacts(path: string): Promise<Pact[]> {
  const names = await readdir(path).catch(() => undefined); // undefined for a file
  const files = names
    ?.filter(name => name.endsWith('.json'))
    .sort()
    .map(name => join(path, name));
  if (files?.length === 0)
    throw new CliError([`${path}: this folder has no .json file; give the folder that holds your pacts`]);
  const read = (file: string) =>
    readFileAs(file, { parse: text => readPact(file, text), error: PactFileError });
  return Promise.all((files ?? [path]).map(read));
}

const verifier = '@pact-foundation/pact';

/**
 * Returns the URL of Pact's verifier. The verifier must be installed next to this package or in the project of the current
 * folder.
 *
 * @throws CliError with the command that installs the verifier, if it is not installed
 */
export function findVerifier(): string {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))]) {
    try {
      return pathToFileURL(createRequire(from).resolve(verifier)).href;
    } catch {
      // The verifier is not installed here, so the next folder is tried.
    }
  }
  throw new CliError([
    `verify-pact needs Pact's verifier, which is not installed; install it with: npm install --save-dev ${verifier}`,
  ]);
}
