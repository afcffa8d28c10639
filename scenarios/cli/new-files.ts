import { existsSync, readFileSync } from 'node:fs';
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from './cli-error.ts';

export type NewFile = readonly [path: string, text: string];

export function isTaken([path, text]: NewFile): boolean {
  try {
    return readFileSync(path, 'utf8') !== text;
  } catch {
    return existsSync(path); // a folder, or a file without the right to read it
  }
}

export async function writeNewFiles(files: readonly NewFile[]): Promise<void> {
  for (const [path, text] of files) {
    await writeWhole(path, text);
    console.log(`wrote ${path}`);
  }
}

/** Writes a file that has its name only when it is complete, so a full disk leaves an earlier file. A device is written directly. */
export async function writeWhole(path: string, content: string | readonly string[]): Promise<void> {
  const known = await stat(path).catch(() => undefined); // the file is new
  const target = known ? await realpath(path) : path;
  const part = `${target}.part`;
  try {
    if (known && !known.isFile()) return await writeFile(path, content);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(part, content);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined); // the first error says more
    throw new CliError([`cannot write ${path}: ${error instanceof Error ? error.message : error}`], 1);
  }
}
