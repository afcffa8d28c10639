import type { PersonalHeader } from '#contracts/exchange';
import { contactGuests, payment } from '#scenarios/catalogue/parts';
import type { Leak } from '#scenarios/judge/context';
import { traffic } from './build.ts';
import { hotelStep, oneTask, shared, taskOf } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const leaking = (what: Leak['what']) => ({ leaks: [{ what, where: 'stdout, line 12' }] });

/** The cases of a rule about one kind of secret. `other` is a matter of another rule. */
const leakCases = (what: Leak['what'], other: Leak['what']) => ({
  'output that holds nothing of the kind': passes({ leaks: [] }),
  [`a ${what} in the output`]: fails([[]], {
    ...leaking(what),
    says: new RegExp(`The client wrote a secret to its output \\(${what}\\): stdout, line 12`),
  }),
  'what is a matter of another rule': passes(leaking(other)),
  'a run without a search of the output': notObserved({ why: /output/ }),
});

testRule('no-card-data-kept', {
  ...leakCases('card-number', 'e-mail'),
  'a security code in a file': fails([[]], {
    leaks: [{ what: 'security-code', where: 'file a.json, line 1', isKept: true }],
    says: /left a secret in its state folder \(security-code\): file a.json, line 1/,
  }),
  'a state folder that is too large': inconclusive({
    leaks: [],
    unsearched: 'the state folder has too many files',
    why: /too many files/,
  }),
});
testRule('personal-data-masked', leakCases('document', 'card-number'));
testRule('credentials-not-in-output', leakCases('static-token', 'document'));

const context = { task: taskOf({ ...hotelStep, guests: contactGuests, payment }) };
const referring = (reference: string) => traffic().book({ request: { reference } });
const withHeader = (header: Omit<PersonalHeader, 'name'>) =>
  traffic().book({ facts: { personalHeaders: [{ name: 'x-note', ...header }] } });

testRule('no-personal-data-in-references', context, {
  'a UUID': passes(referring('0b8f0d6e-6a4e-4c7e-9d1f-0a1b2c3d4e5f')),
  'a UUID whose digits look like a CPF': passes(referring('web/0b8f0d6e-9999-9999-999f-0a1b2c3d4e5f')),
  'a UUID without hyphens whose digits look like a CPF': passes(
    referring('0b8f0d6e99999999999f0a1b2c3d4e5f'),
  ),
  'a CPF before a UUID without hyphens': fails(
    [[1]],
    referring('99999999999-0b8f0d6e6a4e4c7e9d1f0a1b2c3d4e5f'),
  ),
  'the name of a guest': passes(referring('silva-ana-2026')),
  'a passport number with other signs': fails([[1]], referring('ref xa-123.456'), {
    says: /personal data \(document\) into the ExternalReference \(exchange 1/,
  }),
  'a CPF that the record has masked': fails([[1]], referring('999.999.999-99')),
  'eleven digits as reference, which can be an id': warns([[1]], referring('99999999999')),
  'an e-mail in a URL': fails(
    [[1]],
    traffic().book({ facts: { url: '/API/REST/Hotel.svc/DoBooking?from=aaa@aaaaaaa.aaa' } }),
    { says: /into the URL/ },
  ),
  'a passport number as Idempotency-Key, once': fails(
    [[1]],
    traffic()
      .book({ facts: { idempotencyKey: 'XA123456' } })
      .book({ facts: { idempotencyKey: 'XA123456' } }),
  ),
  'an e-mail in a header': fails([[1]], withHeader({ shape: 'aaa@aaaaaaa.aaa' }), {
    says: /personal data \(e-mail\) into the header x-note \(exchange 1/,
  }),
  'the e-mail of another person in a header': passes(withHeader({ shape: 'aaaaa@aaaaaaa.aaa' })),
  'the card in a header': fails([[1]], withHeader({ shape: '9999-9999-9999-9999', last4: '1111' }), {
    says: /card-number/,
  }),
  'an id in a header that looks like another card': passes(
    withHeader({ shape: '9999999999999999', last4: '4321' }),
  ),
  'a CPF in a header': fails([[1]], withHeader({ shape: '999.999.999-99' })),
  'eleven digits in a header, which can be an id': warns([[1]], withHeader({ shape: '99999999999' })),
  'a task without personal data': notObserved(referring('x'), oneTask),
  'calls without a task': notObserved(referring('x'), { ...shared, why: /needs a task/ }),
});

const paid = (card: { luhn: boolean; ours: boolean }) =>
  traffic().pay({ request: { payment: { condition: 'PC1-1', card: { last4: '4242', ...card } } } });

testRule('test-cards-only', {
  'a card of the stand-in': passes(paid({ luhn: true, ours: true })),
  'a number that is no card': passes(paid({ luhn: false, ours: false })),
  'a card that may be real': warns([[1]], paid({ luhn: true, ours: false }), { says: /ends in 4242/ }),
  'traffic without cards': notObserved(traffic().search()),
});

const accepting = (accept?: string) =>
  traffic().tool({ facts: { tool: { method: 'tools/list', ...(accept !== undefined && { accept }) } } });

testRule('tools-accept-both', {
  'both forms': passes(traffic().tool()),
  'both forms with weights, in another order': passes(accepting('text/event-stream;q=0.5, Application/JSON')),
  'one form': fails([[1]], accepting('application/json'), { says: /without text\/event-stream/ }),
  'any form': fails([[1]], accepting('*/*')),
  'no Accept': fails([[1]], accepting(), { says: /no Accept header/ }),
});

const by = (method: string, accept = 'application/json') =>
  traffic().tool({ status: 405, facts: { method, tool: { accept } } });

testRule('tools-post-only', {
  POST: passes(traffic().tool()),
  DELETE: fails([[1]], by('DELETE'), { says: /with DELETE/ }),
  GET: fails([[1]], by('GET')),
  'a GET for the optional stream of the protocol': warns([[1]], by('GET', 'text/event-stream')),
});

const announcing = (revision: string, method = 'tools/list') =>
  traffic().tool({ facts: { tool: { revision, method } } });

testRule('tools-revision', {
  'the revision that is spoken': passes(announcing('2025-06-18')),
  none: passes(traffic().tool()),
  'another revision': fails([[1]], announcing('2024-11-05'), { says: /"2024-11-05"/ }),
  'another revision in initialize': warns([[1]], announcing('2025-11-25', 'initialize')),
});
