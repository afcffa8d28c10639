import { parentPort } from 'node:worker_threads';
import type { Facts } from '#contracts/exchange';
import type { BookedService } from '../books/index.ts';
import { judge } from '../judge/index.ts';
import { withInvariants } from '../judge-facts.ts';
import type { Part, ThreadAnswer } from './messages.ts';

// Judges traffic in a thread of its own. The traffic arrives in parts.

const facts: Facts[] = [];
const services: BookedService[] = [];

parentPort?.on('message', ({ kind, text }: Part) => {
  const value = JSON.parse(text);
  if (kind === 'facts') facts.push(...value);
  else if (kind === 'services') services.push(...value);
  else {
    const judgement = judge(facts, value.context);
    const inOrder = services.sort((a, b) => a.bookedAt - b.bookedAt);
    const judged = value.hasBooks ? withInvariants(facts, judgement, { services: inOrder }) : judgement;
    parentPort?.postMessage(judged satisfies ThreadAnswer);
  }
});
