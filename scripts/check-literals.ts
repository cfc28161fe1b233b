// Part of `npm run check`: neither the engine nor the server's access to tables names anything of any product.

import { databaseLiterals, engineLiterals } from './lib/product-words.ts';
import { root } from './lib/run.mjs';

const products = ['schemas', 'e2e/fixtures/library', 'server/platform/schemas'];
const faults = [...engineLiterals(root, products), ...databaseLiterals(root, products)];
for (const { file, line, word } of faults)
  console.error(`${file}:${line}  “${word}” 是产品的词，这里不写 a word of a product, which does not belong here`);
console.log(`引擎与 server/db 中有 ${faults.length} 处产品的词。`);
process.exit(faults.length === 0 ? 0 : 1);
