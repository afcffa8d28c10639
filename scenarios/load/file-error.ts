const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder, and a file is needed',
  EACCES: 'you do not have permission to read it',
};

/** The error for a file that cannot be read, or that has wrong content. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** Whether the file could not be read at all. */
  readonly isUnreadable: boolean;

  constructor(message: string, isUnreadable = false) {
    super(message);
    this.isUnreadable = isUnreadable;
  }
}

/** Creates a FileError from an error of the file system. */
export const unreadable = ({ code, message }: NodeJS.ErrnoException): FileError =>
  new FileError(`cannot be read: ${reasons[code ?? ''] ?? message}`, true);
