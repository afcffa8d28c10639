import type { Facts } from '#contracts/exchange';
import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const sent = (facts: Partial<Facts>) => traffic().search({ facts });
const airport: Partial<Facts> = { method: 'GET', credential: { in: 'url', mark: '~1' } };

/** A Search without a Credential. */
function nameless(more: Partial<Facts> = {}) {
  const builder = traffic().search();
  return { ...builder, facts: builder.facts.map(({ credential: _, ...rest }) => ({ ...rest, ...more })) };
}

testRule('credential-in-body', {
  'a Credential in the body': { traffic: traffic().search(), verdict: 'pass' },
  'the static token in a path': {
    traffic: traffic().call('airportDetail', { facts: airport }),
    verdict: 'pass',
  },
  'a Credential in the URL': {
    traffic: sent({ credential: { in: 'url', mark: '~1' } }),
    verdict: 'fail',
    at: [[1]],
    says: /in the URL/,
  },
  'a Credential in a header': {
    traffic: sent({ credential: { in: 'header', mark: '~1' } }),
    verdict: 'fail',
    at: [[1]],
    says: /in a header/,
  },
  'a user name in the address of static data': {
    traffic: traffic().call('airportDetail', {
      facts: { ...airport, exposed: [{ in: 'url', name: 'username' }] },
    }),
    verdict: 'fail',
    at: [[1]],
  },
  'a Credential in the body and in a header beside it': {
    traffic: sent({ exposed: [{ in: 'header', name: 'x-password' }] }),
    verdict: 'fail',
    at: [[1]],
    says: /in a header, as x-password/,
  },
  'a key that can be that of a gateway': {
    traffic: sent({ exposed: [{ in: 'header', name: 'x-api-key' }] }),
    verdict: 'warn',
    at: [[1]],
  },
  'a password beside the key of a gateway': {
    traffic: sent({
      exposed: [
        { in: 'header', name: 'x-api-key' },
        { in: 'url', name: 'pwd' },
      ],
    }),
    verdict: 'fail',
    at: [[1]],
    says: /in the URL, as pwd/,
  },
  'a body that the recorder left out': {
    traffic: nameless({ request: {} }),
    verdict: 'inconclusive',
    why: /not recorded/,
  },
  'no Credential at all': {
    traffic: nameless(),
    verdict: 'fail',
    at: [[1]],
    says: /no Credential/,
  },
  'a bearer of the tool server': { traffic: traffic().tool(), verdict: 'not-observed' },
});
