import { readFile } from 'node:fs/promises';
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

export const unreadable = ({ code, message }: NodeJS.ErrnoException): FileError =>
  new FileError(`cannot be read: ${reasons[code ?? ''] ?? message}`, { isUnreadable: true });

/** Throws a FileError if the file cannot be read, or is UTF-16. */
export async function readText(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(error => {
    throw unreadable(error);
  });
  const encoding = text.includes('\0') ? otherEncoding(text) : undefined;
  if (encoding !== undefined) throw new FileError(encoding);
  return text;
}
