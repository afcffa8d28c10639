import { asWarning, type Call, defineRule, finding, type Ruling } from '../assess/index.ts';

export const credentialInBody = defineRule({
  id: 'credential-in-body',
  level: 'must',
  clauses: ['auth.1', 'auth.3', 'res.credential'],
  title: 'A correct client sends its Credential only in the body, never in a URL or header.',
  right: 'The body contains { "Credential": { "Username": …, "Password": … } }.',
  wrong: 'The URL contains ?Username=…&Password=…, or the request has an Authorization header.',
  explanation: 'The judge checks in which part of each booking call the Credential is.',
  standsAlone: true,
  cases: ({ calls }) => calls,
  nothing: 'no booking call was sent',
  judgeCase(call) {
    const { operation, method, credential, exposed = [], status, request } = call.facts;
    if (call.step === 'tool') return judgeTool(call);
    if (operation === null) return 'not applicable';
    const report = (what: string) =>
      finding([call], {
        message: `The client sent ${what} (exchange ${call.number}, ${operation}). The supplier reads only the body, and logs often contain URLs and headers.`,
        expected:
          'A correct client sends { "Credential": { "Username", "Password" } } in the body, and nowhere else.',
      });
    const place = exposed.find(({ name }) => !gatewayKey.test(name)) ?? exposed[0];
    if (place) {
      const found = report(
        place.in === 'url'
          ? `its Credential in the URL, as ${place.name}`
          : `its Credential in a header, as ${place.name}`,
      );
      return gatewayKey.test(place.name) ? asWarning(found) : found;
    }
    // GET requests for static data have a token in their path instead of a credential in the body (auth.4).
    if (method === 'GET') return undefined;
    // Some recorders leave bodies out. An answer other than 401 proves that a credential was sent.
    const isEmpty = Object.values(request).every(value => value === undefined);
    if (credential === undefined && status !== 401 && isEmpty)
      return { inconclusive: `the body of exchange ${call.number} was not recorded` };
    if (credential === undefined) return report('no Credential');
    if (credential.in === 'body') return undefined;
    return report(`its Credential ${credential.in === 'url' ? 'in the URL' : 'in a header'}`);
  },
});

/** Judges a call to the tool server: the bearer token belongs into a header, and the documentation needs no Credential (auth.3). */
function judgeTool(call: Call): Ruling {
  const { credential, tool } = call.facts;
  const report = (what: string) =>
    finding([call], {
      message: `The client sent ${what} to the tool server (exchange ${call.number}). Logs often contain URLs, and the documentation needs no Credential.`,
      expected: 'A correct client sends the bearer token in the Authorization header, and nothing else.',
    });
  if (credential?.in === 'url') return report('the bearer token in the URL');
  return tool?.hasCredential ? asWarning(report('a Username or a Password')) : undefined;
}

/** Matches the name of a key header. A gateway between client and supplier can require its own key. */
const gatewayKey = /api[-_]?key$/i;
