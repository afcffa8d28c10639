/** An amount in the facts of an answer. */
export interface Amount {
  readonly value: number;
  readonly currency: string;
}

/** Cents, which add up where fractions do not. */
export const cents = (value: number): number => Math.round(value * 100);

/** An amount as people read it. */
export const moneyText = ({ value, currency }: Amount): string => `${value} ${currency}`;
