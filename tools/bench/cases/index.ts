import type { Case } from './case.ts';
import { coldStart } from './cold-start.ts';
import { armedFaults } from './faults.ts';
import { flow } from './flow.ts';
import { inProcess } from './in-process.ts';
import { journal } from './journal.ts';
import { judging } from './judge.ts';
import { manyBookings } from './many-bookings.ts';
import { manySandboxes } from './many-sandboxes.ts';
import { besidePeers } from './peers.ts';
import { played } from './plays.ts';
import { products } from './products.ts';
import { twoServers } from './replicas.ts';
import { searchNew } from './search-new.ts';
import { searchSame } from './search-same.ts';
import { stalls } from './stall.ts';
import { durableStore } from './store.ts';
import { tools } from './tools.ts';
import { valkeyStore } from './valkey.ts';

/** A case and its text for `--help`. */
interface ListedCase {
  readonly run: Case;
  readonly measures: string;
  /** Runs only when it is named, because it installs packages from the npm registry. */
  readonly isExtra?: true;
}

/** All cases in their order, by the names of the command line. */
export const cases: Readonly<Record<string, ListedCase>> = {
  'search-same': {
    run: searchSame,
    measures: 'Search with the same criteria, beside bare Hono and node:http',
  },
  'search-new': { run: searchNew, measures: 'Search with new criteria each time, beside the same two' },
  products: { run: products, measures: 'Search of cars, transfers and tours, beside the same two' },
  faults: { run: armedFaults, measures: 'what armed faults cost a Search that they do not match' },
  plays: { run: played, measures: 'what a scenario that is played costs a Search' },
  flow: { run: flow, measures: 'Search, conditions, DoBooking and detail, beside the same two' },
  store: { run: durableStore, measures: 'what a SQLite store costs Searches and DoBookings, beside memory' },
  valkey: {
    run: valkeyStore,
    measures: 'what a Valkey store costs Searches and whole bookings, beside memory',
  },
  replicas: {
    run: twoServers,
    measures: 'two servers behind nginx with one Valkey store, beside one server',
  },
  'many-bookings': { run: manyBookings, measures: 'look-ups among many bookings' },
  stall: { run: stalls, measures: 'how long a small call waits for a long call to another sandbox' },
  'many-sandboxes': {
    run: manySandboxes,
    measures: 'memory and times with very many sandboxes, and after sandboxes were deleted',
  },
  journal: { run: journal, measures: 'memory of the journal under load' },
  tools: { run: tools, measures: 'calls of the tool server' },
  'cold-start': {
    run: coldStart,
    measures: 'milliseconds from starting a process to its first Search answered',
  },
  'in-process': { run: inProcess, measures: 'Search without a port' },
  judge: { run: judging, measures: 'how long the judge takes for long traffic' },
  peers: {
    run: besidePeers,
    measures:
      'Search beside Mockoon, Prism and WireMock, fetched by npm, with the same bytes; only when named',
    isExtra: true,
  },
};
