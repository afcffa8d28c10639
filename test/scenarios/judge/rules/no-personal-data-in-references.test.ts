import type { PersonalHeader } from '#contracts/exchange';
import { contactGuests, payment } from '#scenarios/catalogue/parts';
import { traffic } from './build.ts';
import { hotelStep, oneTask, taskOf } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const context = { task: taskOf({ ...hotelStep, guests: contactGuests, payment }) };
const referring = (reference: string) => traffic().book({ request: { reference } });
const withHeader = (header: Omit<PersonalHeader, 'name'>) =>
  traffic().book({ facts: { personalHeaders: [{ name: 'x-note', ...header }] } });

testRule('no-personal-data-in-references', {
  'a UUID': passes(referring('0b8f0d6e-6a4e-4c7e-9d1f-0a1b2c3d4e5f'), { context }),
  'the name of a guest': passes(referring('silva-ana-2026'), { context }),
  'a passport number with other signs': fails([[1]], referring('ref xa-123.456'), {
    context,
    says: /personal data \(document\) into the ExternalReference \(exchange 1/,
  }),
  'a CPF that the record has masked': fails([[1]], referring('999.999.999-99'), { context }),
  'eleven digits as reference, which can be an id': warns([[1]], referring('99999999999'), { context }),
  'an e-mail in a URL': fails(
    [[1]],
    traffic().book({ facts: { url: '/API/REST/Hotel.svc/DoBooking?from=aaa@aaaaaaa.aaa' } }),
    { context, says: /into the URL/ },
  ),
  'a passport number as Idempotency-Key, once': fails(
    [[1]],
    traffic()
      .book({ facts: { idempotencyKey: 'XA123456' } })
      .book({ facts: { idempotencyKey: 'XA123456' } }),
    { context },
  ),
  'an e-mail in a header': fails([[1]], withHeader({ shape: 'aaa@aaaaaaa.aaa' }), {
    context,
    says: /personal data \(e-mail\) into the header x-note \(exchange 1/,
  }),
  'the e-mail of another person in a header': passes(withHeader({ shape: 'aaaaa@aaaaaaa.aaa' }), { context }),
  'the card in a header': fails([[1]], withHeader({ shape: '9999-9999-9999-9999', last4: '1111' }), {
    context,
    says: /card-number/,
  }),
  'an id in a header that looks like another card': passes(
    withHeader({ shape: '9999999999999999', last4: '4321' }),
    { context },
  ),
  'a CPF in a header': fails([[1]], withHeader({ shape: '999.999.999-99' }), { context }),
  'eleven digits in a header, which can be an id': warns([[1]], withHeader({ shape: '99999999999' }), {
    context,
  }),
  'a task without personal data': notObserved(referring('x'), { context: oneTask }),
  'calls without a task': notObserved(referring('x'), { why: /needs a task/ }),
});
