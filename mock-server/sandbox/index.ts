export * from './bookings-view.ts';
export * from './check-options.ts';
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
export {
  defaultSandbox,
  idIn,
  isSandboxId,
  type Namespace,
  namespaceOf,
  type Quotas,
  SandboxError,
} from './ids.ts';
export type * from './observation.ts';
export * from './pause.ts';
export * from './ports.ts';
export type { RateWindow } from './rate-windows.ts';
export { closeSandbox, type Sandbox, type SandboxKeep } from './sandbox.ts';
export * from './sandboxes.ts';
export * from './scenario-runs/index.ts';
