// Part of `npm run check`: the engine names nothing of any product.

import { engineLiterals } from './lib/product-words.ts';
import { root } from './lib/run.mjs';

const products = ['schemas', 'e2e/fixtures/library', 'server/platform/schemas'];
const faults = engineLiterals(root, products);
for (const { file, line, word } of faults)
  console.error(`${file}:${line}  “${word}” 是产品的词，引擎中不写 a word of a product, not of the engine`);
console.log(`引擎中有 ${faults.length} 处产品的词。`);
process.exit(faults.length === 0 ? 0 : 1);
