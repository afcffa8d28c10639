import { version } from '#contracts';
import type { MachineClock } from '../clock/index.ts';
import type { IncomingCall } from '../pipeline/index.ts';
import { idIn, type Sandboxes } from '../sandbox/index.ts';
import { findForeign, type Scope } from './access.ts';
import type { Bindings } from './bindings.ts';

interface HealthParts {
  sandboxes: Sandboxes;
  machine: MachineClock;
  lifecycle: AbortController;
}

export type Health = ReturnType<typeof createHealth>;

export function createHealth({ sandboxes, machine, lifecycle }: HealthParts) {
  const started = machine.monotonic();
  return {
    health({ scope }: { scope: Scope }) {
      const uptimeMs = Math.round(machine.monotonic() - started);
      const stopping = lifecycle.signal.aborted;
      const count = countFor(scope, sandboxes);
      const counted = count === undefined ? {} : { sandboxes: count };
      return { json: { status: 'ok' as const, version, uptimeMs, ...counted, stopping } };
    },
    async readiness() {
      const stopping = lifecycle.signal.aborted;
      const isReached = await sandboxes.keeping?.canReach();
      const store = isReached === undefined ? 'none' : isReached ? 'reachable' : 'unreachable';
      const ready = !stopping && store !== 'unreachable';
      return { status: ready ? 200 : 503, json: { ready, stopping, store } } as const;
    },
  };
}

function countFor(scope: Scope, { counts, namespaces }: Sandboxes): number | undefined {
  if (typeof scope !== 'string') return namespaces.find(idIn(scope.namespace, ''))?.ids.size ?? 0;
  return scope === 'none' ? undefined : counts.all;
}

/**
 * Programs wait for this after each start, and the control API takes as long to load as the server. Undefined for a call with a token,
 * or with headers that the control API refuses.
 */
export function healthReply(
  { health, readiness }: Health,
  { header, url }: IncomingCall,
  { access, publicUrl }: Bindings,
): Promise<{ status?: number; json: object }> | undefined {
  if (!access || header('authorization') !== undefined || findForeign(header, access, publicUrl))
    return undefined;
  if (/\/ready(?:\?|$)/.test(url)) return readiness();
  return Promise.resolve(health({ scope: access.scopeOf ? 'none' : 'admin' }));
}
