import { suggest } from '#contracts/util';
import { isSandboxId } from './namespace.ts';

/**
 * The error that is thrown when a sandbox cannot be created or found, or ends before a long call has ended. `code` gives the reason.
 */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: 'exists' | 'unknown' | 'invalid' | 'full';
  readonly id: string;

  constructor(code: SandboxError['code'], id: string, message: string) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

/** Refuses an unknown id. @throws SandboxError that names the nearest of the known ids */
export function refuseUnknown(id: string, known: Iterable<string>): never {
  const hint = suggest(id, known, 'POST /_control/sandboxes creates one');
  throw new SandboxError('unknown', id, `this server has no sandbox "${id}"; ${hint}`);
}

/** Returns the id of a new sandbox. @throws SandboxError when the id is taken or ill-formed */
export function checkNewId(id: string, exists: (id: string) => boolean): string {
  if (!isSandboxId(id)) {
    const form = 'use 1 to 40 characters of a-z, 0-9 and "-"';
    const namespace = 'if needed after a namespace and a dot, as in "team-a.checkout"';
    throw new SandboxError('invalid', id, `sandbox id "${id}" is wrong; ${form}, ${namespace}`);
  }
  return exists(id) ? refuseTaken(id) : id;
}

/** Refuses the id of an existing sandbox for a new one. @throws SandboxError */
export function refuseTaken(id: string): never {
  throw new SandboxError('exists', id, `sandbox "${id}" exists; use another id, or delete that sandbox`);
}
