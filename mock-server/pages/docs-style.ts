/**
 * The style that gives Swagger UI the colors and fonts of the other pages. Swagger UI has dark colors for the class `dark-mode`,
 * which a script sets. The selectors start with an id, so that they win over those of Swagger UI.
 */
export const docsStyle = `
  :root { --bad: #b3261e; --get: #1f5fa8; --post: #1d6b3c; --put: #8a5300; --method: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --bad: #ff9d94; --get: #8dbdf2; --post: #7fd39a; --put: #f0b765; --method: #14181d; }
  }
  html.dark-mode { background: var(--paper); }
  #docs { max-width: 64rem; margin: 0 auto; padding: 0 0 4rem; }
  #docs .swagger-ui { background: none; color: var(--ink); font-family: inherit; }
  #docs .swagger-ui * { color: inherit; font-family: inherit; text-shadow: none; }
  #docs :is(code, code *, pre, pre *, textarea, .opblock-summary-path, .parameter__type, .parameter__in, .prop-type) { font-family: ui-monospace, monospace; }
  #docs svg { fill: currentColor; }
  #docs .wrapper { max-width: none; padding: 0 1.25rem; }
  #docs .info { margin: 2.5rem 0 1.5rem; }
  #docs .info .title { font-size: 2.1rem; letter-spacing: -0.02em; }
  #docs .info .title small { padding: 0 0.5rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); vertical-align: middle; }
  #docs .info .title small pre { padding: 0.15rem 0; color: var(--soft); font-size: 0.75rem; }
  #docs .info :is(p, li) { margin-inline: 0; font-size: 0.95rem; line-height: 1.6; max-width: 46rem; }
  #docs :is(.info, .renderedMarkdown) code { padding: 0; background: none; font-weight: 500; }
  #docs a:not(.nostyle) { color: var(--mark); }
  #docs .scheme-container { margin: 0 1.25rem 1rem; padding: 1rem 0; background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; box-shadow: none; }
  #docs .opblock-tag { border-color: var(--line); padding-left: 0; font-size: 1.15rem; }
  #docs .opblock-tag small { color: var(--soft); }
  #docs .opblock { background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; box-shadow: none; }
  #docs .opblock :is(.opblock-summary, .opblock-section-header, table thead tr :is(td, th)) { border-color: var(--line); }
  #docs .opblock-section-header { background: var(--paper); box-shadow: none; }
  #docs .opblock-summary-method { background: var(--post); color: var(--method); }
  #docs .opblock-get .opblock-summary-method { background: var(--get); }
  #docs .opblock-put .opblock-summary-method { background: var(--put); }
  #docs .opblock-delete .opblock-summary-method { background: var(--bad); }
  #docs .opblock .tab-header .tab-item.active h4 span::after { background: var(--mark); }
  #docs :is(.opblock-summary-description, .parameter__type, .parameter__in, .parameter__extension, .response-col_links, .prop-format, .tab li:not(.active)) { color: var(--soft); }
  #docs .parameter__name.required :is(span, span::after), #docs .required::after { color: var(--bad); }
  #docs .parameters-col_description { width: auto; }
  #docs table.parameters :is(th, td).parameters-col_name { width: 12rem; max-width: none; padding-right: 1rem; }
  #docs .response-col_links { display: none; }
  #docs td { overflow-wrap: anywhere; }
  #docs textarea { font-weight: 400; }
  #docs :is(.headers-wrapper, .responses-inner, .table-container) { overflow-x: auto; }
  #docs :is(input, textarea, select) { background-color: var(--paper); border: 1px solid var(--soft); box-shadow: none; }
  #docs :is(pre.microlight, .highlight-code > .microlight, .curl-command pre, .request-url pre, .model-box, .model-example pre) { background: var(--paper) !important; border: 1px solid var(--line); color: var(--ink); font-weight: 400; }
  #docs :is(.copy-to-clipboard, .download-contents) { background: var(--card); border: 1px solid var(--line); }
  #docs .copy-to-clipboard button { filter: invert(1); }
  html.dark-mode #docs .copy-to-clipboard button { filter: none; }
  #docs .btn { border-color: var(--soft); box-shadow: none; }
  #docs .btn:is(.authorize, .execute, .try-out__btn:not(.cancel)) { border-color: var(--mark); color: var(--mark); background: var(--card); }
  #docs .btn.execute.opblock-control__btn { background: var(--mark); color: var(--card); }
  #docs .btn:is(.cancel, .btn-clear.cancel) { border-color: var(--bad); color: var(--bad); }
  #docs .dialog-ux .modal-ux { background: var(--card); border-color: var(--line); }
  #docs :is(.dialog-ux .modal-ux-header, .auth-container) { border-color: var(--line); }
  #docs .response-control-media-type--accept-controller select { border-color: var(--mark); }
  #docs .response-control-media-type__accept-message { color: var(--soft); }
  #docs :focus-visible { outline: 2px solid var(--mark) !important; outline-offset: 2px; }
  @media (max-width: 40rem) {
    #docs .opblock-summary { flex-wrap: wrap; }
    #docs table.parameters :is(tr, td) { display: block; width: auto; }
    #docs table.parameters thead { display: none; }
    #docs .parameters-col_name { padding-bottom: 0; }
    #docs .parameters-col_description { padding-top: 0; }
  }
`;
