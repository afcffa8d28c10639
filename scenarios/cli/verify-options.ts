import { dayNumber } from '#contracts';
import { ValueError } from './cli-error.ts';
import { option, optional } from './option.ts';
import { readWantedReport, type WantedReport } from './run-values.ts';
import { bearerToken, httpAddress, integer } from './values.ts';

/** A proof of who asks: other people can read a command line, and files are copied. */
const proof = { config: 'none', hint: '<text>', isVariableOnly: true, isSecret: true } as const;

/** The options of verify. */
export const verifyOptions = {
  supplier: option<string | undefined>({
    config: 'none',
    flag: 'target',
    hint: '<url>',
    default: undefined,
    description: 'base address of the supplier that is verified',
    read: httpAddress,
  }),
  mcpUrl: option<string | undefined>({
    config: 'none',
    hint: '<url>',
    default: undefined,
    description: 'address of its tool server, with its path; that is not asked where it is absent',
    read: httpAddress,
  }),
  destination: optional({
    config: 'none',
    hint: '<name>',
    shownDefault: 'Rio de Janeiro',
    description: 'the place that Autocomplete is asked for, and searches are made for',
  }),
  destinationId: optional({
    config: 'none',
    hint: '<id>',
    shownDefault: 'what Autocomplete gives',
    description: 'the DestinationId that searches are made for',
  }),
  airport: option<string>({
    config: 'none',
    hint: '<code>',
    default: 'GIG',
    description: 'IATA code of the airport where cars and transfers begin',
    read: readAirport,
  }),
  checkin: option<string | undefined>({
    config: 'none',
    hint: '<date>',
    default: undefined,
    shownDefault: 'in 60 days',
    description: 'the first day that is searched, YYYY-MM-DD',
    read: readDate,
  }),
  nights: option<number>({
    config: 'none',
    hint: '<number>',
    default: 2,
    description: 'for how many nights',
    read: integer('a number of nights', 1, 30),
  }),
  comparison: option<readonly WantedReport[]>({
    config: 'none',
    flag: 'report',
    hint: '<form>[=<file>]',
    default: [],
    shownDefault: 'text',
    description: 'text or json, to stdout or into a file; the flag again for more',
    several: true,
    read: given => [readWantedReport(given, ['text', 'json'])],
  }),
  profileOut: optional({
    config: 'none',
    hint: '<file>',
    description: 'file for the profile with what was learned, which serve takes as --profile',
  }),
  ownUsername: optional({
    ...proof,
    flag: 'username',
    description: 'Username of the Credential at the supplier',
  }),
  ownPassword: optional({ ...proof, flag: 'password', description: 'its Password' }),
  ownStaticToken: optional({ ...proof, flag: 'static-token', description: 'token for its static data' }),
  ownManagerId: option<number | undefined>({
    ...proof,
    flag: 'manager-id',
    hint: '<number>',
    default: undefined,
    description: 'managerId that goes with that token',
    read: integer('a managerId', 0, 2 ** 31 - 1),
  }),
  ownMcpToken: option<string | undefined>({
    ...proof,
    flag: 'mcp-token',
    default: undefined,
    description: 'bearer token of its tool server',
    read: bearerToken,
  }),
};

function readAirport(given: string): string {
  if (/^[A-Z]{3}$/.test(given)) return given;
  throw new ValueError('expected an IATA code of 3 capital letters, for example GIG');
}

function readDate(given: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(dayNumber(given))) return given;
  throw new ValueError('expected a date as YYYY-MM-DD');
}
