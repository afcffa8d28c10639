import { describeAnyRequest } from './any-request.ts';

describeAnyRequest({ seed: 20_261_120, factor: 1 });
