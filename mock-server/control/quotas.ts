import { fullMessage, type ServerMemory } from '../books/index.ts';
import { countCall, type Scope } from '../http/index.ts';
import { defaultOptions, idIn, type Namespace, type Sandboxes, type SandboxState } from '../sandbox/index.ts';
import { ControlRefusal } from './refusal.ts';

export function checkMemory(memory: ServerMemory): void {
  const message = fullMessage(memory);
  if (message !== undefined) throw full(message);
}

export function checkSandboxQuota(namespace: Namespace | undefined): void {
  const max = namespace?.quotas.sandboxes;
  if (!namespace || max === undefined || namespace.ids.size < max) return;
  throw full(`${quotaOf(namespace)} is ${max} sandboxes; delete a sandbox of this namespace first`);
}

export function checkStateQuotas(
  namespace: Namespace | undefined,
  { store: { bookings } }: Pick<SandboxState, 'store'>,
): void {
  checkSandboxQuota(namespace);
  const max = namespace?.quotas.bookings;
  if (namespace && max !== undefined && bookings.length > 0 && namespace.bookings + bookings.length > max)
    throw full(
      `${quotaOf(namespace)} is ${max} bookings; it has ${namespace.bookings}, and the new sandbox has ${bookings.length}; delete or reset a sandbox of this namespace first`,
    );
}

/** For a fork or an imported sandbox, the journal shrinks to the quota. */
export function withLowerJournal(namespace: Namespace | undefined, state: SandboxState): SandboxState {
  const { identity } = state;
  const max = namespace?.quotas.journalBytesPerSandbox;
  if (max === undefined || identity.options.journalBytes <= max) return state;
  return { ...state, identity: { ...identity, options: { ...identity.options, journalBytes: max } } };
}

export function withJournalQuota<O extends { journalBytes?: number | undefined }>(
  namespace: Namespace | undefined,
  options: O | undefined,
): O | { journalBytes: number } | undefined {
  const max = namespace?.quotas.journalBytesPerSandbox;
  if (!namespace || max === undefined) return options;
  const { journalBytes } = options ?? {};
  if (journalBytes === undefined)
    return { ...options, journalBytes: Math.min(max, defaultOptions.journalBytes) };
  if (journalBytes <= max) return options;
  throw full(
    `options.journalBytes is ${journalBytes}, but ${quotaOf(namespace)} is ${max} bytes for each sandbox; send a smaller number`,
  );
}

const quotaOf = ({ name }: Namespace) => `the quota of the namespace "${name}"`;

const full = (message: string) => new ControlRefusal('QuotaExceeded', message);

export function countControlCall(scope: Scope, namespaces: Sandboxes['namespaces']): void {
  if (typeof scope === 'string') return;
  const refusal = countCall(namespaces.find(idIn(scope.namespace, '')));
  if (refusal) throw new ControlRefusal('RateLimited', refusal.message, { headers: refusal.headers });
}
