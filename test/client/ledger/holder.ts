import { createFileLedger } from '#client/node';
import { record } from './record.ts';

// Claims a booking, says so, and keeps it until its parent ends it.
const [dir = '', key = ''] = process.argv.slice(2);
const claiming = await createFileLedger({ dir }).claim(key, () => record(key));
process.stdout.write(`${claiming.kind} ${process.pid}\n`);
process.stdin.resume();
