import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

// A fixed stub with this framework: it parses the body, serialises the answer and stores nothing.

const answers = new Map<string, unknown>();
const app = new Hono();
app.post('/answers', async context => {
  const given: Record<string, string> = await context.req.json(); // the bench sends texts by path
  for (const [path, text] of Object.entries(given)) answers.set(path, JSON.parse(text));
  return context.json({});
});
app.post('*', async context => {
  await context.req.json();
  return context.json(answers.get(context.req.path) as object);
});
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`); // a TCP server has a port
});
