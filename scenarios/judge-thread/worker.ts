import { parentPort, workerData } from 'node:worker_threads';
import { judge } from '../judge/index.ts';
import { withInvariants } from '../judge-facts.ts';
import type { Traffic } from './index.ts';

// Judges traffic in a thread of its own.

const { facts, books, context }: Traffic = workerData;
const judgement = judge(facts, context);
parentPort?.postMessage(books ? withInvariants(facts, judgement, books) : judgement);
