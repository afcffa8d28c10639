import { it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { verifyTarget } from '#scenarios/drift/verify-target';

it('y', async () => {
  const supplier = createMockSupplier({ clock: { mode: 'auto', start: Date.parse('2026-11-20T10:00:00Z') } });
  const { clock } = supplier.sandboxes.require('default');
  const { report, profile } = await verifyTarget({
    target: { baseUrl: 'http://s.test', commonsUrl: 'http://s.test', mcpUrl: 'http://s.test/mcp', mcpToken: 'demo-mcp-token', credential: { Username: 'demo', Password: 'demo' }, staticAccess: { token: 'demo-static-token', managerId: 1 }, clock, fetch: (i, o) => supplier.fetch(String(i), o) },
    allowBooking: true,
  });
  console.log(JSON.stringify(report.calls, null, 1), report.summary, report.bookings, report.exitCode, profile, report.tookMs);
  for (const o of report.operations) console.log(o.id, o.fields.filter(f => f.weight), o.fields.filter(f=>f.state==='not-seen').map(f=>f.field).join(' '));
});
