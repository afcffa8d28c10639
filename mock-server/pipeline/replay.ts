import { refuse } from '../refusal.ts';
import { hash64, hexId } from '../seed.ts';
import type { ExchangeState } from './exchange.ts';

/**
 * Answers a DoBooking that comes again under its Idempotency-Key with its first answer, in a sandbox that honours such
 * keys (decision 5). In any other sandbox, as with the supplier, the key is ignored: a blind retry books twice.
 *
 * @param run books, and gives the answer
 * @throws Refusal when the key comes with another body
 */
export function replayByKey<Answer>(
  { sandbox, incoming, operation, owner, body }: ExchangeState,
  run: () => Answer,
): Answer {
  const key = incoming.header('idempotency-key');
  if (sandbox.identity.options.idempotency === 'ignored' || operation?.effect !== 'book' || key === undefined)
    return run();
  const place = `K${JSON.stringify([operation.id, owner, key])}`; // each part can hold any character
  const request = hexId(hash64(JSON.stringify(body)), 0);
  const known = sandbox.store.token(place);
  if (known?.step !== 'answered') {
    const answer = run();
    sandbox.store.saveToken(place, { step: 'answered', request, answer: JSON.stringify(answer) });
    return answer;
  }
  if (known.request === request) return JSON.parse(known.answer);
  throw refuse(
    'InvalidRequest',
    `"${key}" was used for another booking; send a new UUID for each booking`,
    'Idempotency-Key',
  );
}
