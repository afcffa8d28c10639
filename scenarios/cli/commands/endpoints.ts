import { applyProfile, isOperationId, operationIds, operations } from '#contracts';
import { provenanceText } from '#contracts/provenance';
import { commandName, suggest } from '#contracts/util';
import { createMockSupplier, describeEndpoint } from '#mock-server';
import { CliError } from '../cli-error.ts';
import { titledColumns } from '../columns.ts';
import { defineCommand, type OptionValues, option } from '../command.ts';
import { loadProfile } from '../load.ts';
import { sandboxOptions } from '../make-supplier.ts';
import { config, credentialNames, json, pickOptions } from '../options.ts';
import { httpAddress } from '../values.ts';

const url = option('<url>', 'base address for the printed calls', httpAddress, {
  shownDefault: 'the address of a server with the same options',
});
const options = {
  url,
  ...pickOptions('port', 'host', 'publicUrl', 'clock', ...credentialNames, 'profile'),
  json,
  config,
};
type Values = OptionValues<typeof options>;

export const command = defineCommand({
  args: ['[id]'],
  words: operationIds,
  options,
  examples: [
    'endpoints',
    'endpoints hotel.search',
    'endpoints hotel.search --url https://understudy.example.com --username acme',
    'endpoints --profile acme.yaml --json',
  ],
  run: (values, [id]) => (id === undefined ? list(values) : explain(id, values)),
});

async function list({ profile: path, json: isJson }: Values): Promise<void> {
  const dialect = applyProfile(operations, await loadProfile(path));
  const endpoints = Object.values(operations).map(({ id, summary, provenance }) => {
    const { method, path: address, paths } = dialect.operation(id);
    const otherPaths = paths.slice(1);
    const endpoint = { id, method, path: address, provenance, summary };
    return otherPaths.length > 0 ? { ...endpoint, otherPaths } : endpoint;
  });
  if (isJson) return console.log(JSON.stringify(endpoints, null, 2));
  const hasProfile = dialect.name !== null;
  const rows = endpoints.flatMap(one => {
    const others = hasProfile && 'otherPaths' in one ? one.otherPaths : [];
    return [
      [one.id, one.method, one.path, provenanceText(one.provenance), one.summary],
      ...others.map(other => ['', one.method, other, '', '']),
    ];
  });
  console.log(titledColumns(['ID', 'METHOD', 'PATH', 'PROVENANCE', 'SUMMARY'], rows));
  if (!hasProfile && endpoints.some(one => 'otherPaths' in one))
    console.log(
      `\nSome public clients call other paths. "${commandName} endpoints <id>" also lists these paths.`,
    );
}

async function explain(id: string, values: Values): Promise<void> {
  if (!isOperationId(id)) {
    const hint = suggest(id, operationIds, `"${commandName} endpoints" lists all endpoints`);
    throw new CliError([`there is no endpoint "${id}"; ${hint}`]);
  }
  const baseUrl = baseUrlOf(values);
  const supplier = createMockSupplier({
    ...sandboxOptions(values),
    profile: await loadProfile(values.profile),
  });
  const { text, detail } = await describeEndpoint(supplier, id, baseUrl);
  console.log(values.json ? JSON.stringify(detail, null, 2) : text);
}

const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function baseUrlOf(values: Values): string {
  const address = values.url ?? values.publicUrl;
  if (address !== undefined) return address;
  if (values.port === 0)
    throw new CliError([
      'port 0 picks a free port, which is unknown until the server runs; give the address of the server with --url',
    ]);
  const name = loopback[values.host] ?? values.host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${values.port}`;
}
