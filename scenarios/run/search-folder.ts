import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Leak } from '../judge/index.ts';
import { createLeakSearch, type Secret } from './secrets.ts';

/** Without limits, very large files would block the run. */
const limits = { files: 1_000, bytes: 64 * 1024 * 1024, text: 4 * 1024 * 1024 };
const chunkBytes = 256 * 1024;

/** A client that keeps a Token or the guests of a booking can resume it after a restart, so neither counts as a leak. */
const isForbidden = ({ what }: Secret): boolean =>
  what === 'card-number' || what === 'security-code' || what === 'password';

/** Reads binary files too, and follows no links. The text is that of all files; absent if it is too long or not all was searched. */
export async function searchFolder(folder: string, secrets: readonly Secret[]) {
  const forbidden = secrets.filter(isForbidden);
  const { files, isCut } = await filesIn(folder);
  const leaks: Leak[] = [];
  const skipped: string[] = [];
  const texts: string[] = [];
  let length = 0;
  let left = limits.bytes;
  for (const path of files) {
    const name = relative(folder, path);
    const search = createLeakSearch(forbidden, `file ${name}`);
    const read = await readInto(path, left, text => {
      search.read(text);
      length += text.length;
      if (length <= limits.text) texts.push(text);
    }).catch(() => undefined);
    left -= read?.bytes ?? 0;
    if (read?.isWhole !== true) skipped.push(name);
    const found = [...leaksInName(name, forbidden), ...search.found(new Set())];
    leaks.push(...found.map(leak => ({ ...leak, isKept: true as const })));
  }
  const [first] = skipped;
  const unsearched = isCut
    ? `the state folder has more than ${limits.files} files; the judge searched only so many`
    : first === undefined
      ? undefined
      : `the judge could not search all of "${first}" in the state folder; it reads at most ${limits.bytes / 1024 / 1024} MB`;
  const isWhole = unsearched === undefined && length <= limits.text;
  return { leaks, unsearched, ...(isWhole && { text: texts.join('') }) };
}

function leaksInName(name: string, forbidden: readonly Secret[]): Leak[] {
  const where = `the name of file ${name}`;
  const search = createLeakSearch(forbidden, where);
  search.read(name);
  return search.found(new Set()).map(leak => ({ ...leak, where }));
}

async function filesIn(folder: string): Promise<{ files: string[]; isCut: boolean }> {
  const files: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      // For a link, both functions return false, so that the search stays in the folder.
      if (entry.isDirectory()) folders.push(join(next, entry.name));
      else if (entry.isFile()) files.push(join(next, entry.name));
      if (files.length > limits.files || folders.length > limits.files)
        return { files: files.slice(0, limits.files), isCut: true };
    }
  }
  return { files, isCut: false };
}

/** Text with two bytes per character is read as text with one byte per character. */
async function readInto(path: string, maxBytes: number, read: (text: string) => void) {
  const { size } = await stat(path);
  let bytes = 0;
  const part = { encoding: 'latin1', highWaterMark: chunkBytes, end: maxBytes - 1 } as const;
  for await (const chunk of maxBytes > 0 ? createReadStream(path, part) : []) {
    bytes += chunk.length;
    read(chunk.replaceAll('\0', ''));
  }
  return { bytes, isWhole: size <= bytes };
}
