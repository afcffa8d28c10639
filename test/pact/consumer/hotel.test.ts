import { exampleAnswer } from '../asked.ts';
import { describePact } from '../describe-pact.ts';

describePact('hotel', ({ answered, refusedAsAll }) => {
  answered({ operation: 'hotel.search', receives: 'hotel.search', answer: exampleAnswer('hotel.search') });
  refusedAsAll('hotel.search', { 429: 'rate-limited-seconds', 500: 'server-error-once' });
});
