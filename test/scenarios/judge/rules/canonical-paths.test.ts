import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const spelled = {
  facts: {
    warnings: [{ kind: 'spelling' as const, field: 'path', message: '"/x" is spelled "/X" in the contract' }],
  },
};

testRule('canonical-paths', {
  'paths of the contract': { traffic: traffic().search(), verdict: 'pass' },
  'a path in another spelling, once however often it is sent': {
    traffic: traffic().search(spelled).search(spelled),
    verdict: 'warn',
    at: [[1]],
    says: /"\/x" is spelled "\/X"/,
  },
  'a path that does not exist': {
    traffic: traffic().call(null, { status: 404, facts: { url: '/API/REST/Hotell.svc/Search?x=1' } }),
    verdict: 'warn',
    at: [[1]],
    says: /called POST \/API\/REST\/Hotell.svc\/Search \(exchange 1\), but/,
  },
  'a path that a browser requests by itself': {
    traffic: traffic()
      .call(null, { status: 404, facts: { method: 'GET', url: '/favicon.ico' } })
      .call(null, { status: 404, facts: { method: 'GET', url: '/apple-touch-icon-precomposed.png' } }),
    verdict: 'not-observed',
  },
  'the tool server alone': { traffic: traffic().tool(), verdict: 'not-observed' },
});
