import { hostMachine, type MachineClock } from '../../clock/index.ts';
import type { SandboxKeeper } from '../../keeping/index.ts';
import { warningsOf } from './check-settings.ts';
import { Connection } from './connection.ts';
import { checkFormat } from './format.ts';
import { RedisKeeper } from './keeper.ts';
import { ReplicaLease } from './replica-lease.ts';

interface RedisOptions {
  /** Whether an empty database is an error. By default, the store is created. */
  readonly mustExist?: boolean;
  /** For tests. */
  readonly machine?: MachineClock;
  /** The life of a lease without renewal, in milliseconds. For tests. Default: 3,000. */
  readonly leaseLife?: number;
}

/**
 * Opens the store in a Valkey or Redis server. Several processes can use the store at the same time.
 *
 * @param url the address, such as `redis://user:password@host:6379/0`
 * @throws StoreError when the server cannot be reached, contains another version of the store, or has no store that must exist
 * @example await openRedis('redis://127.0.0.1:6379')
 */
export async function openRedis(
  url: string,
  { mustExist = false, machine = hostMachine, leaseLife = 3_000 }: RedisOptions = {},
): Promise<SandboxKeeper> {
  const where = withoutPassword(url);
  const connection = await Connection.open({ url, where, machine, replyTime: leaseLife });
  const lease = new ReplicaLease({ connection, where, machine, life: leaseLife });
  try {
    await checkFormat(connection, where, mustExist);
    await lease.start();
  } catch (error) {
    connection.close();
    throw error;
  }
  const warnings = await warningsOf(connection, where);
  const keeper = new RedisKeeper({ connection, lease, where, machine, life: leaseLife });
  return {
    where,
    warnings,
    leases: keeper.leases,
    load: id => keeper.load(id),
    readJournal: (id, page) => keeper.readJournal(id, page),
    write: changes => keeper.write(changes),
    peek: ids => keeper.peek(ids),
    expired: (now, limit) => keeper.expired(now, limit),
    list: (after, limit) => keeper.list(after, limit),
    ping: () => keeper.ping(),
    check: () => keeper.check(),
    close: isComplete => keeper.close(isComplete),
  };
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}
