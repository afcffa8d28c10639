import type { Profile } from '#contracts';
import type { DriftReport, Verified } from '../verify/index.ts';
import type { Hide } from './hide-secrets.ts';

type Field = DriftReport['operations'][number]['fields'][number];

/**
 * A report and a profile without secrets. Only what a supplier wrote can hold one: names and words of the contract stay, even
 * where a secret is such a word. A name that holds a secret is no line of the profile.
 *
 * @example hideIn({ report, profile }, createHider(['my-password'])).report
 */
export function hideIn({ report, profile }: Verified, hide: Hide): Verified {
  const isTold = (called: string, name: string) => hide(called) === called || hide(name) !== name;
  const named = (called: string, name: string) => (isTold(called, name) ? called : hide(called));
  const secret = new Set(report.names.flatMap(({ called, name }) => (isTold(called, name) ? [] : [called])));
  return {
    profile: secret.size === 0 ? profile : withoutNames(profile, secret),
    report: {
      ...report,
      calls: report.calls.map(call => (call.said === undefined ? call : { ...call, said: hide(call.said) })),
      elsewhere: report.elsewhere.map(one => ({ ...one, path: hide(one.path) })),
      operations: report.operations.map(operation => ({
        ...operation,
        fields: operation.fields.map(field => hideInField(field, hide, named)),
      })),
      names: report.names.map(one => ({
        ...one,
        called: named(one.called, one.name),
        written: one.written && !secret.has(one.called),
      })),
      bookings: report.bookings.map(({ bookingId, said, ...made }) => ({
        ...made,
        ...(bookingId !== undefined && { bookingId: hide(bookingId) }),
        said: hide(said),
      })),
    },
  };
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** An extra field has a name of the supplier's at its end, and what stands there is the supplier's always. */
function hideInField(field: Field, hide: Hide, named: (called: string, name: string) => string): Field {
  const { called, got } = field;
  const last = lastOf(field.field);
  const path =
    field.state === 'extra'
      ? field.field.slice(0, field.field.length - last.length) + hide(last)
      : field.field;
  return {
    ...field,
    field: path === field.field ? path : hide(path),
    ...(called !== undefined && { called: named(called, last) }),
    ...(got && { got: got.map(hide) }),
  };
}

type Names = Readonly<Record<string, string>> | undefined;

function withoutNames(profile: Profile, secret: ReadonlySet<string>): Profile {
  const kept = (names: Names) =>
    Object.fromEntries(Object.entries(names ?? {}).filter(([, called]) => !secret.has(called)));
  const { fields, operations, ...rest } = profile;
  return {
    ...rest,
    ...(fields && { fields: kept(fields) }),
    ...(operations && {
      operations: Object.fromEntries(
        Object.entries(operations).map(([id, { answer, ...own }]) => [
          id,
          { ...own, ...(answer && { answer: kept(answer) }) },
        ]),
      ),
    }),
  };
}
