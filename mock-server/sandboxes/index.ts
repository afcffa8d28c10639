import { FirstSandbox } from './first-sandbox.ts';
import { dropUndefined } from './identify.ts';
import type { SandboxKeeping } from './keeping.ts';
import type { SandboxConfig } from './sandbox-config.ts';
import type { Surroundings } from './sandbox-source.ts';
import { Sandboxes } from './sandboxes.ts';

export { bookingsOf, viewBooking } from './bookings-view.ts';
export { closeSandbox } from './close-sandbox.ts';
export { type CredentialIndex, staticOwner } from './credential-index.ts';
export { defaultOptions } from './identify.ts';
export type { Reported, SandboxKeep } from './keep.ts';
export type { LoadedSandbox, LostListener, SandboxKeeping, StoredSandboxes, WakeUp } from './keeping.ts';
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
export { type SandboxSummary, summaryOf } from './suspended.ts';

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
  const create = () =>
    sandboxes.create({
      id: defaultSandbox,
      credential: { Username: 'demo', Password: 'demo' },
      staticToken: 'demo-static-token',
      managerId: 1,
      mcpToken: 'demo-mcp-token',
      ...dropUndefined(first),
    });
  if (keeping?.isShared) sandboxes.share(new FirstSandbox(defaultSandbox, create));
  else if (!sandboxes.has(defaultSandbox)) create();
  return sandboxes;
}
