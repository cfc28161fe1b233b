import type { Colleague } from '../company/colleagues.ts';
import { day, hour } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';
import type { World } from '../world/world.ts';

type Goods = {
  readonly name: string;
  readonly kind: 'physical' | 'virtual' | 'coupon';
  readonly price: number;
  readonly stock: number;
  readonly status?: 'off';
  readonly market?: number;
  readonly limit?: number;
  readonly color?: string;
};

/** What lies on the shelves of the staff mall; prices in points, market prices in cents. */
const shelves: Readonly<Record<string, readonly Goods[]>> = {
  办公用品: [
    { name: '纪念保温杯', kind: 'physical', price: 300, stock: 26, market: 6900, color: '#1d39c4' },
    { name: '人体工学鼠标', kind: 'physical', price: 680, stock: 8, market: 15_900, limit: 1 },
    { name: '折叠雨伞', kind: 'physical', price: 220, stock: 0, market: 4900, color: '#fadb14' },
    { name: '定制笔记本', kind: 'physical', price: 120, stock: 60, market: 2900 },
    { name: '桌面加湿器', kind: 'physical', price: 450, stock: 5, market: 9900 },
  ],
  福利卡券: [
    { name: '视频会员月卡', kind: 'virtual', price: 200, stock: 40, market: 2500 },
    { name: '咖啡兑换券', kind: 'coupon', price: 150, stock: 100, market: 3000 },
    { name: '电影票兑换券', kind: 'coupon', price: 350, stock: 30, market: 6000, limit: 2 },
    { name: '半天调休券', kind: 'coupon', price: 1200, stock: 10, limit: 1 },
    { name: '旧版积分卡', kind: 'coupon', price: 100, stock: 10, status: 'off' },
  ],
};

/** What the demo accounts have to spend; others have what their months brought. */
const purses: Readonly<Record<string, number>> = {
  sales: 1260,
  sales2: 80,
  group_leader: 2400,
  manager: 3600,
  admin: 5000,
  promoter: 900,
};
/** What the exchange of the past cost the account `sales`, given to it beside its purse. */
const formerPrice = 300;
const systemAccounts = { grant: '发放账户', exchange: '兑换账户' } as const;

type Account = { readonly id: string; balance: number; earned: number; spent: number };
type Shelved = {
  readonly id: string;
  readonly commodityNo: string;
  readonly goods: Goods;
  /** When each piece that is gone was taken, and by which exchange. */
  readonly taken: { readonly at: number; readonly exchangeId: string; readonly by: string }[];
};

/** Writes the staff mall: goods, an account for everybody, rewards of the months past and what they were exchanged for. */
export function addMall(world: World): void {
  const { now, random, organisation } = world;
  const opened = now - 90 * day;
  const shelved = addShelves(opened, world);
  const system = {
    grant: openAccount(opened, world),
    exchange: openAccount(opened, world),
  };
  const purse = new Map(organisation.staff.map((person) => [person, openAccount(opened, world)]));
  for (const [person, account] of purse) reward(person, account, system.grant, world);
  const exchanged = shelved.filter(({ goods }) => goods.status !== 'off' && goods.stock > 0);
  for (const [person, account] of purse) {
    // The demo accounts keep what their purse says; one of them has exchanged something before.
    const isDemo = person.account in purses;
    const item = isDemo
      ? exchanged.find(({ goods }) => goods.price === formerPrice)
      : exchanged[random.int(0, exchanged.length - 1)];
    const wants = isDemo ? person.account === 'sales' : item !== undefined && account.balance >= item.goods.price;
    if (item !== undefined && wants) exchange(person, account, system.exchange, item, world);
  }
  for (const key of ['grant', 'exchange'] as const) {
    const facts = {
      accountNo: `SYS-${key.toUpperCase()}`,
      kind: 'system',
      audience: 'system',
      name: systemAccounts[key],
    };
    writeAccount(system[key], facts, opened, world);
  }
  for (const [person, account] of purse) {
    const facts = {
      accountNo: `YG-${person.account}`,
      kind: 'user',
      audience: 'staff',
      staffId: person.id,
      name: person.name,
    };
    writeAccount(account, facts, opened, world);
  }
  for (const item of shelved) writeGoods(item, opened, world);
}

/** The catalogues, and the goods that will lie in them. */
function addShelves(opened: number, { random, add, numbers }: World): (Shelved & { readonly catalogId: string })[] {
  return Object.entries(shelves).flatMap(([name, goods], place) => {
    const catalogId = demoId(opened, random);
    add('commodity_catalog', {
      id: catalogId,
      createdAt: opened,
      createdBy: null,
      name,
      audience: 'staff',
      sortNo: place + 1,
      enabled: true,
    });
    return goods.map((item) => ({
      id: demoId(opened, random),
      commodityNo: numbers.commodity.next(opened),
      catalogId,
      goods: item,
      taken: [],
    }));
  });
}

function writeGoods(
  { id, commodityNo, goods, taken, catalogId }: Shelved & { readonly catalogId: string },
  opened: number,
  { add }: World,
): void {
  add('commodity', {
    id,
    createdAt: opened,
    createdBy: null,
    commodityNo,
    audience: 'staff',
    name: goods.name,
    catalogId,
    kind: goods.kind,
    pointsPrice: goods.price,
    marketPrice: goods.market ?? null,
    stockOnHand: goods.stock,
    exchangeCount: taken.length,
    limitPerPerson: goods.limit ?? null,
    color: goods.color ?? null,
    status: goods.status ?? 'on',
  });
  const random = Random.of(id);
  let onHand = 0;
  const enter = (at: number, createdBy: string | null, reason: string, delta: number, exchangeId: string | null) => {
    onHand += delta;
    const row = { commodityId: id, reason, onHandDelta: delta, onHandAfter: onHand, exchangeId };
    add('commodity_ledger', { id: demoId(at, random), createdAt: at, createdBy, ...row });
  };
  const stocked = goods.stock + taken.length;
  if (stocked > 0) enter(opened, null, 'purchase', stocked, null);
  for (const { at, exchangeId, by } of taken.toSorted((one, other) => one.at - other.at))
    enter(at, by, 'exchange', -1, exchangeId);
}

function openAccount(opened: number, { random }: World): Account {
  return { id: demoId(opened, random), balance: 0, earned: 0, spent: 0 };
}

function writeAccount(account: Account, facts: Readonly<Record<string, string>>, opened: number, { add }: World): void {
  const { id, balance, earned, spent } = account;
  add('points_account', {
    id,
    createdAt: opened,
    createdBy: null,
    ...facts,
    balance,
    totalEarned: earned,
    totalSpent: spent,
    frozen: false,
  });
}

const months = 3;

/** A reward for each of the months past; together they leave what the purse of a demo account shall hold. */
function reward(person: Colleague, account: Account, from: Account, world: World): void {
  const wanted = purses[person.account];
  for (let month = months; month >= 1; month--) {
    const share =
      wanted === undefined
        ? world.random.int(5, 40) * 10
        : Math.floor(wanted / months) + (month === 1 ? wanted % months : 0);
    const extra = person.account === 'sales' && month === months ? formerPrice : 0;
    const at = world.now - (month * 28 - 20) * day - 6 * hour;
    move(
      {
        from,
        to: account,
        points: share + extra,
        bizType: 'performance',
        biz: `YJ-${person.account}-${month}`,
        remark: '业绩达标奖励',
        at,
      },
      world,
    );
  }
}

/** An exchange of the past that has reached its owner. */
function exchange(person: Colleague, account: Account, to: Account, item: Shelved, world: World): void {
  const { now, random, numbers, add } = world;
  const at = now - random.int(2, 20) * day;
  const exchangeNo = numbers.exchange.next(at);
  const points = item.goods.price;
  move(
    { from: account, to, points, bizType: 'exchange', biz: exchangeNo, remark: `兑换 ${item.goods.name} × 1`, at },
    world,
  );
  const id = demoId(at, random);
  item.taken.push({ at, exchangeId: id, by: person.id });
  const { name, kind, price } = item.goods;
  add('exchange_record', {
    id,
    createdAt: at,
    createdBy: person.id,
    exchangeNo,
    audience: 'staff',
    accountId: account.id,
    staffId: person.id,
    commodityId: item.id,
    commoditySnapshot: JSON.stringify({
      commodityNo: item.commodityNo,
      name,
      kind,
      pointsPrice: price,
      cashPrice: null,
    }),
    quantity: 1,
    pointsTotal: points,
    status: 'done',
  });
}

type Move = {
  readonly from: Account;
  readonly to: Account;
  readonly points: number;
  readonly bizType: string;
  readonly biz: string;
  readonly remark: string;
  readonly at: number;
};

/** Points that change hands, a row on each side. */
function move({ from, to, points, bizType, biz, remark, at }: Move, { add, random }: World): void {
  from.balance -= points;
  from.spent += points;
  to.balance += points;
  to.earned += points;
  const row = (account: Account, direction: 'in' | 'out', audience: string) =>
    add('points_ledger', {
      id: demoId(at, random),
      createdAt: at,
      createdBy: null,
      txnNo: biz,
      accountId: account.id,
      audience,
      direction,
      points,
      balanceAfter: account.balance,
      bizType,
      bizId: biz,
      remark,
      occurredAt: at,
    });
  row(from, 'out', bizType === 'exchange' ? 'staff' : 'system');
  row(to, 'in', bizType === 'exchange' ? 'system' : 'staff');
}
