import { compact } from '#contracts/util';
import type { SandboxConfig } from './config.ts';
import type { Surroundings } from './sandbox.ts';
import { Sandboxes, type SandboxKeeping } from './sandboxes.ts';

export * from './bookings-view.ts';
export * from './codec.ts';
export {
  type Credential,
  defaultOptions,
  type SandboxConfig,
  type SandboxIdentity,
  type SandboxOptions,
  sandboxConfig,
  staticOwner,
  withSetup,
} from './config.ts';
export * from './file.ts';
export { idIn, isSandboxId, type Namespace, namespaceOf, type Quotas, SandboxError } from './ids.ts';
export { partSchemas } from './part-schemas.ts';
export * from './pause.ts';
export type { RateWindow } from './rate-windows.ts';
export { closeSandbox, type Sandbox, type SandboxKeep } from './sandbox.ts';
export * from './sandboxes.ts';

export const defaultSandbox = 'default';

/** `first`: of the default sandbox, unless the durable store has one. */
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
      ...compact(first),
    }),
  );
  return sandboxes;
}
export * from './check-options.ts';
export type * from './observation.ts';
export * from './ports.ts';
export * from './scenario-runs/index.ts';
