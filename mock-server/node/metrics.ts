import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MockSupplier } from '../index.ts';

type Labels = Readonly<Record<string, string>>;

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30]; // upper bounds in seconds

const resolution = 10; // milliseconds

/** One metric in the text format of Prometheus, version 0.0.4. */
class Metric {
  readonly #name: string;
  readonly #head: string;
  readonly #values = new Map<string, number>();
  /** Of a histogram. Only reading turns them into series, because there are 15 for each call. */
  readonly #observed = new Map<string, { labels: Labels; counts: number[]; count: number; sum: number }>();

  constructor(type: 'counter' | 'gauge' | 'histogram', name: string, help: string) {
    this.#name = name;
    this.#head = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  }

  set(value: number, labels: Labels = {}, suffix = ''): this {
    this.#values.set(this.#series(labels, suffix), value);
    return this;
  }

  add(value: number, labels: Labels = {}): void {
    const series = this.#series(labels);
    this.#values.set(series, (this.#values.get(series) ?? 0) + value);
  }

  observe(seconds: number, labels: Labels = {}): void {
    const series = this.#series(labels);
    const seen = this.#observed.get(series) ?? { labels, counts: buckets.map(() => 0), count: 0, sum: 0 };
    this.#observed.set(series, seen);
    const bucket = buckets.findIndex(bound => seconds <= bound);
    if (bucket >= 0) seen.counts[bucket] = (seen.counts[bucket] ?? 0) + 1;
    seen.count += 1;
    seen.sum += seconds;
  }

  toString(): string {
    for (const { labels, counts, count, sum } of this.#observed.values()) {
      let below = 0;
      for (const [index, bound] of buckets.entries()) {
        below += counts[index] ?? 0;
        this.set(below, { le: String(bound), ...labels }, '_bucket');
      }
      this.set(count, { le: '+Inf', ...labels }, '_bucket')
        .set(sum, labels, '_sum')
        .set(count, labels, '_count');
    }
    return this.#head + Array.from(this.#values, ([series, value]) => `${series} ${value}\n`).join('');
  }

  /** The values of labels are names of the contract and numbers, so nothing in them needs an escape. */
  #series(labels: Labels, suffix = ''): string {
    const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    return this.#name + suffix + (pairs.length === 0 ? '' : `{${pairs.join()}}`);
  }
}

export function startMetrics(supplier: MockSupplier): () => string {
  const requests = new Metric(
    'counter',
    'understudy_requests_total',
    'Calls to the supplier and to its tool server. The status 0 is a connection that was cut.',
  );
  const duration = new Metric(
    'histogram',
    'understudy_request_duration_seconds',
    'Time from the request to the answer, including delays by faults.',
  );
  const writes = new Metric(
    'histogram',
    'understudy_store_write_duration_seconds',
    'Time in which the durable store writes a batch of changes.',
  );
  const failures = counter(
    'understudy_store_write_failures_total',
    'Batches that the durable store could not write.',
    0,
  );
  supplier.observation.observer = {
    exchange({ operation, status = 0, ms }) {
      const name = operation ?? 'none';
      requests.add(1, { operation: name, status: String(status) });
      duration.observe(ms / 1_000, { operation: name });
    },
    storeWrite(ms, isWritten) {
      if (isWritten) writes.observe(ms / 1_000);
      else failures.add(1);
    },
  };
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  /** Node counts the whole time between two turns of its timer. */
  const lag = (nanoseconds: number) => Math.max(0, (nanoseconds || 0) / 1e6 - resolution) / 1e3;
  return () => {
    const [mean, p99] = [lag(delay.mean), lag(delay.percentile(99))];
    delay.reset();
    const all = [
      requests,
      duration,
      writes,
      failures,
      ...supplierGauges(supplier),
      ...processMetrics(),
      gauge('nodejs_eventloop_lag_seconds', 'Mean delay of the event loop since the last reading.', mean),
      gauge('nodejs_eventloop_lag_p99_seconds', 'Delay that 99 % of these were below.', p99),
    ];
    return all.join('');
  };
}

const gauge = (name: string, help: string, value: number): Metric =>
  new Metric('gauge', name, help).set(value);

const counter = (name: string, help: string, value: number): Metric =>
  new Metric('counter', name, help).set(value);

function supplierGauges({ sandboxes, lifecycle }: MockSupplier): Metric[] {
  const { all, live, journalBytes } = sandboxes.counts;
  const sandboxCounts = new Metric(
    'gauge',
    'understudy_sandboxes',
    'Sandboxes in memory (live), and sandboxes that are only in the durable store (stored).',
  );
  return [
    sandboxCounts.set(live, { state: 'live' }).set(all - live, { state: 'stored' }),
    gauge('understudy_journal_bytes', 'Memory of the recorded calls of all sandboxes.', journalBytes),
    gauge('understudy_stopping', '1 while the server stops, otherwise 0.', Number(lifecycle.signal.aborted)),
  ];
}

/** The metrics of a Node process, by the names that dashboards for Node know. */
function processMetrics(): Metric[] {
  const cpu = process.cpuUsage();
  const memory = process.memoryUsage();
  return [
    counter('process_cpu_user_seconds_total', 'Processor time of the program.', cpu.user / 1e6),
    counter('process_cpu_system_seconds_total', 'Processor time of the system for it.', cpu.system / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory.', memory.rss),
    gauge('nodejs_heap_size_total_bytes', 'Heap that V8 has reserved.', memory.heapTotal),
    gauge('nodejs_heap_size_used_bytes', 'Heap in use.', memory.heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory of objects outside the heap.', memory.external),
  ];
}
