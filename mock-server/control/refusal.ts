import { type ControlDetail, type ControlProblemCode, controlProblems } from '#contracts/control';
import { nearest } from '#contracts/util';

/** Ends a call to the control API with an error. Handlers throw it. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal';
  readonly code: ControlProblemCode;
  readonly details: readonly ControlDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ControlProblemCode,
    message: string,
    more: { details?: readonly ControlDetail[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.code = code;
    this.details = more.details ?? [];
    this.headers = more.headers ?? {};
  }
}

const mostShown = 100;

/**
 * A detail about a name that is none of the valid ones.
 *
 * @example unknownName({ field: 'id', value: 's2', what: 'no sandbox "s2" here' }, ['s1']).nearest // 's1'
 */
export function unknownName(
  { field, value, what }: { field: string; value: string; what: string },
  valid: Iterable<string>,
): ControlDetail {
  const names = [...valid];
  const near = nearest(value, names);
  const message = near === undefined ? what : `${what}; did you mean "${near}"?`;
  return {
    field,
    message,
    value,
    valid: names.slice(0, mostShown),
    ...(near !== undefined && { nearest: near }),
  };
}

/** A refusal that names every wrong field. */
export function refuseDetails(code: ControlProblemCode, details: readonly ControlDetail[]): ControlRefusal {
  const told = details.map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`));
  return new ControlRefusal(code, told.join('; '), { details });
}

/** The Response of a refusal. */
export function refusalResponse({ code, message, details, headers }: ControlRefusal): Response {
  const { status } = controlProblems[code];
  return Response.json({ error: { code, message, details } }, { status, headers });
}
