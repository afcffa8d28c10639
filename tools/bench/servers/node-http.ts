import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from './answer-parent.ts';

// The limit of the platform: this server ignores the body, and its answer is a buffer made in advance.

const answers = new Map<string, Buffer>();
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '') ?? Buffer.from('{}');
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
  response.end(answer);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // a TCP server has one
  answerParent(port, (message: { answers: Record<string, string> }) => {
    for (const [path, text] of Object.entries(message.answers)) answers.set(path, Buffer.from(text));
    return port;
  });
});
