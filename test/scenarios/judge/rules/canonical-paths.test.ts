import { traffic } from './build.ts';
import { notObserved, passes, testRule, warns } from './test-rule.ts';

const spelled = {
  facts: {
    warnings: [{ kind: 'spelling' as const, field: 'path', message: '"/x" is spelled "/X" in the contract' }],
  },
};

testRule('canonical-paths', {
  'paths of the contract': passes(traffic().search()),
  'a path in another spelling, once however often it is sent': warns(
    [[1]],
    traffic().search(spelled).search(spelled),
    { says: /"\/x" is spelled "\/X"/ },
  ),
  'a path that does not exist': warns(
    [[1]],
    traffic().call(null, { status: 404, facts: { url: '/API/REST/Hotell.svc/Search?x=1' } }),
    { says: /called POST \/API\/REST\/Hotell.svc\/Search \(exchange 1\), but/ },
  ),
  'a path that a browser requests by itself': notObserved(
    traffic()
      .call(null, { status: 404, facts: { method: 'GET', url: '/favicon.ico' } })
      .call(null, { status: 404, facts: { method: 'GET', url: '/apple-touch-icon-precomposed.png' } }),
  ),
  'the tool server alone': notObserved(traffic().tool()),
});
