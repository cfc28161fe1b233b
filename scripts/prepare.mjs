// Run by npm after an installation; an installation without development packages brings its `dist` along.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { generate } from './lib/build.mjs';
import { root } from './lib/run.mjs';

if (existsSync(path.join(root, 'node_modules', 'tsx'))) process.exit((await generate()).code);
console.log('没有开发依赖，跳过生成。No development packages, nothing generated.');
