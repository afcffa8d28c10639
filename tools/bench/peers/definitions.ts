import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../requests.ts';

/** A mock server of another project that serves one fixed answer to Search. */
export interface Peer {
  readonly name: string;
  /** The packages that npm installs. */
  readonly package: string;
  /** Writes its configuration into a folder, and returns the command that serves it on a port. */
  command(place: Place): string[];
}

/** The folder of an installed peer, the folder for its files, its port, and the text of its answer. */
export interface Place {
  readonly folder: string;
  readonly port: number;
  readonly answer: string;
}

const json = { 'Content-Type': 'application/json' };
const installed = (folder: string, path: string) => join(folder, 'node_modules', path);

function write(folder: string, name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** The peers. Their logs and journals are off, as is usual under load. */
export const peers: readonly Peer[] = [
  {
    name: 'Mockoon',
    package: '@mockoon/cli@9',
    command({ folder, port, answer }) {
      const response = {
        uuid: 'answer',
        body: answer,
        bodyType: 'INLINE',
        statusCode: 200,
        headers: Object.entries(json).map(([key, value]) => ({ key, value })),
        rules: [],
        rulesOperator: 'OR',
        disableTemplating: true,
        default: true,
      };
      const route = {
        uuid: 'search',
        type: 'http',
        method: 'post',
        endpoint: paths.search.slice(1),
        responses: [response],
        responseMode: null,
      };
      const environment = {
        uuid: 'stub',
        name: 'stub',
        lastMigration: 33,
        hostname: '127.0.0.1',
        port,
        routes: [route],
        rootChildren: [{ type: 'route', uuid: 'search' }],
      };
      const data = write(folder, 'mockoon.json', environment);
      const program = installed(folder, '@mockoon/cli/bin/run.js');
      return [
        process.execPath,
        program,
        'start',
        '--data',
        data,
        '--port',
        `${port}`,
        '--disable-log-to-file',
        '--repair',
      ];
    },
  },
  {
    name: 'Prism',
    package: '@stoplight/prism-cli@5',
    command({ folder, port, answer }) {
      const content = { 'application/json': { example: JSON.parse(answer) } };
      const post = {
        requestBody: { content: { 'application/json': { schema: {} } } },
        responses: { 200: { description: 'the same answer each time', content } },
      };
      const document = {
        openapi: '3.0.3',
        info: { title: 'stub', version: '1' },
        paths: { [paths.search]: { post } },
      };
      const program = installed(folder, '@stoplight/prism-cli/dist/index.js');
      const file = write(folder, 'prism.json', document);
      const options = ['--host', '127.0.0.1', '--port', `${port}`, '--verboseLevel', 'silent'];
      return [process.execPath, program, 'mock', ...options, file];
    },
  },
  {
    name: 'WireMock',
    package: 'wiremock@3',
    command({ folder, port, answer }) {
      for (const name of ['mappings', '__files']) mkdirSync(join(folder, name), { recursive: true });
      write(folder, '__files/search.json', answer);
      write(folder, 'mappings/search.json', {
        request: { method: 'POST', urlPath: paths.search },
        response: { status: 200, bodyFileName: 'search.json', headers: json },
      });
      const build = installed(folder, 'wiremock/build');
      const jar = readdirSync(build).find(name => name.endsWith('.jar')) ?? '';
      const options = ['--port', `${port}`, '--bind-address', '127.0.0.1', '--root-dir', folder];
      const quiet = ['--no-request-journal', '--disable-banner', '--use-chunked-encoding', 'NEVER'];
      return ['java', '-jar', join(build, jar), ...options, ...quiet];
    },
  },
];
