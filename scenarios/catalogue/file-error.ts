import { isUtf8 } from 'node:buffer';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { otherEncoding } from '#contracts/util';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'the path is a folder; give a file',
  EACCES: 'you have no permission to read the file',
};

/** A place in a file. The first line and the first column have the number 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export class FileError extends Error {
  override readonly name = 'FileError';
  /** True if the file could not be read; false if the content is wrong. */
  readonly isUnreadable: boolean;
  /** The place of the wrong content; undefined if the place is unknown, or if the error has several places. */
  readonly position: Position | undefined;

  constructor(
    message: string,
    { isUnreadable = false, position }: { isUnreadable?: boolean; position?: Position } = {},
  ) {
    super(message);
    this.isUnreadable = isUnreadable;
    this.position = position;
  }
}

/** Adds a place to the name of a file, in the form that editors and terminals open. */
export const placeIn = (file: string, position: Position | undefined): string =>
  position === undefined ? file : `${file}:${position.line}:${position.column}`;

function refuse({ code, message }: NodeJS.ErrnoException): never {
  throw new FileError(`cannot be read: ${reasons[code ?? ''] ?? message}`, { isUnreadable: true });
}

/** Returns the path of a file, or of all files of a folder that have one of the endings. @throws FileError if the path is wrong */
export async function filesIn(path: string, endings: RegExp): Promise<string[]> {
  const isFolder = (await stat(path).catch(refuse)).isDirectory();
  const names = isFolder ? await readdir(path).catch(refuse) : undefined;
  const fitting = names?.filter(name => endings.test(name)).sort();
  return fitting?.map(name => join(path, name)) ?? [path];
}

/** Throws a FileError if the file cannot be read, or is not UTF-8. */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch(refuse);
  const text = bytes.toString('utf8');
  const encoding = text.includes('\0') || !isUtf8(bytes) ? otherEncoding(text) : undefined;
  if (encoding !== undefined) throw new FileError(encoding);
  return withLineFeeds(text);
}

/** The parsers count no line that ends with a carriage return alone, as old programs write it. No place in the text moves. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r(?!\n)/g, '\n');
