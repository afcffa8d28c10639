export { loadPages, openApiOf, type ShownServer, searchCommand } from './pages/index.ts';
export { describeEndpoint, type EndpointPage, loadToolServer, openBook } from './tool-server/index.ts';
