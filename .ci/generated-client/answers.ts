/** The result of a generated function: the body of a 200 answer in `data`, or that of a refusal in `error`. */
export type Result<Answer> = { data?: Answer | undefined; error?: unknown };

export const Credential = { Username: 'demo', Password: 'demo' };

/**
 * Returns the body of a successful answer.
 *
 * @throws Error for a refusal, and for a 200 that holds errors
 */
export function answerOf<Answer extends { Errors: unknown[] }>({ data, error }: Result<Answer>): Answer {
  if (!data || data.Errors.length > 0)
    throw new Error(`The call was refused: ${JSON.stringify(error ?? data?.Errors)}`);
  return data;
}

/** Returns the first entry of a list. Throws an Error when the list is empty. */
export function first<Entry>(list: readonly Entry[]): Entry {
  return present(list[0], 'offer or service');
}

/** Returns a value that is optional in the document but required in this flow. Throws an Error when it is missing. */
export function present<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`The answer has no ${name}.`);
  return value;
}

type Terms = { RestrictionType: string; CanPayLater: boolean; IsPrePayment: boolean };

/** Returns the first offer that is confirmed at once and needs no card. */
export function simplest<Offer extends Terms>(offers: readonly Offer[]): Offer {
  return first(
    offers.filter(
      ({ RestrictionType, CanPayLater, IsPrePayment }) =>
        RestrictionType === 'CanBook' && CanPayLater && !IsPrePayment,
    ),
  );
}
