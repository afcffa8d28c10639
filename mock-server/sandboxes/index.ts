import { dropUndefined } from './identify.ts';
import type { SandboxKeeping } from './keeping.ts';
import type { SandboxConfig } from './sandbox-config.ts';
import type { Surroundings } from './sandbox-source.ts';
import { Sandboxes } from './sandboxes.ts';

export { bookingsOf, viewBooking } from './bookings-view.ts';
export { closeSandbox } from './close-sandbox.ts';
export { type CredentialIndex, staticOwner } from './credential-index.ts';
export { defaultOptions } from './identify.ts';
export type { KeepingHost, SandboxKeep, SandboxKeeping } from './keeping.ts';
export { idIn, isSandboxId, namespaceOf } from './namespace.ts';
export type { Namespace, Quotas } from './namespaces.ts';
export { sandboxConfig } from './options.ts';
export { type AfterPause, type PauseEnd, pauseFor } from './pause.ts';
export type { RateWindow } from './rate-window.ts';
export type { Sandbox } from './sandbox.ts';
export type {
  Credential,
  RestorableState,
  SandboxIdentity,
  SandboxOptions,
  SandboxState,
} from './sandbox-config.ts';
export { type SandboxConfig, withSetup } from './sandbox-config.ts';
export { SandboxError } from './sandbox-error.ts';
export { fileTexts, stateIn } from './sandbox-file.ts';
export { Sandboxes } from './sandboxes.ts';
export { type SandboxSummary, summaryOf } from './summary.ts';

/** The id of the sandbox that every server starts with. */
export const defaultSandbox = 'default';

/**
 * Creates the sandboxes of a server and its `default` sandbox.
 *
 * @param first the configuration of the default sandbox, unless the durable store has a default sandbox
 * @param keeping the durable store
 */
export function createSandboxes(
  surroundings: Surroundings,
  first: SandboxConfig = {},
  keeping?: SandboxKeeping,
): Sandboxes {
  const sandboxes = new Sandboxes(surroundings, keeping);
  sandboxes.begin(defaultSandbox, () =>
    sandboxes.create({
      id: defaultSandbox,
      credential: { Username: 'demo', Password: 'demo' },
      staticToken: 'demo-static-token',
      managerId: 1,
      mcpToken: 'demo-mcp-token',
      ...dropUndefined(first),
    }),
  );
  return sandboxes;
}
