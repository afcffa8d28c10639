import { describeAnyRequest } from './any-request.ts';

describeAnyRequest({ seed: 20_261_121, factor: 5 });
