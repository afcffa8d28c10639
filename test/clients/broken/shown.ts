import { asObject } from '#contracts/util';
import type { ShownToUser } from '#scenarios/run/play/report';
import { caughtBy, type Handle, said, wire } from './broken-client.ts';
import { showing } from './output.ts';

type Policies = ShownToUser['cancellationPolicies'];

/** Shows the penalty of one of the policies. */
const wrongPenalty = (choose: (policies: Policies) => object | undefined) =>
  showing(({ cancellationPolicies, penalty }) => {
    const { Value, Currency } = asObject(choose(cancellationPolicies));
    return penalty ? { penalty: { Value: Number(Value), Currency: String(Currency) } } : {};
  });

const wrongInformation = (change: (text: string) => string) =>
  showing(({ moreInformation = '' }) => ({ moreInformation: change(moreInformation) }));

/** Changes the payer in a payment. */
const paying =
  (change: object): Handle =>
  ({ send, body }) => {
    const request = asObject(body.PaymentRequestCC1);
    const ContractingParty = { ...asObject(request.ContractingParty), ...change };
    return send({ body: { ...body, PaymentRequestCC1: { ...request, ContractingParty } } });
  };

export const shown = [
  ...caughtBy('penalty-shown', 'cancel-second-window', {
    'shows the highest penalty of all windows': wrongPenalty(
      policies => policies.toSorted((a, b) => b.Value - a.Value)[0],
    ),
    'shows the penalty of the first window': wrongPenalty(([first]) => first),
  }),
  ...caughtBy('penalty-shown', 'cancel-free', {
    'shows a penalty although the cancellation is free': wrongPenalty(([first]) => first),
  }),
  ...caughtBy('more-information-shown', 'more-information-long', {
    'cuts MoreInformation after 120 letters': wrongInformation(text => text.slice(0, 120)),
    'cuts MoreInformation after 255 letters': wrongInformation(text => text.slice(0, 255)),
    'shows only the ASCII letters of MoreInformation': wrongInformation(text =>
      text.replace(/[^\x20-\x7e]/g, '?'),
    ),
    'shows MoreInformation of the Search': wrongInformation(() => 'City tax is paid on the spot.'),
  }),
  ...caughtBy('charged-as-expected', 'paid-by-another', {
    'sends the first guest as the payer': wire({
      payBooking: paying({ PersonName: 'Ana Silva' }),
    }),
    'sends a dash as the address of the payer': wire({
      payBooking: paying({ Address: '-' }),
    }),
  }),
  ...caughtBy('static-data-cached', 'static-data-kept', {
    'keeps static data for ever': wire(() => {
      const kept = new Map<string, string>();
      const keep: Handle = async ({ url, send }) => {
        const text = kept.get(url) ?? JSON.stringify(await said(await send()));
        kept.set(url, text);
        return Response.json(JSON.parse(text));
      };
      return { airportDetail: keep, hotelDetail: keep };
    }),
  }),
  ...caughtBy('credential-in-body', 'tools-documentation-only', {
    'sends the token of the tool server in the URL': wire(({ identity }) => ({
      tools: ({ send, url }) => send({ url: `${url}?access_token=${identity.mcpToken}` }),
    })),
  }),
  ...caughtBy(
    'credential-in-body',
    'tools-documentation-only',
    {
      'sends its Username and Password to the tool server': wire(({ identity }) => ({
        tools: ({ send, body }) =>
          send({
            body: { ...body, params: { ...asObject(body.params), _meta: { ...identity.credentials[0] } } },
          }),
      })),
    },
    { onlyWarned: 'the specification lets production calls through the tool server carry them (auth.3)' },
  ),
];
