import { createMemoryStore } from '#mock-server/store/memory';
import { describeStore } from '../suites/store-suite.ts';

describeStore('memory', createMemoryStore);
