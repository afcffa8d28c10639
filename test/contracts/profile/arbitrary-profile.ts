import fc from 'fast-check';
import type { AnyOperation } from '#contracts';
import type { Direction, Field, FieldChange, Fields, Profile, TimeKind } from '#contracts/profile';
import { fieldsOf, ProfileError, parseProfile } from '#contracts/profile';

/** One possible entry of a profile. Its numbers select a field, a place and the words. */
interface Draft extends ChangeDraft {
  readonly direction: Direction;
  readonly field: number;
  readonly isBareName: boolean;
}

interface ChangeDraft {
  readonly to?: string | undefined;
  readonly value: 'values' | 'format' | 'as' | 'list' | 'none';
  readonly choice: number;
  readonly first?: string | undefined;
  readonly each?: boolean;
}

const directions = ['request', 'answer'] as const;

/** Each entry is one that `parseProfile` accepts together with the entries before it. */
export function profilesOf(operation: AnyOperation): fc.Arbitrary<Profile> {
  const known = directions.flatMap(direction => pathsIn(fieldsOf(operation, direction)));
  const names = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 9 }).map(index => `n${index}`) },
    { weight: 1, arbitrary: fc.constantFrom(...known.map(([path]) => path.split('.').at(-1) ?? path)) },
  );
  const inside = fc.tuple(names, names).map(steps => steps.join('.'));
  const outside = fc
    .tuple(fc.constantFrom('../', '../../'), fc.oneof(names, inside))
    .map(parts => parts.join(''));
  const places = fc.oneof(names, inside, outside, fc.constant('.'));
  const draft: fc.Arbitrary<Draft> = fc.record({
    direction: fc.constantFrom(...directions),
    field: fc.nat(),
    isBareName: fc.boolean(),
    to: fc.option(places, { nil: undefined, freq: 3 }),
    value: fc.constantFrom('values', 'format', 'as', 'list', 'none'),
    choice: fc.nat(),
    first: fc.option(fc.oneof(names, inside, outside), { nil: undefined, freq: 1 }),
    each: fc.boolean(),
  });
  return fc.array(draft, { minLength: 4, maxLength: 16 }).map(drafts => acceptedProfile(operation, drafts));
}

function acceptedProfile(operation: AnyOperation, drafts: readonly Draft[]): Profile {
  let profile: Profile = { name: 'any' };
  for (const draft of drafts) {
    const paths = pathsIn(fieldsOf(operation, draft.direction));
    const [path, field] = paths[draft.field % paths.length] ?? [];
    if (path === undefined || field === undefined) continue;
    const key = draft.isBareName ? (path.split('.').at(-1) ?? path) : path;
    const { [draft.direction]: before, ...others } = profile.operations?.[operation.id] ?? {};
    const entries = { ...others, [draft.direction]: { ...before, [key]: changeOf(field, draft) } };
    const next = { ...profile, operations: { [operation.id]: entries } };
    if (isAccepted(next, operation)) profile = next;
  }
  return profile;
}

function isAccepted(profile: Profile, operation: AnyOperation): boolean {
  try {
    parseProfile(profile, { [operation.id]: operation });
    return true;
  } catch (error) {
    if (error instanceof ProfileError) return false;
    throw error;
  }
}

export function changeOf(field: Field, { to, value, choice, first, each }: ChangeDraft): FieldChange {
  const scalar = field.entry ?? field;
  const isList = field.kind === 'list';
  return {
    ...(to !== undefined && { to }),
    ...(value === 'values' && { values: valuesFor(scalar, choice) }),
    ...(value === 'format' && scalar.time && { format: pick(formats[scalar.time], choice) }),
    ...(value === 'as' && { as: scalar.kind === 'number' ? 'text' : 'number' }),
    ...(value === 'list' && { as: 'list' }),
    ...(isList && first !== undefined && { first }),
    ...(isList && each && { each: 'each' }),
  };
}

const formats: Readonly<Record<TimeKind, readonly string[]>> = {
  date: ['DD/MM/YYYY', 'YYYYMMDD', 'MM-DD-YYYY', 'iso', 'unix', 'unix-ms', 'dotnet'],
  time: ['HHmm', 'HH:mm:ss', 'iso'],
  'time stamp': ['DD/MM/YYYY HH:mm:ss', 'ss-mm-HH.DD.MM.YYYY', 'iso', 'unix', 'unix-ms', 'dotnet'],
};

/** Returns words for a field: the words of an enum in another order, new texts, numbers, or lists of words. */
function valuesFor({ kind, words }: Field, choice: number): NonNullable<FieldChange['values']> {
  const known = kind === 'boolean' ? ['true', 'false'] : (words ?? ['1', '2']);
  const forms = [
    (index: number) => known[(index + 1) % known.length] ?? '',
    (index: number) => `«${index}»`,
    (index: number) => index + 1_000,
    (index: number) => [`«${index}»`, -index - 1_000],
  ];
  const form = pick(forms, choice);
  const isOpen = kind !== 'boolean' && !words;
  // Without a list of words, a word that the dialect writes must not be a possible value of the contract.
  const chosen = isOpen ? pick(forms.slice(1, 2), choice) : form;
  return Object.fromEntries(known.map((word, index) => [word, chosen(index)]));
}

const pick = <T>(from: readonly [T, ...T[]] | readonly T[], choice: number): T =>
  from[choice % from.length] as T; // the lists are not empty

function pathsIn(fields: Fields, prefix = ''): [string, Field][] {
  return [...fields].flatMap(([name, field]) => [
    [`${prefix}${name}`, field] satisfies [string, Field],
    ...pathsIn(field.inner, `${prefix}${name}.`),
  ]);
}
