// Part of `npm run check`: Dockerfile and compose file are sound, as far as can be known without building them.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { composeFaults, dockerfileFaults } from './lib/container-faults.ts';
import { root } from './lib/run.mjs';

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const faults = [
  ...dockerfileFaults(read('Dockerfile')).map((fault) => `Dockerfile:${fault}`),
  ...composeFaults(read('compose.yaml')).map((fault) => `compose.yaml:${fault}`),
];
for (const fault of faults) console.error(fault);
console.log(`Dockerfile 与 compose.yaml 有 ${faults.length} 处错误。`);
process.exit(faults.length === 0 ? 0 : 1);
