import { expect, it } from 'vitest';
import { createTestCertificates } from '#mock-server/node';
import { createFolder } from '../../folder.ts';
import { messageOn, play, referenceClient, scriptClient } from './clients.ts';

const folder = createFolder();

it('the reference client as a process of its own keeps every rule when it is killed in the middle of a booking', async () => {
  const report = await play('client-restarted', referenceClient);
  expect(report.verdicts.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(report.state).toBe('held');
});

it('a client makes no call over https to a server with a certificate of an unknown CA, and one that does not check it is broken', async () => {
  const report = await play('certificate-untrusted', referenceClient);
  expect([report.state, report.outcome, report.calls]).toEqual(['held', 'error', 0]);
  const unchecking = ['env', 'NODE_TLS_REJECT_UNAUTHORIZED=0'] as const;
  const unchecked = await play('certificate-untrusted', [...unchecking, ...referenceClient]);
  expect(messageOn(unchecked)).toBe(
    'The client made a call, so it does not check the certificate of the server. Another server could read its credentials and cards.',
  );
  const script = `const { UNDERSTUDY_BASE_URL: base, UNDERSTUDY_STATIC_TOKEN: token, UNDERSTUDY_MANAGER_ID: id } = process.env;
    await fetch(\`\${base}/new/api/v1/mapping/airport/SSA/token/\${token}?managerId=\${id}\`);
    console.log('{"outcome":"error"}');`;
  const failed = await play('certificate-untrusted', [...unchecking, ...scriptClient(script)]);
  expect(messageOn(failed)).toMatch(/^The client made a call, /);
  const careful = await play('certificate-untrusted', ['echo', '{"outcome":"unavailable"}']);
  expect(messageOn(careful)).toMatch(/"unavailable", but the scenario allows only error: it sent no call\./);
});

it('with https, a scenario serves the certificate of the run, and gives the client the variables to trust it (auth.5)', async () => {
  const { ca, server } = await createTestCertificates();
  const trust = { NODE_EXTRA_CA_CERTS: folder.write('ca.pem', ca) };
  const report = await play('hotel-confirmed', referenceClient, { https: { tls: server, trust } });
  expect([report.state, report.outcome]).toEqual(['held', 'confirmed']);
  const https = { tls: { ...server, clientCa: ca }, trust };
  const mutual = await play('hotel-confirmed', referenceClient, { https });
  expect([mutual.state, mutual.calls]).toEqual(['broken', 0]);
});
