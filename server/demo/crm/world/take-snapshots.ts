import { connectDatabase } from '../../../db/connection/connect.ts';
import { snapshotOf } from '../../../domain/orders/index.ts';
import { type Seeding, seedContext } from '../../../seed/seed-context.ts';

/** Has each review that waits keep what its order is, as it does when somebody hands it in: only such a one can be approved. */
export async function takeSnapshots({
  migratorUrl,
  ...seeding
}: Omit<Seeding, 'db'> & { readonly migratorUrl: string }): Promise<void> {
  const connection = connectDatabase({ url: migratorUrl, max: 1 });
  try {
    const context = seedContext({ ...seeding, db: connection.db });
    for (const review of await context.records.find('order_review', { result: 'pending' })) {
      const order = await context.records.findOne('sales_order', { id: review.orderId });
      if (order !== undefined)
        await context.records.update('order_review', review.id, await snapshotOf(order, context));
    }
  } finally {
    await connection.close();
  }
}
