// A plugin of typedoc: names each module as users import it, such as "travel-understudy/rules" for scenarios/judge/index.ts.
import { readFileSync } from 'node:fs';

const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const importNames = new Map(
  Object.entries(exports).flatMap(([entry, { types }]) =>
    types ? [[types.replace(/^\.\/dist\/|(?:\/index)?\.d\.ts$/g, ''), `${name}${entry.slice(1)}`]] : [],
  ),
);

export function load(app) {
  app.converter.on('resolveBegin', ({ project }) => {
    for (const entry of project.children ?? []) {
      const importName = importNames.get(entry.name);
      if (importName === undefined)
        throw new Error(
          `${entry.name} is no entry of package.json. Remove it from docs/.vitepress/typedoc.json.`,
        );
      entry.name = importName;
    }
  });
}
