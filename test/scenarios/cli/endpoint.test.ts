import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { createToolCaller } from '../../mock-server/tool-server/tool-caller.ts';
import { runCommand } from './run-command.ts';

describe('understudy endpoints <id>', () => {
  it('prints what get_endpoint tells', async () => {
    const { status, stdout, stderr } = runCommand(['endpoints', 'hotel.getBookingConditions']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const supplier = createMockSupplier();
    const tools = createToolCaller(supplier.fetch, 'http://127.0.0.1:4010/mcp');
    const { text } = await tools.tell('get_endpoint', { endpointId: 'hotel.getBookingConditions' });
    expect(stdout).toBe(`${text}\n`);
    expect(text).toContain("curl -s 'http://127.0.0.1:4010/API/REST/Hotel.svc/GetBookingConditions'");
  });

  it('prints the same as JSON, and in the words of a profile', () => {
    const line = ['endpoints', 'hotel.search', '--json', '--profile', 'docs/guides/acme.yaml'];
    const { stdout } = runCommand(line);
    const { id, path, sample } = JSON.parse(stdout);
    expect(id).toBe('hotel.search');
    expect(sample).toContain(`http://127.0.0.1:4010${path}`);
    expect(path).not.toContain('Hotel.svc');
  });

  it.each([
    [['endpoints', 'hotel.serch'], 'there is no endpoint "hotel.serch"; did you mean "hotel.search"?'],
    [['endpoints', 'spaceship'], 'there is no endpoint "spaceship"; "understudy endpoints" lists them'],
    [['endpoints', 'hotel.search', 'x'], 'endpoints takes one id and options, and "x" is none'],
    [['openapi', 'x'], 'openapi takes options only, and "x" is none'],
  ])('refuses %j', (line, message) => {
    expect(runCommand(line)).toMatchObject({ status: 64, stdout: '', stderr: `understudy: ${message}\n` });
  });
});
