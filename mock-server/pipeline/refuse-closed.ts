import { refuse } from '../refusal.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';

/** Refuses what comes after a sandbox was closed. */
export function refuseClosed({ closed, identity }: Sandbox): void {
  if (!closed) return;
  throw refuse('SandboxClosed', `sandbox "${identity.id}" was closed; reset it or make another one`);
}
