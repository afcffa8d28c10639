const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder, and a file is needed',
  EACCES: 'you may not read it',
};

/** A file that cannot be read, or whose text is not what it should be. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** It could not be read at all, whatever is in it. */
  readonly isUnreadable: boolean;

  constructor(message: string, isUnreadable = false) {
    super(message);
    this.isUnreadable = isUnreadable;
  }
}

/** What the system said when a file or a folder was to be read, in words. */
export const unreadable = ({ code, message }: NodeJS.ErrnoException): FileError =>
  new FileError(`cannot be read: ${reasons[code ?? ''] ?? message}`, true);
