import { createProtection } from '../server/kernel/crypto/protection.ts';
import { benchSecret } from './bench-size.ts';
import type { Call } from './load.ts';
import type { Sample, Versioned } from './sample.ts';

/** A comparison: the same work asked of the product and of the yardstick, and what is hoped for. */
export type Case = {
  readonly key: string;
  readonly title: string;
  readonly product: Call;
  readonly bare: Call;
  /** Least calls per second of the product for each of the yardstick's. */
  readonly goal: number;
};

/** What a list of customers shows, and a file of them holds. */
export const customerFields = [
  'name',
  'mobile',
  'stage',
  'level',
  'intentionProjectIds',
  'owner.name',
  'nextFollowAt',
  'lastFollowAt',
  'followCount',
  'channel.name',
  'province',
  'city',
  'ownState',
  'createdAt',
];

/** Calls from the list of all customers, as somebody who is signed in. */
function as(sample: Sample, account: 'sales' | 'manager'): Readonly<Record<string, string>> {
  return {
    'x-app-token': sample.tokens[account],
    'x-app-page': 'alllist',
    'x-app-platform': 'sys',
    'x-app-version': '2.2.1',
  };
}

/** All comparisons for a sample. */
export function casesFor(sample: Sample): readonly Case[] {
  const [own, ownBare] = [takeTurns(sample.ownIds), takeTurns(sample.ownIds)];
  const [keyword, keywordBare] = [takeTurns(sample.keywords), takeTurns(sample.keywords)];
  const query = (account: 'sales' | 'manager', body: () => Readonly<Record<string, unknown>>): Call => ({
    path: '/v1/customer/query',
    headers: as(sample, account),
    body: () => ({ size: 20, fields: customerFields, sort: ['-createdAt'], ...body() }),
  });
  const reads: readonly Case[] = [
    {
      key: 'list',
      title: '窄列表：本人的客户，20 行',
      goal: 0.6,
      product: query('sales', () => ({})),
      bare: { path: '/owned', body: () => ({ ownerId: sample.salesId }) },
    },
    {
      key: 'broad',
      title: '宽列表：六分之一的表符合，20 行',
      goal: 5,
      product: query('manager', () => ({ where: { field: 'stage', op: 'eq', value: 'fresh' } })),
      bare: { path: '/stage', body: () => ({ stage: 'fresh' }) },
    },
    {
      key: 'byId',
      title: '按编号读取',
      goal: 0.45,
      product: {
        path: '/v1/customer/view',
        headers: as(sample, 'sales'),
        body: () => ({ id: own(), fields: customerFields }),
      },
      bare: { path: '/view', body: () => ({ id: ownBare() }) },
    },
    {
      key: 'search',
      title: '五个字符的关键字',
      goal: 1 / 1.3,
      product: query('manager', () => ({ where: { search: keyword() } })),
      bare: { path: '/search', body: () => ({ keyword: keywordBare() }) },
    },
  ];
  return [...reads, ...changes(sample)];
}

function changes(sample: Sample): readonly Case[] {
  const half = Math.floor(sample.rows.length / 2);
  const changed = nextVersions(sample.rows.slice(0, half));
  const changedBare = nextVersions(sample.rows.slice(half));
  const mobile = freshMobiles();
  return [
    {
      key: 'create',
      title: '新增客户',
      goal: 0.35,
      product: {
        path: '/v1/customer/create',
        headers: as(sample, 'sales'),
        body: () => ({
          name: '测试客户',
          mobile: mobile(),
          level: 'b',
          intentionProjectIds: [sample.projectId],
          channelId: sample.channelId,
        }),
      },
      bare: {
        path: '/create',
        body: () => ({
          name: '测试客户',
          ...sealed(mobile()),
          channelId: sample.channelId,
          projectIds: [sample.projectId],
          ownerId: sample.salesId,
          departmentId: sample.salesDepartmentId,
        }),
      },
    },
    {
      key: 'update',
      title: '修改客户',
      goal: 0.35,
      product: {
        path: '/v1/customer/modify',
        headers: as(sample, 'manager'),
        body: () => remarked(changed()),
      },
      bare: { path: '/modify', body: () => remarked(changedBare()) },
    },
  ];
}

/** Answers the values one after another, and from the start again. */
function takeTurns(values: readonly string[]): () => string {
  let place = 0;
  return () => values[place++ % values.length] ?? '';
}

/** Answers rows one after another, from the start again in the version the change before has made. */
function nextVersions(rows: readonly Versioned[]): () => Versioned {
  let place = 0;
  return () => {
    const { id, version } = rows[place % rows.length] ?? { id: '', version: 0 };
    return { id, version: version + Math.floor(place++ / rows.length) };
  };
}

/** A change that changes something each time. */
function remarked({ id, version }: Versioned): Readonly<Record<string, unknown>> {
  return { id, version, remark: `已联系 ${version} 次` };
}

/** Numbers nobody has, in this run or one before. */
function freshMobiles(): () => string {
  let next = (Date.now() % 4_000_000_000) + 15_000_000_000;
  return () => String(next++).slice(0, 11);
}

const protection = createProtection(benchSecret);

/** A number as the product stores it: the yardstick writes rows that the product reads later. */
function sealed(mobile: string): { readonly mobile: string; readonly mobileHash: string } {
  return { mobile: protection.encrypt(mobile), mobileHash: protection.hash(mobile) };
}

/** A comparison of the product with itself: a page far down costs what the first one costs. */
export function deepPage(sample: Sample): { readonly first: Call; readonly deep: (cursor: string) => Call } {
  const headers = as(sample, 'manager');
  const call = (body: Readonly<Record<string, unknown>>): Call => ({
    path: '/v1/customer/query',
    headers,
    body: () => ({ size: 20, fields: customerFields, sort: ['-createdAt'], count: 'none', ...body }),
  });
  return { first: call({}), deep: (cursor) => call({ cursor }) };
}
