import type { OperationId } from '#contracts';
import { type Injection, keyOf, kindOfInjection, type Schedule } from './schedule.ts';
import { hashOf } from './trace.ts';

/** What an exploration has learned about the effects of disturbances, operation by operation. */
interface Effects {
  /** Learns the trace of a run whose last disturbance is the last of the schedule. */
  learn(schedule: Schedule, trace: string): void;
  /**
   * Returns one of the disturbances for each effect that differs. At an operation where nothing has been learned, returns all. The
   * first, plainest disturbance stands for the others.
   */
  representatives(operation: OperationId, all: readonly Injection[]): Injection[];
}

/**
 * Creates the knowledge about effects. Two disturbances have the same effect at an operation if they led to equal traces in every
 * situation in which all disturbances were tried, such as a 502 and a 503 for most clients.
 */
export function createEffects(): Effects {
  const known = new Map<OperationId, Map<string, string>>();
  /** The situation in which all disturbances of an operation are tried: the schedules before it, as text. */
  const firstIn = new Map<OperationId, string>();
  return {
    learn(schedule, trace) {
      const last = schedule.at(-1);
      if (!last) return;
      const { operation } = last;
      const before = keyOf(schedule.slice(0, -1));
      if (!firstIn.has(operation)) firstIn.set(operation, before);
      if (firstIn.get(operation) !== before) return;
      const signatures = known.get(operation) ?? new Map<string, string>();
      known.set(operation, signatures);
      const kind = kindOfInjection(last);
      signatures.set(kind, hashOf(signatures.get(kind) ?? '', String(last.nth), trace));
    },
    representatives(operation, all) {
      const signatures = known.get(operation);
      if (!signatures) return [...all];
      const taken = new Set<string>();
      return all.filter(one => {
        const signature = signatures.get(kindOfInjection(one)) ?? 'none';
        if (taken.has(signature)) return false;
        taken.add(signature);
        return true;
      });
    },
  };
}
