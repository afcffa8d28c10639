import { nearest } from '#contracts/util';

/** The error that is thrown when a sandbox cannot be created or found. `code` gives the reason. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: 'exists' | 'unknown' | 'invalid';
  readonly id: string;

  constructor(code: SandboxError['code'], id: string, message: string) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

/** Returns the error for an unknown id. The error names the nearest of the known ids. */
export function unknownSandbox(id: string, known: Iterable<string>): SandboxError {
  const near = nearest(id, known);
  const hint = near === undefined ? 'POST /_control/sandboxes creates one' : `did you mean "${near}"?`;
  return new SandboxError('unknown', id, `this server has no sandbox "${id}"; ${hint}`);
}

/** Returns the error for an id of a wrong form. */
export const invalidId = (id: string): SandboxError =>
  new SandboxError(
    'invalid',
    id,
    `sandbox id "${id}" is wrong; use 1 to 40 characters of a-z, 0-9 and "-", if needed after a namespace and a dot, as in "team-a.checkout"`,
  );
