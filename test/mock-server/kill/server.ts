import { createMockSupplier, readStart, type SandboxKeeper } from '#mock-server';
import { listen, openStore } from '#mock-server/node';
import { openRedis } from '#mock-server/node/redis/index';
import { judgeRoutes } from '#scenarios/judge-routes';

// A server with a durable store in its own process, which a test ends by SIGKILL. The arguments are the address of the store,
// --keep-journal, and the life of a lease in Valkey in milliseconds. A message with the number of a write and a moment lets the server end itself at that write.

let left = Number.POSITIVE_INFINITY;
let moment = '';
process.on('message', message => {
  ({ left, moment } = Object(message));
});

/** Ends this process before a write of the store begins, while the write runs, or between the write and the answers. */
function endAtWrite(keeper: SandboxKeeper): SandboxKeeper {
  const end = () => process.kill(process.pid, 'SIGKILL');
  return {
    ...keeper,
    async write(changes) {
      left -= 1;
      if (left !== 0) return await keeper.write(changes);
      if (moment === 'before') end();
      const written = keeper.write(changes);
      if (moment === 'during') end();
      await written;
      end();
    },
  };
}

const [, , where = '', keep, leaseLife] = process.argv;
const keeper = leaseLife ? await openRedis(where, { leaseLife: Number(leaseLife) }) : await openStore(where);
if (!keeper) throw new Error('server: give the address of a durable store');
const store = await readStart(endAtWrite(keeper), { keepJournal: keep === '--keep-journal' });
const supplier = createMockSupplier({ store, routes: [judgeRoutes] });
const { url } = await listen(supplier, { port: 0 });
process.send?.({ url });
process.once('disconnect', () => process.exit());
