import DefaultTheme from 'vitepress/theme';
import type { Theme } from 'vitepress';
import Mermaid from './mermaid.vue';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('MermaidDiagram', Mermaid);
  },
};
export default theme;
