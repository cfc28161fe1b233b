import type { OrderCompany } from '../orders/order-company.testing.ts';
import { act, actOnceOrTwice, type Play, pickOne } from '../orders/random-play.testing.ts';

type Account = { readonly accountNo: string; readonly staffId?: unknown };

async function accountOf({ accountNo, staffId = null }: Account, { records }: OrderCompany) {
  const isSystem = accountNo.startsWith('SYS-');
  const audience = isSystem ? 'system' : 'staff';
  const known = await records.findOne('points_account', { accountNo });
  const none = { balance: 0, totalEarned: 0, totalSpent: 0, frozen: false };
  const values = { accountNo, kind: isSystem ? 'system' : 'user', audience, name: accountNo, staffId, ...none };
  return { id: known?.id ?? (await records.insert('points_account', values)), audience };
}

/** Moves points between two accounts past the rules, as rules do it: one row each. */
export async function movePoints(
  { from, to, points, biz }: { readonly from: Account; readonly to: Account; points: number; readonly biz: string },
  bizId: unknown,
  company: OrderCompany,
): Promise<void> {
  for (const [account, direction] of [
    [from, 'out'],
    [to, 'in'],
  ] as const) {
    const { id, audience } = await accountOf(account, company);
    const { balance, totalEarned, totalSpent } = await company.stored('points_account', id);
    const after = Number(balance) + (direction === 'in' ? points : -points);
    const earned = Number(totalEarned) + (direction === 'in' ? points : 0);
    const spent = Number(totalSpent) + (direction === 'out' ? points : 0);
    await company.records.update('points_account', id, { balance: after, totalEarned: earned, totalSpent: spent });
    await company.records.insert('points_ledger', {
      ...{
        txnNo: `${biz.slice(0, 3)}-${String(bizId)}`,
        accountId: id,
        audience,
        direction,
        points,
        balanceAfter: after,
      },
      ...{ bizType: biz, bizId, occurredAt: new Date().toISOString() },
    });
  }
}

/** What has points to be taken back: an order that was paid; and what has goods to be exchanged: a seller with points. */
export async function reward({ company, random }: Play): Promise<void> {
  const grant = { accountNo: 'SYS-GRANT' };
  const [order] = await company.database.rows(`select o.id from sales_order o where o.paid_total > 0 and not exists (
    select 1 from points_ledger l where l.biz_type = 'order' and l.biz_id = o.id::text) limit 1`);
  if (order === undefined) return;
  const student = { accountNo: `XY-${String(order.id)}` };
  await movePoints({ from: grant, to: student, points: 100, biz: 'order' }, order.id, company);
  if (random.chance(0.5)) await movePoints({ from: student, to: grant, points: 70, biz: 'adjust' }, order.id, company);
  const seller = { accountNo: 'YG-sales', staffId: company.ids.sales };
  await movePoints({ from: grant, to: seller, points: 500, biz: 'performance' }, order.id, company);
}

/** Puts goods on the shelf, changes how many there are, exchanges points for some, or gives them back. */
export async function turnOfGoods(play: Play): Promise<void> {
  const { company, random } = play;
  const known = await company.records.pick('commodity', ['version', 'status'], {}, 20);
  const goods = pickOne(known, random);
  if (goods === undefined || (known.length < 3 && random.chance(0.5))) {
    const catalogId = await company.records.insert('commodity_catalog', {
      name: '目录',
      audience: 'staff',
      enabled: true,
    });
    const shelf = { audience: 'staff', name: '杯子', catalogId, kind: 'virtual', pointsPrice: 10 };
    const body = { ...shelf, stockOnHand: random.int(1, 5) };
    return act({ by: 'admin', path: '/v1/commodity/create', body }, play);
  }
  const { id, version } = goods;
  if (goods.status !== 'on') return act({ by: 'admin', path: '/v1/commodity/publish', body: { id } }, play);
  const exchanged = pickOne(
    await company.records.pick('exchange_record', ['status'], { status: 'pending' }, 20),
    random,
  );
  const kind = random.int(0, 9);
  if (kind < 2) {
    const body = { id, version, stockOnHand: random.int(0, 9) };
    return actOnceOrTwice({ by: 'admin', path: '/v1/commodity/modify', body }, play);
  }
  if (kind < 5 && exchanged !== undefined) {
    const key = random.chance(0.5) ? 'cancel' : 'deliver';
    const by = key === 'cancel' ? 'sales' : 'admin';
    return actOnceOrTwice({ by, path: `/v1/exchange/record/${key}`, body: { id: exchanged.id } }, play);
  }
  await actOnceOrTwice({ by: 'sales', path: '/v1/commodity/exchange', body: { id, quantity: random.int(1, 3) } }, play);
}
