import { asWarning, defineRule, finding } from '../assess/index.ts';

/** Who calls stands in the body, where nothing on the way writes it down. */
export const credentialInBody = defineRule({
  id: 'credential-in-body',
  level: 'must',
  clauses: ['auth.1', 'res.credential'],
  title: 'Keeps its Credential in the body, out of URLs and headers.',
  right: '{ "Credential": { "Username": …, "Password": … }, … }.',
  wrong: '?Username=…&Password=…, or an Authorization header.',
  explanation: 'where the credential of each booking call stood',
  standsAlone: true,
  cases: ({ calls }) => calls,
  nothing: 'no booking call was sent',
  judgeCase(call) {
    const { operation, method, credential, exposed = [], status, request } = call.facts;
    if (operation === null || call.step === 'tool') return 'not applicable';
    const told = (what: string) =>
      finding([call], {
        message: `Exchange ${call.number} (${operation}) sends its Credential ${what}.`,
        expected: '{ "Credential": { "Username", "Password" } } in the body, and nowhere else.',
      });
    const place = exposed.find(({ name }) => !gatewayKey.test(name)) ?? exposed[0];
    if (place) {
      const found = told(
        place.in === 'url' ? `in the URL, as ${place.name}` : `in a header, as ${place.name}`,
      );
      return gatewayKey.test(place.name) ? asWarning(found) : found;
    }
    // Static data goes by a token in its path (auth.4).
    if (method === 'GET') return undefined;
    // Some recorders leave bodies out. Who is let in has said somewhere who it is.
    const isEmpty = Object.values(request).every(value => value === undefined);
    if (credential === undefined && status !== 401 && isEmpty)
      return { inconclusive: `the body of exchange ${call.number} was not recorded` };
    if (credential === undefined) return told('nowhere');
    if (credential.in === 'body') return undefined;
    return told(credential.in === 'url' ? 'in the URL' : 'in a header');
  },
});

/** A gateway on the way can have a key of its own. */
const gatewayKey = /api[-_]?key$/i;
