import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvStream } from '../../files/table/write-csv.ts';
import { xlsxStream } from '../../files/table/write-xlsx.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { temporaryFolder } from '../../testing/cluster.ts';
import { type ImportDriver, importDriver } from '../../testing/import-driver.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { startProduct, type TestApp } from '../../testing/test-app.ts';

const folder = temporaryFolder();

function write(file: string, json: object): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify({ schemaVersion: 2, ...json }));
}

// Structured values of both kinds, through the whole way of a table: upload, job, form checks, storage, export.
let product: TestApp;
let worker: JobWorker;
let driver: ImportDriver;
beforeAll(async () => {
  write('dictionaries/step_kind.json', {
    name: 'step_kind',
    title: '步骤类型',
    values: [
      { key: 'read', title: '阅读' },
      { key: 'drill', title: '练习' },
    ],
  });
  write('entities/course.json', {
    name: 'course',
    title: '课程',
    label: 'name',
    operations: ['query', 'view', 'create', 'modify', 'import', 'export'],
    fields: [
      { key: 'name', title: '名称', type: 'string', maxLength: 30, required: true, unique: true },
      {
        key: 'plan',
        title: '计划',
        type: 'json',
        shape: {
          list: true,
          maxRows: 3,
          fields: [
            { key: 'title', title: '事项', type: 'string', maxLength: 20, required: true },
            { key: 'kind', title: '类型', type: 'enum', dictionary: 'step_kind' },
            { key: 'on', title: '日期', type: 'date' },
            { key: 'at', title: '时刻', type: 'datetime' },
            { key: 'fee', title: '费用', type: 'money', min: 0 },
            { key: 'minutes', title: '用时', type: 'int', min: 0, unit: 'minutes' },
            { key: 'done', title: '完成', type: 'bool' },
          ],
        },
      },
      {
        key: 'place',
        title: '地点',
        type: 'json',
        shape: { fields: [{ key: 'city', title: '城市', type: 'string', required: true }] },
      },
      { key: 'outline', title: '大纲', type: 'html' },
    ],
  });
  write('roles/teacher.json', { code: 'teacher', title: '老师', dataScope: 'all', menus: [], permissions: ['*'] });
  product = await startProduct(folder);
  worker = startJobWorker(product.documents, product.database);
  driver = importDriver(product);
}, 60_000);
afterAll(async () => {
  expect(worker.faults).toEqual([]);
  await worker.close();
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

const header = ['名称', '计划', '地点', '大纲'];
const mapping = { name: 0, plan: 1, place: 2, outline: 3 };

async function imported(rows: readonly (readonly string[])[], kind: 'csv' | 'xlsx', more: Values = {}) {
  const chunks: Buffer[] = [];
  const table = [header, ...rows];
  for await (const chunk of kind === 'csv' ? csvStream(table) : xlsxStream([{ name: '课程', rows: table }]))
    chunks.push(Buffer.from(chunk));
  const fileId = await driver.upload('teacher', `课程.${kind}`, Buffer.concat(chunks));
  return driver.done(await driver.run('teacher', 'course', { fileId, mapping, ...more }));
}

const stored = async (name: string) => {
  const [row] = await product.database.rows(`select plan, place from course where name = '${name}'`);
  return row === undefined ? undefined : { plan: row.plan, place: row.place };
};

const written =
  '事项："导论；开场";类型：阅读；日期：2026-03-01；时刻：2026-03-01 09:30；费用：12.50；用时（分钟）：45；完成：是\n事项：小测';
const plan = [
  {
    title: '导论；开场',
    kind: 'read',
    on: '2026-03-01',
    at: '2026-03-01T01:30:00.000Z',
    fee: 1250,
    minutes: 45,
    done: true,
  },
  { title: '小测' },
];

it.each(['csv', 'xlsx'] as const)('takes structured values of a %s table as the form would', async (kind) => {
  const job = await imported(
    [
      [kind, written, '城市：苏州'],
      [`${kind} 空`, '', ''],
    ],
    kind,
  );
  expect(job.fileId).toBeNull();
  expect(await stored(kind)).toEqual({ plan, place: { city: '苏州' } });
  expect(await stored(`${kind} 空`)).toEqual({ plan: null, place: null });
});

it('tells what is wrong with a row where it is, and stores nothing of it', async () => {
  const bad = [
    ['没有名称', '导论'],
    ['不知道的项', '事项：导论；老师：甲'],
    ['缺了事项', '事项：导论\n类型：阅读'],
    ['没有的类型', '事项：导论；类型：讲授'],
    ['不是日期', '事项：导论；日期：2026-02-30'],
    ['太多行', ['一', '二', '三', '四'].map((title) => `事项：${title}`).join('\n')],
    ['不够大', '事项：导论；用时（分钟）：-1'],
  ] as const;
  const job = await imported(
    bad.map(([name, cell]) => [name, cell, '']),
    'csv',
  );
  const [, ...told] = await driver.table('teacher', String(job.fileId));
  expect(told.map((row) => [row[0], row.at(-1)])).toMatchInlineSnapshot(`
    [
      [
        "没有名称",
        "计划应为每行一条的“名称：内容；名称：内容”，实际为 导论",
      ],
      [
        "不知道的项",
        "计划第 1 行：不认识的字段 老师",
      ],
      [
        "缺了事项",
        "请填写计划第 2 行的事项",
      ],
      [
        "没有的类型",
        "计划第 1 行的类型没有“讲授”这个选项",
      ],
      [
        "不是日期",
        "计划第 1 行的日期应为日期（YYYY-MM-DD），实际为 2026-02-30",
      ],
      [
        "太多行",
        "计划至多 3 个，实际 4 个",
      ],
      [
        "不够大",
        "计划第 1 行的用时应在0 到 2147483647之间，实际为 -1",
      ],
    ]
  `);
  expect(await Promise.all(bad.map(([name]) => stored(name)))).toEqual(bad.map(() => undefined));
});

it('updates what is there, and takes what an export wrote', async () => {
  await imported([['来回', written, '城市：苏州']], 'csv');
  const job = await imported([['来回', '事项：改过', '城市：无锡']], 'csv', { policy: 'update', by: ['name'] });
  expect(job.fileId).toBeNull();
  expect(await stored('来回')).toEqual({ plan: [{ title: '改过' }], place: { city: '无锡' } });
  const [row] = await product.database.rows(`select id, version from course where name = '来回'`);
  const put = { id: row?.id, version: row?.version, plan, place: { city: '苏州' } };
  expect(await product.call('teacher', '/v1/course/modify', put)).toMatchObject({ code: '0' });
  const started = await product.call<Values>('teacher', '/v1/course/export', {
    columns: ['name', 'plan', 'place'],
    format: 'xlsx',
    ids: [row?.id],
  });
  const exported = await driver.done(started.data);
  const [, line = []] = await driver.table('teacher', String(exported.fileId));
  await imported([['再来', ...line.slice(1)]], 'csv');
  expect(await stored('再来')).toEqual({ plan, place: { city: '苏州' } });
});

it.each(['csv', 'xlsx'] as const)(
  'writes formatted text of a %s table as its source, and takes it in the same',
  async (format) => {
    const formula = '<span data-type="inline-math" data-latex="a &lt; \\frac{1}{2}，&quot;b&quot;"></span>';
    const outline = `<p>设 ${formula}，\n则</p><table><tbody><tr><td colspan="2">格, "格"</td></tr></tbody></table>`;
    const name = `大纲 ${format}`;
    const made = await product.call('teacher', '/v1/course/create', { name, outline });
    const kept = async (of: string) =>
      (await product.database.rows(`select outline from course where name = '${of}'`))[0];
    const first = await kept(name);
    expect(String(first?.outline)).toContain('data-latex');
    const ids = [made.data.id];
    const started = await product.call<Values>('teacher', '/v1/course/export', {
      columns: ['name', 'outline'],
      format,
      ids,
    });
    const exported = await driver.done(started.data);
    const [, line = []] = await driver.table('teacher', String(exported.fileId));
    await imported([[`${name} 再来`, '', '', String(line[1])]], format);
    expect(await kept(`${name} 再来`)).toEqual(first);
  },
);
