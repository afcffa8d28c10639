/** The kinds of personal data in a task that a client must protect. */
export type PersonalKind = 'card-number' | 'security-code' | 'document' | 'e-mail';

/** A text in a task that is personal data. */
export interface PersonalData {
  readonly what: PersonalKind;
  readonly value: string;
}

const kinds: Readonly<Record<string, PersonalKind>> = {
  CardNumber: 'card-number',
  SecurityCode: 'security-code',
  CPF: 'document',
  Cpf: 'document',
  DocumentNumber: 'document',
  Email: 'e-mail',
};

/**
 * Returns the personal data in a value. Field names at any depth show which texts are personal data.
 *
 * @example personalDataIn({ Email: 'ana@example.com' }) // [{ what: 'e-mail', value: 'ana@example.com' }]
 */
export function personalDataIn(value: unknown): PersonalData[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const what = kinds[name];
    return what !== undefined && typeof entry === 'string' ? [{ what, value: entry }] : personalDataIn(entry);
  });
}
