import { keptSecret, randomKey } from '../../kernel/crypto/kept-secrets.ts';

/** `make-secret <file> <times>`: makes that many secrets beside whoever does so too, and tells each. */
const [, , file = '', times = '1'] = process.argv;
for (let n = 0; n < Number(times); n += 1) process.stdout.write(`${keptSecret(`${file}.${n}`, randomKey)}\n`);
