import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { storeAddress } from '#scenarios/cli/values';

// Envoy, Kubernetes and Docker are not installed where the tests run. These tests check the syntax of the files, and that the
// names in a file fit together.

function read(name: string): unknown[] {
  const text = readFileSync(new URL(`../../../../docs/deploy/${name}`, import.meta.url), 'utf8');
  return parseAllDocuments(text).map(document => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
}

const storeOf = (args: readonly string[]) => storeAddress(args[args.indexOf('--store') + 1] ?? '');

describe('the files in docs/deploy', () => {
  it('have services in compose.yaml that use each other', () => {
    const service = z.object({
      command: z.array(z.string()).optional(),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
    });
    const { services } = z.object({ services: z.record(z.string(), service) }).parse(read('compose.yaml')[0]);
    const needed = Object.values(services).flatMap(({ depends_on: on = [] }) =>
      Array.isArray(on) ? on : Object.keys(on),
    );
    expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
    expect(new URL(storeOf(services['understudy-1']?.command ?? [])).hostname).toBe('valkey');
    expect(services['understudy-2']).toEqual(services['understudy-1']);
  });

  it('name the image of the container guide, and the guide sets a token that is long enough', () => {
    const guide = readFileSync('docs/guides/container.md', 'utf8');
    const [, image = ''] = /docker build --tag (\S+)/.exec(guide) ?? [];
    const images = [...guide.matchAll(/^docker run (?!.* my-client ).*?(\S+)(?= (?:serve|run) |$)/gm)].map(
      ([, name]) => name,
    );
    expect(new Set(images)).toEqual(new Set([image]));
    expect(JSON.stringify(read('compose.yaml'))).toContain(`FROM ${image}\\n`);
    expect(JSON.stringify(read('kubernetes.yaml'))).toContain(`"image":"${image}:latest"`);
    const [, token = ''] = /CONTROL_TOKEN=(\S+)/.exec(guide) ?? [];
    expect(token.length).toBeGreaterThanOrEqual(16);
  });

  it('have the same hosts in compose.yaml, nginx.conf and envoy.yaml', () => {
    const nginx = readFileSync(new URL('../../../../docs/deploy/nginx.conf', import.meta.url), 'utf8');
    const envoy = JSON.stringify(read('envoy.yaml'));
    for (const host of ['understudy-1', 'understudy-2']) {
      expect(nginx).toContain(`server ${host}:4010`);
      expect(envoy).toContain(`"address":"${host}","port_value":4010`);
    }
  });

  it('have routes in envoy.yaml whose patterns find the sandbox, and whose cluster exists', () => {
    const envoy = JSON.stringify(read('envoy.yaml')[0]);
    const rewrites = [...envoy.matchAll(/"pattern":\{"regex":("[^}]+")\},"substitution":("[^"]+")/g)].map(
      ([, pattern = '', substitution = '']) =>
        (text: string) =>
          text.replace(new RegExp(JSON.parse(pattern)), JSON.parse(substitution).replace('\\1', '$1')),
    );
    const [byPath, byBaggage, byNothing] = rewrites;
    expect(byPath?.('/sandbox/team-a.one/API?x=1')).toBe('team-a.one');
    expect(byPath?.('/_control/sandboxes/two/export')).toBe('two');
    expect(byBaggage?.('a=1,understudy-sandbox=three;x=y,b=2')).toBe('three');
    expect(byNothing?.('/API/REST/Hotel.svc/Search')).toBe('default');
    expect(envoy.match(/"cluster":"understudy"/g)).toHaveLength(rewrites.length);
    expect(envoy).toContain('"cluster_name":"understudy"');
  });

  it('have objects in kubernetes.yaml with the same name, labels and port', () => {
    const objects = z
      .array(
        z.object({
          kind: z.string(),
          metadata: z.object({ name: z.literal('understudy') }),
          spec: z.json().optional(),
        }),
      )
      .parse(read('kubernetes.yaml'));
    expect(objects.map(({ kind }) => kind)).toEqual([
      'Deployment',
      'PodDisruptionBudget',
      'Service',
      'Ingress',
    ]);
    const [deployment, budget, service, ingress] = objects.map(({ spec }) => JSON.stringify(spec));
    expect(deployment).toContain('"containerPort":4010');
    expect(budget).toContain('"selector":{"matchLabels":{"app":"understudy"}}');
    const [{ secretGenerator, resources }] = z
      .tuple([z.object({ secretGenerator: z.json(), resources: z.json() })])
      .parse(read('kustomization.yaml'));
    expect(resources).toEqual(['kubernetes.yaml']);
    const [secret] = z
      .tuple([z.strictObject({ name: z.string(), literals: z.tuple([z.string()]) })])
      .parse(secretGenerator);
    expect(deployment).toContain(
      `"secretKeyRef":{"name":"${secret.name}","key":"${secret.literals[0].split('=')[0]}"}`,
    );
    expect(service).toContain('"selector":{"app":"understudy"},"ports":[{"port":4010}]');
    expect(ingress).toContain('"port":{"number":4010}');
  });
});
