import { styleText } from 'node:util';
import { applyProfile, operations } from '#contracts';
import { provenanceText } from '#contracts/provenance';
import { columns } from './columns.ts';
import { loadProfile } from './load-profile.ts';
import type { Values } from './options.ts';

/** Lists the operations, as a profile addresses them if one is given. */
export async function listEndpoints({ profile, json }: Pick<Values, 'profile' | 'json'>): Promise<void> {
  const dialect = applyProfile(operations, await loadProfile(profile));
  const endpoints = Object.values(operations).map(({ id, summary, provenance }) => {
    const { method, path } = dialect.operation(id);
    return { id, method, path, provenance, summary };
  });
  if (json) return console.log(JSON.stringify(endpoints, null, 2));
  const titles = ['ID', 'METHOD', 'PATH', 'PROVENANCE', 'SUMMARY'];
  const rows = endpoints.map(({ id, method, path, provenance, summary }) => [
    id,
    method,
    path,
    provenanceText(provenance),
    summary,
  ]);
  const [head = '', ...lines] = columns([titles, ...rows]).map(line => line.slice(2));
  console.log([styleText('bold', head), ...lines].join('\n'));
}
