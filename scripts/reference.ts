// `npm run reference`: writes docs/schema-reference.md from the grammar and what expressions may call.
import path from 'node:path';
import { readGrammar } from './generate/grammar.ts';
import { meantAggregates, meantFunctions } from './generate/meant.ts';
import { referenceMarkdown } from './generate/reference.ts';
import { writeIfChanged } from './generate/write-if-changed.ts';
import { root } from './lib/run.mjs';

const text = referenceMarkdown(readGrammar(path.join(root, 'engine/meta')), {
  functions: meantFunctions(),
  aggregates: meantAggregates(),
});
const file = path.join(root, 'docs/schema-reference.md');
console.log(writeIfChanged(file, text) ? `已写入 ${file}` : `${file} 没有变化`);
