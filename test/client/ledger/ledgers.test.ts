import { createMemoryLedger } from '#client';
import { createFileLedger } from '#client/node';
import { describeLedger } from './ledger-suite.ts';
import { newFolder } from './stage.ts';

describeLedger('memory', createMemoryLedger);

describeLedger('file', () => createFileLedger({ dir: newFolder() }));

// Every call uses a new ledger of the same folder, like processes that start and end.
describeLedger('shared file', () => {
  const dir = newFolder();
  const another = () => createFileLedger({ dir });
  return {
    claim: (key, fresh) => another().claim(key, fresh),
    abandoned: onBroken => another().abandoned(onBroken),
    takeOver: key => another().takeOver(key),
    find: key => another().find(key),
    findBooking: bookingId => another().findBooking(bookingId),
  };
});
