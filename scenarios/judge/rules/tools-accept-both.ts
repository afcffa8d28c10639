import { defineRule, finding } from '../assess/index.ts';

const both = ['application/json', 'text/event-stream'];

export const toolsAcceptBoth = defineRule({
  id: 'tools-accept-both',
  level: 'must',
  clauses: ['tool.headers'],
  title:
    'A correct client accepts both application/json and text/event-stream in every call to the tool server.',
  right: 'The request has Accept: application/json, text/event-stream.',
  wrong: 'The request has Accept: application/json.',
  explanation: 'The judge reads the Accept header of each call to the tool server.',
  standsAlone: true,
  cases: traffic => traffic.of('tool'),
  nothing: 'the tool server was not called',
  judgeCase(call) {
    if (call.facts.method !== 'POST') return 'not applicable';
    const accept = call.facts.tool?.accept ?? '';
    const types = accept.split(',').map(range => range.split(';')[0]?.trim().toLowerCase());
    const missing = both.filter(type => !types.includes(type));
    if (missing.length === 0) return undefined;
    return finding([call], {
      message: `The client sent ${accept === '' ? 'no Accept header' : `Accept "${accept}"`} to the tool server (exchange ${call.number}), without ${missing.join(' and ')}. The tool server may answer in either form.`,
      expected: `A correct client sends "Accept: ${both.join(', ')}".`,
    });
  },
});
