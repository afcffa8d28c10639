// The imports that each folder may have: `npm run lint` checks them, `npm run graph` draws them.
const { imports } = require('./package.json');

const names = 'contracts|mock-server|client|scenarios';
/** They use one another, and reach into the other folders. */
const workshops = '^(?:test|tools|\\.ci)/';

/** The files that package.json names for `#…` imports of other top-level folders. */
const entries = Object.entries(imports).flatMap(([name, file]) =>
  name.includes('*') ? [] : [file.slice(2)],
);
const entryPath = `^(?:${entries.join('|').replaceAll('.', '\\.')})$`;

/** A folder, the other top-level folders that it may import, and its packages with the files that may import each. */
const folders = {
  contracts: { sees: [], packages: { zod: '.', 'zod-openapi': '^contracts/openapi/' } },
  'mock-server': {
    sees: ['contracts'],
    packages: {
      hono: '.',
      zod: '.',
      '@faker-js/faker': '^mock-server/inventory/(?:fill|fakers)\\.ts$',
      '@msw/data': '^mock-server/inventory/reference/collections\\.ts$',
      '@modelcontextprotocol/server': '^mock-server/web/tool-server/mcp-library\\.ts$',
      msw: '^mock-server/msw\\.ts$',
      redis: '^mock-server/node/redis',
      '@hono/node-server|swagger-ui-dist': '^mock-server/node/',
      '@peculiar/x509|reflect-metadata': '^mock-server/node/certificates\\.ts$',
    },
    builtins: '^mock-server/node/',
  },
  client: { sees: ['contracts'], packages: { zod: '^client/check\\.ts$' }, builtins: '^client/node/' },
  scenarios: {
    sees: ['contracts', 'mock-server', 'client'],
    packages: {
      yaml: '.',
      commander: '^scenarios/cli/',
      zod: '^scenarios/(?:judge|report|verify|cli/mcp)/',
      'preact|@preact/signals|@tanstack/virtual-core|eventsource-parser': '^scenarios/web/.*\\.tsx?$',
      vitest: '^scenarios/vitest\\.ts$',
      '@pact-foundation/pact': '^scenarios/verify/',
    },
    builtins: '^scenarios/',
  },
};

const npm = { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] };
const inPackage = packages => `node_modules/(?:${packages})/`;

const rulesOf = ([folder, { sees, packages, builtins = '$^' }]) => [
  {
    name: `${folder}-sees`,
    comment: `${folder}/ may import ${sees.join(', ') || 'no other folder'}; move what both need into contracts, or pass it in`,
    from: { path: `^${folder}/` },
    to: { path: `^(?:${names})/|${workshops}`, pathNot: `^(?:${[folder, ...sees].join('|')})/` },
  },
  {
    name: `${folder}-packages`,
    comment: `${folder}/ may import only the packages in .dependency-cruiser.cjs`,
    from: { path: `^${folder}/` },
    to: { ...npm, pathNot: inPackage(Object.keys(packages).join('|')) },
  },
  ...Object.entries(packages).map(([wanted, where]) => ({
    name: `${folder}-${wanted.replaceAll(/[^\w|-]/g, '')}`,
    comment: `in ${folder}/, only files like ${where} may import ${wanted}`,
    from: { path: `^${folder}/`, pathNot: where },
    to: { ...npm, path: inPackage(wanted) },
  })),
  {
    name: `${folder}-builtins`,
    comment: `in ${folder}/, only files like ${builtins} may import modules of Node`,
    from: { path: `^${folder}/`, pathNot: builtins },
    to: { dependencyTypes: ['core'] },
  },
];

const alias = ['aliased-subpath-import'];
const between = [
  {
    name: 'entries-of-folders',
    comment:
      'only tests and tools reach into another top-level folder; export it from a file that package.json names in "imports"',
    from: { path: `^(${names})/` },
    to: { path: `^(?:${names})/`, pathNot: ['^$1/', entryPath] },
  },
  {
    name: 'other-folder-by-name',
    comment: "reach another top-level folder by its '#…' import",
    from: { path: `^(${names}|test|tools|\\.ci)/` },
    to: { path: `^(?:${names})/`, pathNot: '^$1/', dependencyTypesNot: alias },
  },
  {
    name: 'own-folder-by-path',
    comment: 'use a relative path inside a top-level folder',
    from: { path: `^(${names})/` },
    to: { path: '^$1/', dependencyTypes: alias },
  },
];

/**
 * A folder is entered by its `index.ts`, by its `node.ts` for the parts that need Node, or by its `routes.ts` for routes that load the
 * other parts later. `$1` is the folder around both files.
 */
const entered = ['[^/]+', '[^/]+/[^/]+', '[^/]+/[^/]+/[^/]+'].flatMap((around, depth) =>
  ['[^/]+$', '([^/]+)/'].map((rest, isInside) => ({
    name: `through-index-${depth + 1}${isInside ? '-beside' : ''}`,
    comment: 'import the index.ts of this folder, its node.ts, or its routes.ts',
    from: { path: `^(${around})/${rest}`, pathNot: workshops },
    to: {
      path: '^$1/[^/]+/',
      pathNot: ['^$1/[^/]+/(?:index|node|routes)\\.ts$', '\\.css$', ...(isInside ? ['^$1/$2/'] : [])],
    },
  })),
);

module.exports = {
  forbidden: [...Object.entries(folders).flatMap(rulesOf), ...between, ...entered].map(rule => ({
    severity: 'error',
    ...rule,
  })),
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default'], exportsFields: ['exports'] },
  },
};
