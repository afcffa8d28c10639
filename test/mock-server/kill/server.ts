import { createMockSupplier, readStart } from '#mock-server';
import { listen, openStore } from '#mock-server/node';

// A server with a durable store in its own process, which a test ends by SIGKILL. The argument is the address of the store.

const keeper = await openStore(process.argv[2] ?? '');
if (!keeper) throw new Error('server: give the address of a durable store');
const supplier = createMockSupplier({ store: await readStart(keeper) });
const { url } = await listen(supplier, { port: 0 });
process.send?.({ url });
process.once('disconnect', () => process.exit());
