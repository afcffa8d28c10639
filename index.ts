// The main functions of the package. This entry needs Node; each other entry exports one part, with its types.
export { createClient } from './client/index.ts';
export { createFileLedger } from './client/node/index.ts';
export { createMockSupplier } from './mock-server/index.ts';
export { listen } from './mock-server/node/index.ts';
export { catalogue, defineScenario, playScenario } from './scenarios/index.ts';
export { explore, exploreTests, loadScenarios } from './scenarios/node.ts';
