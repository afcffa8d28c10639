import type { MachineClock } from '../clock/index.ts';
import type { Observation } from '../observation.ts';
import type { SandboxKeeper } from './keeper.ts';
import type { OpenStore } from './read-start.ts';

/**
 * Returns a store whose keeper reports the time of each write to the observer of the server.
 *
 * @example observeStore(await readStart(await openSqlite('data')), observation, hostMachine)
 */
export const observeStore = (
  store: OpenStore,
  observation: Observation,
  machine: Pick<MachineClock, 'monotonic'>,
): OpenStore => ({ ...store, keeper: observeKeeper(store.keeper, observation, machine) });

function observeKeeper(
  keeper: SandboxKeeper,
  observation: Observation,
  machine: Pick<MachineClock, 'monotonic'>,
): SandboxKeeper {
  return {
    where: keeper.where,
    ...(keeper.leases && { leases: keeper.leases }),
    load: id => keeper.load(id),
    readJournal: (id, page) => keeper.readJournal(id, page),
    async write(changes) {
      const start = machine.monotonic();
      let isWritten = false;
      try {
        await keeper.write(changes);
        isWritten = true;
      } finally {
        observation.observer?.storeWrite(machine.monotonic() - start, isWritten);
      }
    },
    expired: (now, limit) => keeper.expired(now, limit),
    peek: ids => keeper.peek(ids),
    list: (after, limit) => keeper.list(after, limit),
    ping: () => keeper.ping(),
    check: () => keeper.check(),
    close: isComplete => keeper.close(isComplete),
  };
}
