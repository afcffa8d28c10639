// Schemas contain only the keys of these tables, so that the bundle of a client does not contain the texts.

export const observations = {
  'client-path':
    'The specification names this operation, but does not define its contract (ep.unspecified). Public clients of this family of booking APIs call this method and path, some of them in another letter case.',
  'client-request':
    'The specification does not define this part. Public clients of this family of booking APIs send it.',
  'client-alternative':
    'The specification does not define this part. Some public clients of this family of booking APIs send it instead of another field. The stand-in accepts both fields.',
  'client-reads':
    'The specification does not define this part. Public clients of this family of booking APIs read it in answers.',
  'client-model':
    'The specification does not define this part. Public clients of this family of booking APIs declare it in their data types, but no client is known to use it.',
  'vendor-docs':
    'The specification does not define this part. Public documentation of this family of booking APIs describes it.',
  money:
    'The specification names prices, but does not define the structure of a price. Public clients of this family of booking APIs read an amount with its currency.',
} as const;

/** A key of the table `observations`. */
export type ObservationKey = keyof typeof observations;

export const assumptions = {
  operation:
    'The specification names this operation, but does not define its contract (ep.unspecified). No public client of this family of booking APIs is known to call it.',
  'other-path':
    'The specification names this operation, but does not define its contract (ep.unspecified). Public clients of this family of booking APIs call another path. This path has the form that the specification gives to the other paths of static data.',
  answer: 'The specification defines the request, but not the answer (ep.unspecified).',
  'other-answer':
    'The specification does not define this answer (ep.unspecified). Public clients of this family of booking APIs expect an answer with another structure.',
  field:
    'The specification does not define this field, and no public client of this family of booking APIs is known to use it here. This project chose the name and the form.',
  'other-name':
    'The specification does not define this field. Public clients of this family of booking APIs use another name or spelling for the same value.',
  form: 'The specification does not define this field. Public clients of this family of booking APIs use the name, but with other values, in another form or in another place.',
  money:
    'The specification names prices, but does not define the parts of a price or of a penalty. An amount always has a currency.',
  pax: 'The specification requires the guests, their exact ages and their countries, but does not define the structure.',
  booking:
    'The specification says that a Booking is the basis of invoice and voucher, but does not name their fields.',
  label:
    'The specification gives labels for statuses, but does not say which field contains the label. Public clients of this family of booking APIs read English words in this field.',
  words:
    'Neither the specification nor public clients of this family of booking APIs show all words of this field. This project chose the missing words.',
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
    'The specification defines a payment for payBooking. Public clients of this family of booking APIs send it inside a room of DoBooking. This project assumes that DoBooking also accepts it beside the rooms (flow.6).',
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
