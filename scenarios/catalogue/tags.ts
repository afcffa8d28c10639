export const tags = {
  money: 'a wrong price, a second booking or a second charge',
  time: 'a wait that is too short or too long, and wrong dates',
  polling: 'a status that changes later',
  payment: 'card payments',
  cancel: 'cancellations',
  tokens: 'Tokens, ReTokens and the age of the conditions',
  wire: 'errors, lost answers, and requests or answers of an unusual form',
  display: 'what the user must see before booking',
  privacy: 'personal data, card data and credentials in output',
  smoke: 'a short run: every product, a payment, a cancellation, a lost answer and a pending booking',
} as const;

export type Tag = keyof typeof tags;
