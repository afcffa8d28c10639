import { StoreError } from '../../store-error.ts';

// The primary result codes of SQLite; an extended code has the primary code in its low byte.
const codes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notDatabase: 26,
} as const;

/** Returns the StoreError for an error of SQLite or of the file system. The message says what the user can do. */
export function describeSqliteError(error: unknown, where: string): StoreError {
  if (error instanceof StoreError) return error;
  const [code, what] = explain(error, where);
  return new StoreError(code, what, { cause: error });
}

function explain(error: unknown, where: string): [StoreError['code'], string] {
  const message = error instanceof Error ? error.message : String(error);
  switch (primaryCode(error)) {
    case codes.busy:
    case codes.locked:
      return ['locked', `another process uses ${where}; stop that process, or choose another folder`];
    case codes.readOnly:
      return ['unavailable', `${where} cannot be written, because it is read-only or was replaced`];
    case codes.inputOutput:
      return ['unavailable', `${where} cannot be read or written (${message}); check its disk`];
    case codes.full:
      return ['unavailable', `${where}: the disk is full; free some space`];
    case codes.corrupt:
    case codes.notDatabase:
      return ['damaged', `${where} is damaged (${message}); restore a copy, or choose another folder`];
    case codes.cannotOpen:
      return ['unavailable', `${where} cannot be opened; check that the folder exists and can be written`];
    default:
      if (error instanceof Error && 'syscall' in error && error.syscall === 'mkdir')
        return ['unavailable', `${where} cannot be created; check that its place exists and can be written`];
      return ['unavailable', `${where} failed: ${message}`];
  }
}

/** Returns the primary result code of SQLite; undefined for any other error. */
function primaryCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : Number.NaN;
  return Number.isNaN(code) ? undefined : code & 0xff;
}
