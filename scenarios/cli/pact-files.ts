import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Pact, PactFileError, readPact } from '../pact/index.ts';
import { CliError } from './cli-error.ts';

/**
 * The pacts of a file, or of all JSON files of a folder.
 *
 * @throws CliError for what cannot be read, and for what is no pact
 */
export async function loadPacts(path: string): Promise<Pact[]> {
  const files = await filesOf(path);
  if (files.length === 0) throw new CliError([`${path}: no .json file in this folder`]);
  return Promise.all(files.map(load));
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(error => {
    throw unreadable(path, error);
  });
  if (!found.isDirectory()) return [path];
  const names = await readdir(path);
  return names
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => join(path, name));
}

async function load(file: string): Promise<Pact> {
  const text = await readFile(file, 'utf8').catch(error => {
    throw unreadable(file, error);
  });
  try {
    return readPact(file, text);
  } catch (error) {
    if (!(error instanceof PactFileError)) throw error;
    throw new CliError([error.message]);
  }
}

const unreadable = (path: string, error: NodeJS.ErrnoException): CliError =>
  new CliError([
    error.code === 'ENOENT' ? `${path}: there is no such file or folder` : `${path}: ${error.message}`,
  ]);

const verifier = '@pact-foundation/pact';

/**
 * Where Pact's verifier is installed: beside this package, or in the project of the working folder.
 *
 * @throws CliError that says how to install it
 */
export function findVerifier(): string {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))]) {
    try {
      return pathToFileURL(createRequire(from).resolve(verifier)).href;
    } catch {
      // The next place may have it.
    }
  }
  throw new CliError([
    `verify-pact uses the verifier of Pact, which is not installed here: npm install --save-dev ${verifier}`,
  ]);
}
