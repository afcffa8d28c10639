import { commandLinePage } from './command-line.ts';
import { faultKindsPage } from './fault-kinds.ts';
import { llmsList } from './llms.ts';
import { provenancePage } from './provenance.ts';
import { rulesPage } from './rules.ts';
import { byProductPage } from './rules-by-product.ts';
import { scenariosPage } from './scenarios.ts';

/** The pages of the documentation that are made from the product. `npm run generate` writes them. */
export const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/guides/command-line.md': commandLinePage,
  'docs/guides/fault-kinds.md': faultKindsPage,
  'docs/llms.txt': llmsList,
  'docs/provenance.md': provenancePage,
  'docs/rules.md': rulesPage,
  'docs/rules-by-product.md': byProductPage,
  'docs/scenarios.md': scenariosPage,
};
