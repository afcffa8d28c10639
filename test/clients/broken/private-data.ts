import { asObject } from '#contracts/util';
import { payment } from '#scenarios/catalogue/parts';
import { caughtBy, type Handle, wire } from './broken-client.ts';

/** Pays with another number of instalments than the user chose. The offers have plans of 1, 3 and 6 instalments. */
const payingInInstalments = (count: number) =>
  wire({
    payBooking: ({ send, body }) => {
      const { PaymentConditionId, PaymentRequestCC1 } = body;
      const card = { ...asObject(asObject(PaymentRequestCC1).CreditCard), NumberPayments: count };
      return send({
        body: {
          ...body,
          PaymentConditionId: String(PaymentConditionId).replace(/-\d+$/, `-${count}`),
          PaymentRequestCC1: { ...asObject(PaymentRequestCC1), CreditCard: card },
        },
      });
    },
  });

/** Returns the first value of a field anywhere in a body. */
function valueIn(body: object, field: string): string {
  const [, value] = new RegExp(`"${field}":"([^"]+)"`).exec(JSON.stringify(body)) ?? [];
  if (value === undefined) throw new Error(`no ${field} is in the body`);
  return value;
}

/** Sends another ExternalReference on the wire. The client itself still sees its own reference in the answers. */
const referring = (reference: (body: object) => string) =>
  wire(() => {
    let own = '';
    let sent = '';
    const read: Handle = async ({ send }) => {
      const answer = await send();
      return Response.json(JSON.parse((await answer.text()).replaceAll(sent, own)), {
        status: answer.status,
      });
    };
    return {
      'hotel.doBooking': call => {
        own = String(call.body.ExternalReference);
        sent = reference(call.body);
        const send: typeof call.send = () => call.send({ body: { ...call.body, ExternalReference: sent } });
        return read({ ...call, send });
      },
      getBookingDetail: read,
    };
  });

export const privateData = [
  ...caughtBy('instalments-as-chosen', 'prepaid-approved', {
    'always pays in the most instalments': payingInInstalments(6),
  }),
  ...caughtBy('instalments-as-chosen', 'prepaid-in-instalments', {
    'always pays in one instalment': payingInInstalments(1),
  }),
  ...caughtBy(['card-only-when-needed', 'request-matches-contract'], 'card-not-needed', {
    'sends the card with each DoBooking': wire({
      'hotel.doBooking': ({ send, body }) =>
        send({ body: { ...body, Payment: { PaymentConditionId: 'any', PaymentRequestCC1: payment } } }),
    }),
  }),
  ...caughtBy('reference-unique', 'two-bookings', {
    'sends one constant ExternalReference for every booking': referring(() => 'my-agency'),
  }),
  ...caughtBy('no-personal-data-in-references', 'logs-clean', {
    'sends the e-mail of a guest as ExternalReference': referring(body => valueIn(body, 'Email')),
    'sends the CPF of a guest as ExternalReference': referring(body =>
      valueIn(body, 'Cpf').replace(/^(\d{3})\D?(\d{3})\D?(\d{3})\D?(\d{2})$/, '$1.$2.$3-$4'),
    ),
    'writes the e-mail of a guest into the URL': wire({
      'hotel.doBooking': ({ send, url, body }) =>
        send({ url: `${url}?traveller=${encodeURIComponent(valueIn(body, 'Email'))}` }),
    }),
  }),
];
