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
