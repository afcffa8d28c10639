/** What a generated function gives: the body of a 200, or that of a refusal. */
export type Result<Answer> = { data?: Answer | undefined; error?: unknown };

export const Credential = { Username: 'demo', Password: 'demo' };

/** @throws Error for a refusal, and for a 200 that carries errors */
export function answerOf<Answer extends { Errors: unknown[] }>({ data, error }: Result<Answer>): Answer {
  if (!data || data.Errors.length > 0) throw new Error(`refused: ${JSON.stringify(error ?? data?.Errors)}`);
  return data;
}

/** The first entry of a list that has to have one. */
export function first<Entry>(list: readonly Entry[]): Entry {
  return present(list[0], 'offer or service');
}

/** What is optional in the document, and has to be there in this flow. */
export function present<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`an answer has no ${name}`);
  return value;
}

type Terms = { RestrictionType: string; CanPayLater: boolean; IsPrePayment: boolean };

/** The first offer that is confirmed at once and asks for no card. */
export function simplest<Offer extends Terms>(offers: readonly Offer[]): Offer {
  return first(
    offers.filter(
      ({ RestrictionType, CanPayLater, IsPrePayment }) =>
        RestrictionType === 'CanBook' && CanPayLater && !IsPrePayment,
    ),
  );
}
