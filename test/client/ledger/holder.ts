import { createFileLedger } from '#client/node';

// Claims a booking, says so, and keeps it until its parent ends it.
const [dir = '', key = ''] = process.argv.slice(2);
const claiming = await createFileLedger({ dir }).claim(key, () => ({
  key,
  state: 'PENDING',
  reference: `reference of ${key}`,
  product: 'hotel',
  updatedAt: 0,
}));
process.stdout.write(`${claiming.kind} ${process.pid}\n`);
process.stdin.resume();
