import { asObject } from '#contracts/util';
import type { ShownToUser } from '#scenarios/run/play/report';
import { broken, type Handle, onWire, said } from './broken-client.ts';
import { showing } from './output.ts';

type Policies = ShownToUser['cancellationPolicies'];

/** Shows the penalty of one of the policies. */
const wrongPenalty = (name: string, scenario: string, choose: (policies: Policies) => object | undefined) =>
  broken(
    name,
    'penalty-shown',
    scenario,
    showing(({ cancellationPolicies, penalty }) => {
      const { Value, Currency } = asObject(choose(cancellationPolicies));
      return penalty ? { penalty: { Value: Number(Value), Currency: String(Currency) } } : {};
    }),
  );

const wrongInformation = (name: string, change: (text: string) => string) =>
  broken(
    name,
    'more-information-shown',
    'more-information-long',
    showing(({ moreInformation = '' }) => ({ moreInformation: change(moreInformation) })),
  );

/** Changes the payer in a payment. */
const paying =
  (change: object): Handle =>
  ({ send, body }) => {
    const request = asObject(body.PaymentRequestCC1);
    const ContractingParty = { ...asObject(request.ContractingParty), ...change };
    return send({ body: { ...body, PaymentRequestCC1: { ...request, ContractingParty } } });
  };

export const shown = [
  wrongPenalty(
    'shows the highest penalty of all windows',
    'cancel-second-window',
    policies => policies.toSorted((a, b) => b.Value - a.Value)[0],
  ),
  wrongPenalty('shows the penalty of the first window', 'cancel-second-window', ([first]) => first),
  wrongPenalty('shows a penalty although the cancellation is free', 'cancel-free', ([first]) => first),
  wrongInformation('cuts MoreInformation after 120 letters', text => text.slice(0, 120)),
  wrongInformation('cuts MoreInformation after 255 letters', text => text.slice(0, 255)),
  wrongInformation('shows only the ASCII letters of MoreInformation', text =>
    text.replace(/[^\x20-\x7e]/g, '?'),
  ),
  wrongInformation('shows MoreInformation of the Search', () => 'City tax is paid on the spot.'),
  onWire('sends the first guest as the payer', 'charged-as-expected', 'paid-by-another', {
    payBooking: paying({ PersonName: 'Ana Silva' }),
  }),
  onWire('sends a dash as the address of the payer', 'charged-as-expected', 'paid-by-another', {
    payBooking: paying({ Address: '-' }),
  }),
  onWire('keeps static data for ever', 'static-data-cached', 'static-data-kept', () => {
    const kept = new Map<string, string>();
    const keep: Handle = async ({ url, send }) => {
      const text = kept.get(url) ?? JSON.stringify(await said(await send()));
      kept.set(url, text);
      return Response.json(JSON.parse(text));
    };
    return { airportDetail: keep, hotelDetail: keep };
  }),
  onWire(
    'sends the token of the tool server in the URL',
    'credential-in-body',
    'tools-documentation-only',
    ({ identity }) => ({
      tools: ({ send, url }) => send({ url: `${url}?access_token=${identity.mcpToken}` }),
    }),
  ),
  {
    ...onWire(
      'sends its Username and Password to the tool server',
      'credential-in-body',
      'tools-documentation-only',
      ({ identity }) => ({
        tools: ({ send, body }) =>
          send({
            body: { ...body, params: { ...asObject(body.params), _meta: { ...identity.credentials[0] } } },
          }),
      }),
    ),
    onlyWarned: 'the specification lets production calls through the tool server carry them (auth.3)',
  },
];
