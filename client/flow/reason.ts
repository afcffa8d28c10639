import type { ResponseOf } from '#contracts';

/** An entry of Errors[] as an answer has it. */
export type Reason = ResponseOf<'getBooking'>['Errors'][number];
