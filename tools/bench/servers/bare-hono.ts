import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { answerParent } from './answer-parent.ts';

// A fixed stub with this framework: it parses the body, serialises the answer and stores nothing.

const app = new Hono();
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, address => {
  answerParent(address.port, (message: { answers: Record<string, string> }) => {
    for (const [path, text] of Object.entries(message.answers)) {
      const answer = JSON.parse(text);
      app.post(path, async context => {
        await context.req.json();
        return context.json(answer);
      });
    }
    return (server.address() as AddressInfo).port; // a TCP server has one
  });
});
