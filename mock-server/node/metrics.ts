import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MockSupplier } from '../index.ts';
import type { Observer } from '../sandbox/index.ts';

/** Upper bounds in seconds. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

export function startMetrics(supplier: MockSupplier): () => Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addGauges(supplier, registers);
  supplier.observation.observer = createObserver(registers);
  return () => registry.metrics();
}

function createObserver(registers: Registry[]): Observer {
  const requests = new Counter({
    name: 'understudy_requests_total',
    help: 'Calls to the supplier and to its tool server. The status 0 is a connection that was cut.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'understudy_request_duration_seconds',
    help: 'Time from the request to the answer, including delays by faults.',
    labelNames: ['operation'],
    buckets,
    registers,
  });
  const writes = new Histogram({
    name: 'understudy_store_write_duration_seconds',
    help: 'Time in which the durable store writes a batch of changes.',
    buckets,
    registers,
  });
  const failures = new Counter({
    name: 'understudy_store_write_failures_total',
    help: 'Batches that the durable store could not write.',
    registers,
  });
  return {
    exchange({ operation, status = 0, ms }) {
      const name = operation ?? 'none';
      requests.inc({ operation: name, status });
      duration.observe({ operation: name }, ms / 1_000);
    },
    storeWrite(ms, isWritten) {
      if (isWritten) writes.observe(ms / 1_000);
      else failures.inc();
    },
  };
}

function addGauges({ sandboxes, lifecycle }: MockSupplier, registers: Registry[]): void {
  new Gauge({
    name: 'understudy_sandboxes',
    help: 'Sandboxes in memory (live), and sandboxes that are only in the durable store (stored).',
    labelNames: ['state'],
    registers,
    collect() {
      const { all, live } = sandboxes.counts;
      this.set({ state: 'live' }, live);
      this.set({ state: 'stored' }, all - live);
    },
  });
  new Gauge({
    name: 'understudy_journal_bytes',
    help: 'Memory of the recorded calls of all sandboxes.',
    registers,
    collect() {
      this.set(sandboxes.counts.journalBytes);
    },
  });
  new Gauge({
    name: 'understudy_stopping',
    help: '1 while the server stops, otherwise 0.',
    registers,
    collect() {
      this.set(lifecycle.isStopping ? 1 : 0);
    },
  });
}
