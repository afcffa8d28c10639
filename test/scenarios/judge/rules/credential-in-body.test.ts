import type { Facts } from '#contracts/exchange';
import { traffic } from './build.ts';
import { fails, inconclusive, passes, testRule, warns } from './test-rule.ts';

const sent = (facts: Partial<Facts>) => traffic().search({ facts });
const airport: Partial<Facts> = { method: 'GET', credential: { in: 'url', mark: '~1' } };

/** A Search without a Credential. */
function nameless(more: Partial<Facts> = {}) {
  const builder = traffic().search();
  return { ...builder, facts: builder.facts.map(({ credential: _, ...rest }) => ({ ...rest, ...more })) };
}

testRule('credential-in-body', {
  'a Credential in the body': passes(traffic().search()),
  'the static token in a path': passes(traffic().call('airportDetail', { facts: airport })),
  'a Credential in the URL': fails([[1]], sent({ credential: { in: 'url', mark: '~1' } }), {
    says: /in the URL/,
  }),
  'a Credential in a header': fails([[1]], sent({ credential: { in: 'header', mark: '~1' } }), {
    says: /in a header/,
  }),
  'a user name in the address of static data': fails(
    [[1]],
    traffic().call('airportDetail', {
      facts: { ...airport, exposed: [{ in: 'url', name: 'username' }] },
    }),
  ),
  'a Credential in the body and in a header beside it': fails(
    [[1]],
    sent({ exposed: [{ in: 'header', name: 'x-password' }] }),
    { says: /in a header, as x-password/ },
  ),
  'a key that can be that of a gateway': warns(
    [[1]],
    sent({ exposed: [{ in: 'header', name: 'x-api-key' }] }),
  ),
  'a password beside the key of a gateway': fails(
    [[1]],
    sent({
      exposed: [
        { in: 'header', name: 'x-api-key' },
        { in: 'url', name: 'pwd' },
      ],
    }),
    { says: /in the URL, as pwd/ },
  ),
  'a body that the recorder left out': inconclusive(nameless({ request: {} }), { why: /not recorded/ }),
  'no Credential at all': fails([[1]], nameless(), { says: /no Credential/ }),
  'a bearer of the tool server': passes(traffic().tool()),
  'a bearer of the tool server in the URL': fails(
    [[1]],
    traffic().tool({ facts: { credential: { in: 'url', mark: 'x' } } }),
    { says: /the bearer token in the URL to the tool server/ },
  ),
  'a Password to the tool server': warns([[1]], traffic().tool({ facts: { tool: { hasCredential: true } } })),
});
