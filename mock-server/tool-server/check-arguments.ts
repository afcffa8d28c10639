import type * as z from 'zod';
import { maskText } from '#contracts/exchange';
import { type ToolArguments, type ToolName, tools } from '#contracts/tools';
import { describeIssue, formatPath, nearest, valueAt } from '#contracts/util';
import { RpcRefusal, rpcCodes, shortened, shown } from './rpc-refusal.ts';

/** One wrong argument: what is wrong with it, the values that would be right and the nearest of them. */
interface ArgumentProblem {
  readonly field: string;
  readonly message: string;
  readonly valid?: readonly string[];
  readonly nearest?: string;
}

/**
 * The arguments of a tool, as its schema reads them.
 *
 * @throws RpcRefusal -32602 that names every wrong argument
 */
export function checkArguments<Name extends ToolName>(name: Name, given: unknown = {}): ToolArguments<Name> {
  const parsed = tools[name].arguments.safeParse(given);
  if (parsed.success) return parsed.data as ToolArguments<Name>; // parsed by the schema of this tool
  const problems = parsed.error.issues.flatMap(issue =>
    explain(issue, given, Object.keys(tools[name].arguments.shape)),
  );
  const text = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
  throw new RpcRefusal(rpcCodes.invalidParams, `${name}: ${text}`, { data: { problems } });
}

function explain(issue: z.core.$ZodIssue, given: unknown, names: readonly string[]): ArgumentProblem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.slice(0, 10).map(key => unknown(key, names));
  const field = formatPath(issue.path) || 'arguments';
  const value = valueAt(given, issue.path);
  if (issue.code !== 'invalid_value' || typeof value !== 'string')
    return [{ field, message: describeIssue(issue, given) }];
  const valid = issue.values.map(String);
  const near = nearest(value, valid);
  const hint = near === undefined ? '.' : `; did you mean "${near}"?`;
  return [
    {
      field,
      message: `${shown(value)} is not known${hint} Valid are ${valid.join(', ')}`,
      valid,
      ...(near && { nearest: near }),
    },
  ];
}

function unknown(key: string, names: readonly string[]): ArgumentProblem {
  const near = nearest(key, names);
  const hint = near === undefined ? `known are ${names.join(', ')}` : `did you mean "${near}"?`;
  const field = JSON.stringify(shortened(maskText(key))).slice(1, -1); // cut first: quotes hide where it ends
  return {
    field,
    message: `is no argument of this tool; ${hint}`,
    valid: names,
    ...(near && { nearest: near }),
  };
}
