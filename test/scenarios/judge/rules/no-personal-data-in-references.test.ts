import type { PersonalHeader } from '#contracts/exchange';
import { contactGuests, payment } from '#scenarios/catalogue/parts';
import { traffic } from './build.ts';
import { hotelStep, oneTask, taskOf } from './tasks.ts';
import { testRule } from './test-rule.ts';

const context = { task: taskOf({ ...hotelStep, guests: contactGuests, payment }) };
const referring = (reference: string) => traffic().book({ request: { reference } });
const withHeader = (header: Omit<PersonalHeader, 'name'>) =>
  traffic().book({ facts: { personalHeaders: [{ name: 'x-note', ...header }] } });

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
  'an e-mail in a header': {
    traffic: withHeader({ shape: 'aaa@aaaaaaa.aaa' }),
    context,
    verdict: 'fail',
    at: [[1]],
    says: /personal data \(e-mail\) into the header x-note \(exchange 1/,
  },
  'the e-mail of another person in a header': {
    traffic: withHeader({ shape: 'aaaaa@aaaaaaa.aaa' }),
    context,
    verdict: 'pass',
  },
  'the card in a header': {
    traffic: withHeader({ shape: '9999-9999-9999-9999', last4: '1111' }),
    context,
    verdict: 'fail',
    at: [[1]],
    says: /card-number/,
  },
  'an id in a header that looks like another card': {
    traffic: withHeader({ shape: '9999999999999999', last4: '4321' }),
    context,
    verdict: 'pass',
  },
  'a CPF in a header': {
    traffic: withHeader({ shape: '999.999.999-99' }),
    context,
    verdict: 'fail',
    at: [[1]],
  },
  'eleven digits in a header, which can be an id': {
    traffic: withHeader({ shape: '99999999999' }),
    context,
    verdict: 'warn',
    at: [[1]],
  },
  'a task without personal data': { traffic: referring('x'), context: oneTask, verdict: 'not-observed' },
  'calls without a task': { traffic: referring('x'), verdict: 'not-observed', why: /needs a task/ },
});
