import { applyProfile, type OperationId, operations, type Profile } from '#contracts';
import { createEvidence } from '#scenarios/verify/evidence';

/** An answer of airportDetail. */
export const airport = {
  iataCode: 'GIG',
  name: 'Galeão',
  city: 'Rio de Janeiro',
  countryCode: 'BR',
  latitude: -22.8,
  longitude: -43.2,
  timeZone: 'America/Sao_Paulo',
  destinationId: '1001',
};

export type Answers = Partial<Record<OperationId, readonly object[]>>;

/** Learns a dialect from the answers of operations, and compares the answers with the contract. */
export function learnFrom(answers: Answers, profile: Profile = { name: 'x' }, status = 200) {
  const evidence = createEvidence(profile);
  const dialect = applyProfile(operations, profile);
  for (const [id, all] of Object.entries(answers))
    for (const json of all) {
      const body = status === 200 ? { json } : { errorBody: json };
      const result = status === 200 ? 'compared' : 'refused';
      evidence.add(id as OperationId, { result, status, ...body }, dialect); // see Answers
    }
  return evidence.learned(true);
}
