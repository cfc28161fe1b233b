// `npm run bench:scale -- [small | medium | large] [rows] [beside] [page …]`: every list and panorama over the demo company
// at full size, or some pages of it; `beside` while ten people import, export and assign.

import { Colleagues } from './growth/colleagues.ts';
import { scaleSize, startScaleDatabase } from './growth/scale-database.ts';
import { measurePages } from './measure-pages.ts';
import { circumstances, writeBetween } from './report.ts';
import { startProduct } from './servers.ts';

const words = process.argv.slice(2);
const isBeside = words.includes('beside');
const wanted = scaleSize(words);
const database = await startScaleDatabase(wanted);
try {
  const product = await startProduct(database, { jobWorkers: isBeside ? 2 : 0 });
  try {
    const what = {
      paths: ['/customer'],
      pages: words.filter((word) => database.documents.pages.has(word)),
      tables: ['customer', 'follow_up', 'call_record', 'opportunity', 'lead', 'sales_order'],
    };
    const colleagues = isBeside ? await Colleagues.atWork(product, database) : undefined;
    const pages = await measurePages(product, database.documents, database.urls, what);
    const lines = [...(colleagues === undefined ? [] : [await colleagues.stop(), '']), ...pages];
    for (const line of lines) console.log(line);
    if (wanted.size === 'large' || isBeside)
      writeBetween(isBeside ? 'beside' : 'scale', [`\n${circumstances()}。\n`, ...lines, ''].join('\n'));
  } finally {
    await product.stop();
  }
} finally {
  await database.server.stop();
}
