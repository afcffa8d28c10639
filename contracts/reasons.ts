// Schemas contain only the keys of these tables, so that the bundle of a client does not contain the texts.

/**
 * The reasons for parts that are observed: the specification does not define them, but public clients or public
 * documentation show the same name and form.
 */
export const observations = {
  'client-path':
    'The specification names this operation, but does not define its contract (ep.unspecified). Public clients of this family of booking APIs call this method and path.',
  'client-request':
    'The specification does not define this part. Public clients of this family of booking APIs send it.',
  'client-reads':
    'The specification does not define this part. Public clients of this family of booking APIs read it in answers.',
  'client-alternative':
    'The specification does not define this part. Some public clients of this family of booking APIs send it instead of another field. The stand-in accepts both fields.',
  'vendor-docs':
    'The specification does not define this part. Public documentation of this family of booking APIs describes it.',
} as const;

/** A key of the table `observations`. */
export type ObservationKey = keyof typeof observations;

/** The reasons for parts that are assumed: neither the specification nor public clients show them. */
export const assumptions = {
  operation:
    'The specification names this operation, but does not define its contract (ep.unspecified). Public clients for this family of booking APIs use this method and path.',
  answer: 'The specification defines the request, but not the answer (ep.unspecified).',
  field:
    'The specification does not define this field. Public clients for this family of booking APIs use this name and form.',
  alternative:
    'Some clients of this family of booking APIs send this field instead of the main field. The stand-in accepts both fields.',
  filter: 'The specification says that other filters exist, but does not name these filters.',
  money:
    'The specification names prices, but does not define the structure of a price. An amount always has a currency.',
  pax: 'The specification requires the guests, their exact ages and their countries, but does not define the structure.',
  booking:
    'The specification says that a Booking is the basis of invoice and voucher, but does not name their fields.',
  status:
    'The specification gives labels and status names, but does not say which label belongs to which name.',
  transition:
    'The specification gives only some transitions (trans.confirm, trans.expire, trans.rejected). The other transitions follow from the meaning of the statuses.',
  'poll-on-request':
    'For Pending, the specification requires a poll every 10 minutes for 30 minutes (poll.pending). For OnRequest, the specification requires polls until CONFIRMED or expiry (flow.5), typically after 24 hours (limit.on-request). This project combines both rules: a poll every 10 minutes for 24 hours (decision 1).',
  'poll-passing':
    'The specification says that GetBookingDetail returns the real status for a temporary status (status.em-progresso), but gives no polling interval. This project uses the interval of Pending.',
  error:
    'The specification names Errors[], but does not define the structure of an entry or of an error body.',
  place:
    'The specification defines this field for payBooking. This project assumes that DoBooking also accepts this field (flow.6).',
  card: 'The specification names PaymentRequestCC1, but not its card fields.',
  limit:
    'The specification gives no number for this limit. This project chose a number that a supplier would probably accept.',
  stock:
    'The specification names rejection for lack of availability. This project chose the number of rooms of an offer.',
  method:
    'The specification gives the method of a path. For other methods, the HTTP standard defines the answer 405 with the header Allow.',
  carrier: 'The specification names this error. This project chose the HTTP status of its answer.',
} as const;

/** A key of the table `assumptions`. */
export type AssumptionKey = keyof typeof assumptions;
