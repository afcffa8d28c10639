/**
 * The reasons for assumptions. Schemas contain only the keys of this table, so that the bundle of a client does not
 * contain the texts.
 */
export const reasons = {
  operation:
    'The specification names this operation without a contract (ep.unspecified); method and path follow what public clients of this family of booking APIs call.',
  answer: 'The specification gives the request but not the answer (ep.unspecified).',
  field:
    'Not given by the specification; name and form follow public client code of this family of booking APIs.',
  alternative: 'Another spelling of a field that clients of this family send; accepted beside the main one.',
  filter: 'The specification says that other filters exist without naming them.',
  money:
    'The specification names prices without giving their structure; an amount is never shown without its currency.',
  pax: 'The specification asks for guests, their exact ages and countries without giving the structure.',
  booking:
    'The specification says what a Booking serves, invoice and voucher, without naming the fields for it.',
  status: 'The specification gives labels and status names without the mapping between them.',
  transition:
    'The specification gives some transitions only (trans.confirm, trans.expire, trans.rejected); the others are what follows from the meaning of the statuses.',
  'poll-on-request':
    'The specification polls Pending every 10 minutes up to 30 minutes (poll.pending), and OnRequest until CONFIRMED or expiry (flow.5), which comes after typically 24 hours (limit.on-request); both together, every 10 minutes up to 24 hours, are our reading (decision 1).',
  'poll-passing':
    'The specification has GetBookingDetail tell what a passing status really is (status.em-progresso), without a pace; that of Pending is taken.',
  error: 'The specification names Errors[] without the structure of its entries or of an error body.',
  place:
    'The specification has this field in payBooking; that DoBooking takes it as well is assumed (flow.6).',
  card: 'The specification names PaymentRequestCC1 without its card fields.',
  limit: 'The specification gives no number; this one keeps a request within what a supplier would take.',
  stock:
    'The specification names rejection for lack of availability; how many rooms stand behind an offer is ours.',
  method: 'The specification gives the method; answering another one with 405 and Allow is HTTP custom.',
  carrier: 'Named by the specification; which HTTP answer carries it is ours.',
} as const;

/** A key of the table of reasons. */
export type ReasonKey = keyof typeof reasons;
