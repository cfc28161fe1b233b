// `npm run bench:scale -- [small | medium | large]`: every list and panorama over the demo company at full size.

import { type DemoSize, demoScales } from '../server/demo/crm/values/demo-size.ts';
import { startDemoDatabase } from './demo-database.ts';
import { measurePages } from './measure-pages.ts';
import { circumstances, writeBetween } from './report.ts';
import { startProduct } from './servers.ts';
import { topUp } from './top-up.ts';

/** Follow-ups and calls each customer has in the mean. */
const historyRows = 10;

const size: DemoSize = (['small', 'medium', 'large'] as const).find((name) => process.argv.includes(name)) ?? 'large';
const { customers } = demoScales[size];
const history = { follow_up: customers * historyRows, call_record: customers * historyRows };
const database = await startDemoDatabase({
  ...{ name: `scale-${size}`, size },
  more: ({ client, documents }) => topUp(client, documents, history),
});
try {
  const product = await startProduct(database);
  try {
    const what = {
      paths: ['/customer'],
      tables: ['customer', 'follow_up', 'call_record', 'opportunity', 'lead', 'sales_order'],
    };
    const lines = await measurePages(product, database.documents, database.urls, what);
    for (const line of lines) console.log(line);
    if (size === 'large') writeBetween('scale', [`\n${circumstances()}。\n`, ...lines, ''].join('\n'));
  } finally {
    await product.stop();
  }
} finally {
  await database.server.stop();
}
