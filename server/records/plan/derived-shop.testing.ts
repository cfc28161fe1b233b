import { afterAll, beforeAll } from 'vitest';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

export let shop: TestOperations;

/** Starts a shop whose values are worked out of one another before the tests of a file; ends it after. */
export function startDerivedShop(): void {
  beforeAll(async () => {
    shop = await startOperations([client, job, line, watched, remark], {
      dictionaries: [choice('door', 'open', 'closed'), choice('subject', 'watched', 'client', 'job')],
    });
    const { records } = shop;
    ids.client = await records.insert('client', { given: '三', family: '张', state: 'open' });
    const add = async (name: string, values: Values, lines: readonly (readonly [number, number, string])[]) => {
      ids[name] = await records.insert('job', { name, watcherIds: [], ...values });
      for (const [quantity, price, usedOn] of lines)
        await records.insert('job_line', { jobId: ids[name], quantity, price, usedOn, note: '料' });
    };
    const clientId = ids.client;
    const day = 86_400_000;
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    await add('甲', { clientId, hours: 2.5, rate: 101, startedOn: '2026-01-31', dueAt: at(-day) }, [
      [2, 50, '2026-02-03'],
      [1, 500, '2026-02-01'],
    ]);
    await add('乙', { clientId, hours: 12, rate: 10, dueAt: at(day) }, [[3, 7, '2026-03-01']]);
    await add('丙', { dueAt: '2026-01-01T20:00:00Z' }, []);
    const gone = await records.insert('job_line', { jobId: ids.甲, quantity: 9, price: 9, note: '删' });
    await records.remove('job_line', gone);
  }, 60_000);
  afterAll(() => shop.close());
}

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...extra,
});

export const client: EntityDocument = {
  schemaVersion: 2,
  name: 'client',
  title: '客户',
  label: 'fullName',
  operations: ['query', 'group', 'view'],
  states: [
    {
      key: 'main',
      field: 'state',
      initial: ['open'],
      transitions: [
        {
          key: 'close',
          title: '关闭',
          from: ['open'],
          to: 'closed',
          permission: 'client:close',
          guard: 'record.jobCount > 1',
          guardMessage: '至少两张修理单',
        },
      ],
    },
  ],
  fields: [
    field('state', 'enum', { dictionary: 'door', readonly: true }),
    field('given', 'string', { required: true }),
    field('family', 'string', { required: true }),
    field('fullName', 'string', { compute: 'record.family + record.given' }),
    field('jobCount', 'int', { rollup: { entity: 'job', by: 'clientId', aggregate: 'count' } }),
    field('lastJob', 'datetime', { rollup: { entity: 'job', by: 'clientId', aggregate: 'max', field: 'dueAt' } }),
    field('jobWage', 'money', { rollup: { entity: 'job', by: 'clientId', aggregate: 'sum', field: 'wage' } }),
    field('busy', 'bool', { compute: 'record.jobCount > 1' }),
  ],
};

export const job: EntityDocument = {
  schemaVersion: 2,
  name: 'job',
  title: '修理单',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify'],
  access: {
    owner: ['ownerId'],
    scopes: [{ key: 'cheap', title: '便宜的', when: 'record.rate < 10', permission: 'job:scope:cheap' }],
  },
  fields: [
    field('name', 'string', { required: true }),
    field('clientId', 'ref', { ref: 'client' }),
    field('watcherIds', 'refs', { ref: 'client' }),
    field('ownerId', 'ref', { ref: 'staff' }),
    field('hours', 'decimal'),
    field('rate', 'money'),
    field('startedOn', 'date'),
    field('dueAt', 'datetime'),
    field('wage', 'money', { compute: 'record.hours * record.rate' }),
    field('material', 'money', { rollup: { entity: 'job_line', by: 'jobId', aggregate: 'sum', field: 'amount' } }),
    field('cost', 'money', { compute: 'record.wage + record.material' }),
    field('dearMaterial', 'money', {
      compute: 'sum(record.lines, row.price > 10 ? row.amount * row.job.hours : 0)',
    }),
    field('lastUse', 'date', { compute: 'maxOf(record.lines, row.usedOn)' }),
    field('isCheap', 'bool', { compute: 'all(record.lines, row.price < 100)' }),
    field('lineCount', 'int', { rollup: { entity: 'job_line', by: 'jobId', aggregate: 'count' } }),
    field('dearCount', 'int', {
      rollup: { entity: 'job_line', by: 'jobId', aggregate: 'count', where: 'record.amount > record.job.rate' },
    }),
    field('firstUse', 'date', { rollup: { entity: 'job_line', by: 'jobId', aggregate: 'min', field: 'usedOn' } }),
    field('most', 'int', { rollup: { entity: 'job_line', by: 'jobId', aggregate: 'max', field: 'quantity' } }),
    field('overdue', 'bool', { compute: 'record.dueAt < now' }),
    field('reviewOn', 'date', { compute: 'record.startedOn + days(30)' }),
    field('dueDay', 'date', { compute: 'dayOf(record.dueAt)' }),
    field('clientName', 'string', { compute: 'record.client.fullName' }),
    field('payerId', 'ref', { ref: 'client', compute: 'record.hours > 10 ? null : record.clientId' }),
  ],
  children: [{ key: 'lines', title: '用料', entity: 'job_line', by: 'jobId' }],
};

const line: EntityDocument = {
  schemaVersion: 2,
  name: 'job_line',
  title: '用料',
  label: 'note',
  operations: ['query'],
  fields: [
    field('note', 'string'),
    field('jobId', 'ref', { ref: 'job' }),
    field('quantity', 'int'),
    field('price', 'money'),
    field('usedOn', 'date'),
    field('amount', 'money', { compute: 'record.quantity * record.price' }),
  ],
};

export const watched: EntityDocument = {
  ...client,
  name: 'watched',
  title: '被关注',
  label: 'name',
  operations: ['query', 'view', 'modify'],
  states: [
    {
      key: 'main',
      field: 'state',
      initial: ['open'],
      transitions: [
        {
          key: 'close',
          title: '关闭',
          from: ['open'],
          to: 'closed',
          permission: 'watched:close',
          guard: 'record.noteCount > 1',
          guardMessage: '至少两条记录',
        },
      ],
    },
  ],
  fields: [
    field('name', 'string'),
    field('state', 'enum', { dictionary: 'door', readonly: true }),
    field('noteCount', 'int', { rollup: { entity: 'remark', by: 'subjectId', aggregate: 'count' } }),
  ],
};

/** Refers to one of two entities, and to many. */
const remark: EntityDocument = {
  schemaVersion: 2,
  name: 'remark',
  title: '记录',
  label: 'text',
  operations: ['query'],
  fields: [
    field('text', 'string'),
    field('subjectType', 'enum', { dictionary: 'subject' }),
    field('subjectId', 'ref', {
      refBy: {
        field: 'subjectType',
        entities: { watched: 'watched', client: 'client', job: 'job' },
        scopes: ['cheap'],
      },
    }),
  ],
};

const choice = (name: string, ...keys: string[]) => ({
  schemaVersion: 2 as const,
  name,
  title: name,
  values: keys.map((key) => ({ key, title: key })),
});

export const ids: Record<string, string> = {};
