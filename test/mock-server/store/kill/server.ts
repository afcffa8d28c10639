import { createMockSupplier, type DurableStore, readStart } from '#mock-server';
import { listen, openStore } from '#mock-server/node';
import { judgeRoutes } from '#scenarios/run/routes';

// A server with a durable store in its own process, which a test ends by SIGKILL. The arguments are the address of the store,
// and --keep-journal. A message with the number of a write and a moment lets the server end itself at that write.

let left = Number.POSITIVE_INFINITY;
let moment = '';
process.on('message', message => {
  ({ left, moment } = Object(message));
});

/** Ends this process before a commit of the store begins, while the commit runs, or between the commit and the answer. */
function endAtCommit(opened: DurableStore): DurableStore {
  const end = () => process.kill(process.pid, 'SIGKILL');
  return {
    ...opened,
    async commit(...args) {
      left -= 1;
      if (left !== 0) return await opened.commit(...args);
      if (moment === 'before') end();
      const committed = opened.commit(...args);
      if (moment === 'during') end();
      await committed;
      end();
      return 'conflict';
    },
  };
}

const opened = await openStore(process.argv[2] ?? '');
if (!opened) throw new Error('server: give the address of a durable store');
const store = await readStart(endAtCommit(opened), { keepJournal: process.argv[3] === '--keep-journal' });
const supplier = createMockSupplier({ store, routes: [judgeRoutes] });
const { url } = await listen(supplier, { port: 0 });
process.send?.({ url });
process.once('disconnect', () => process.exit());
