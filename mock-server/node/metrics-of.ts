import { once } from '#contracts/util';
import type { MockSupplier } from '../index.ts';

/** Returns the function that reads the metrics of a server. Its first call loads the code and starts to count. */
export function metricsOf(supplier: MockSupplier): () => Promise<string> {
  const start = once(async () => (await import('./metrics.ts')).startMetrics(supplier));
  return async () => (await start())();
}
