// `npm run bench:areas -- [page …]`: the pages of orders, work orders and students over a million rows of each, and
// those of projects.

import { startDemoDatabase } from './demo-database.ts';
import { fillAreas } from './fill-areas.ts';
import { measurePages } from './measure-pages.ts';
import { circumstances } from './report.ts';
import { startProduct } from './servers.ts';

const database = await startDemoDatabase({ name: 'areas', size: 'medium', more: fillAreas });
try {
  const product = await startProduct(database);
  try {
    const what = {
      pages: process.argv.slice(2),
      paths: ['/order', '/workordermanagement', '/trainmanagement', '/question', '/projectmanage', '/recruitment'],
      polls: ['/v1/work/order/ten/minute/query', '/v1/work/order/processing/time/query'],
      tables: [
        'sales_order',
        'order_item',
        'payment',
        'refund',
        'shipment',
        'agreement',
        'work_order',
        'student_question',
        'study_daily_stat',
        'class_session',
        'material',
        'student_account_op',
      ],
    };
    for (const line of [circumstances(), ...(await measurePages(product, database.documents, database.urls, what))])
      console.log(line);
  } finally {
    await product.stop();
  }
} finally {
  await database.server.stop();
}
