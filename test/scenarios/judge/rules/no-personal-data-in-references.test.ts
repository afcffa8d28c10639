import { contactGuests } from '#scenarios/catalogue/parts';
import { traffic } from './build.ts';
import { hotelStep, oneTask, taskOf } from './tasks.ts';
import { testRule } from './test-rule.ts';

const context = { task: taskOf({ ...hotelStep, guests: contactGuests }) };
const referring = (reference: string) => traffic().book({ request: { reference } });

testRule('no-personal-data-in-references', {
  'a UUID': { traffic: referring('0b8f0d6e-6a4e-4c7e-9d1f-0a1b2c3d4e5f'), context, verdict: 'pass' },
  'the name of a guest': { traffic: referring('silva-ana-2026'), context, verdict: 'pass' },
  'a passport number with other signs': {
    traffic: referring('ref xa-123.456'),
    context,
    verdict: 'fail',
    at: [[1]],
    says: /personal data \(document\) into the ExternalReference \(exchange 1/,
  },
  'a CPF that the record has masked': {
    traffic: referring('999.999.999-99'),
    context,
    verdict: 'fail',
    at: [[1]],
  },
  'an e-mail in a URL': {
    traffic: traffic().book({ facts: { url: '/API/REST/Hotel.svc/DoBooking?from=aaa@aaaaaaa.aaa' } }),
    context,
    verdict: 'fail',
    at: [[1]],
    says: /into the URL/,
  },
  'a passport number as Idempotency-Key, once': {
    traffic: traffic()
      .book({ facts: { idempotencyKey: 'XA123456' } })
      .book({ facts: { idempotencyKey: 'XA123456' } }),
    context,
    verdict: 'fail',
    at: [[1]],
  },
  'a task without personal data': { traffic: referring('x'), context: oneTask, verdict: 'not-observed' },
  'calls without a task': { traffic: referring('x'), verdict: 'not-observed', why: /needs a task/ },
});
