import { asObject } from '#contracts/util';
import type { ShownToUser } from '#scenarios/run/play/report';
import { type Break, type BrokenClient, clientsAgainst, type Handle, said, wire } from './broken-client.ts';
import { showing } from './output.ts';

const penaltyOf = (choose: (policies: ShownToUser['cancellationPolicies']) => object | undefined): Break =>
  showing(({ cancellationPolicies, penalty }) => {
    const { Value, Currency } = asObject(choose(cancellationPolicies));
    return penalty ? { penalty: { Value: Number(Value), Currency: String(Currency) } } : {};
  });

const information = (change: (text: string) => string): Break =>
  showing(({ moreInformation = '' }) => ({ moreInformation: change(moreInformation) }));

const informationOfSearch = 'City tax is paid on the spot.';

const paying = (change: (party: Readonly<Record<string, unknown>>, body: object) => object): Handle => {
  return ({ send, body }) => {
    const request = asObject(body.PaymentRequestCC1);
    const party = asObject(request.ContractingParty);
    return send({
      body: {
        ...body,
        PaymentRequestCC1: { ...request, ContractingParty: { ...party, ...change(party, body) } },
      },
    });
  };
};

export const shown: readonly BrokenClient[] = [
  ...clientsAgainst('penalty-shown', [
    [
      'cancel-second-window',
      'shows the highest penalty of all windows',
      penaltyOf(policies => policies.toSorted((a, b) => b.Value - a.Value)[0]),
    ],
    ['cancel-second-window', 'shows the penalty of the first window', penaltyOf(([first]) => first)],
    ['cancel-free', 'shows a penalty although the cancellation is free', penaltyOf(([first]) => first)],
  ]),
  ...[120, 255].map(
    (length): BrokenClient => ({
      name: `cuts MoreInformation after ${length} letters`,
      rule: 'more-information-shown',
      scenario: 'more-information-long',
      breakIt: information(text => text.slice(0, length)),
    }),
  ),
  ...clientsAgainst('more-information-shown', [
    [
      'more-information-long',
      'shows only the ASCII letters of MoreInformation',
      information(text => text.replace(/[^\x20-\x7e]/g, '?')),
    ],
    ['more-information-long', 'shows MoreInformation of the Search', information(() => informationOfSearch)],
  ]),
  {
    name: 'sends the first guest as the payer',
    rule: 'charged-as-expected',
    scenario: 'paid-by-another',
    breakIt: wire({ payBooking: paying(() => ({ PersonName: 'Ana Silva' })) }),
  },
  {
    name: 'sends a dash as the address of the payer',
    rule: 'charged-as-expected',
    scenario: 'paid-by-another',
    breakIt: wire({ payBooking: paying(() => ({ Address: '-' })) }),
  },
  {
    name: 'keeps static data for ever',
    rule: 'static-data-cached',
    scenario: 'static-data-kept',
    breakIt: wire(() => {
      const kept = new Map<string, string>();
      const keep: Handle = async ({ url, send }) => {
        const text = kept.get(url) ?? JSON.stringify(await said(await send()));
        kept.set(url, text);
        return Response.json(JSON.parse(text));
      };
      return { airportDetail: keep, hotelDetail: keep };
    }),
  },
  {
    name: 'sends the token of the tool server in the URL',
    rule: 'credential-in-body',
    scenario: 'tools-documentation-only',
    breakIt: wire(({ identity }) => ({
      tools: ({ send, url }) => send({ url: `${url}?access_token=${identity.mcpToken}` }),
    })),
  },
  {
    name: 'sends its Username and Password to the tool server',
    rule: 'credential-in-body',
    scenario: 'tools-documentation-only',
    onlyWarned: 'the specification lets production calls through the tool server carry them (auth.3)',
    breakIt: wire(
      ({
        identity: {
          credentials: [credential],
        },
      }) => ({
        tools: ({ send, body }) =>
          send({ body: { ...body, params: { ...asObject(body.params), _meta: { ...credential } } } }),
      }),
    ),
  },
];
