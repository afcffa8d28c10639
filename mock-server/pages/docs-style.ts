/**
 * The style that gives Swagger UI the colors and fonts of the other pages. Swagger UI has dark colors for the class `dark-mode`,
 * which a script sets.
 */
export const docsStyle = `
  .swagger-ui { font-family: system-ui, sans-serif; }
`;
