// Part of `npm run check`: every text and every error the product holds can be shown.

import { root } from './lib/run.mjs';
import { unreachableTexts } from './lib/unreachable-texts.ts';

const dead = unreachableTexts(root);
for (const { file, key } of dead) console.error(`${file}  “${key}” 没有代码会显示它 no code shows it`);
console.log(`有 ${dead.length} 条文字永远不会出现。`);
process.exit(dead.length === 0 ? 0 : 1);
