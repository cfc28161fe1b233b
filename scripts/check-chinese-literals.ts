// Part of `npm run check`: words of the product stand in its text files; what is left in the code only becomes less.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chineseLiterals, comparedWith } from './lib/chinese-literals.ts';
import { root } from './lib/run.mjs';

const limits: unknown = JSON.parse(readFileSync(path.join(root, 'scripts/chinese-literals.json'), 'utf8'));
const { more, less } = comparedWith(
  Object.fromEntries(Object.entries(Object(limits)).map(([folder, count]) => [folder, Number(count)])),
  chineseLiterals(root),
);
for (const folder of more) console.error(`代码里的中文多了（现在，上限）：${folder}。请写进文本文件。`);
for (const folder of less)
  console.log(`代码里的中文少了（现在，上限）：${folder}。请把 scripts/chinese-literals.json 里的上限改小。`);
process.exit(more.length === 0 ? 0 : 1);
