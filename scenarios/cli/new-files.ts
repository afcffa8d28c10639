import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError } from './cli-error.ts';

export type NewFile = readonly [path: string, text: string];

/** Returns whether something else is at the path of a file. */
export function isTaken([path, text]: NewFile): boolean {
  try {
    return readFileSync(path, 'utf8') !== text;
  } catch {
    return existsSync(path); // a folder, or a file without the right to read it
  }
}

/** Writes files with their folders, and prints their paths. Each file is complete or unchanged, also after a failure. */
export function writeNewFiles(files: readonly NewFile[]): void {
  for (const [path, text] of files) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.new`, text);
      renameSync(`${path}.new`, path);
    } catch (error) {
      if (existsSync(`${path}.new`)) rmSync(`${path}.new`);
      throw new CliError([`cannot write ${path}: ${error instanceof Error ? error.message : error}`], 1);
    }
    console.log(`wrote ${path}`);
  }
}
