import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formKinds } from './form-kinds.ts';

/** Fields of the wide form, and of the one a keystroke in it is compared with. */
export const wideFields = 300;
export const slimFields = 30;

/** What both products show of a row: twenty columns, by key of their field. */
export const columns = [
  { key: 'name', title: '名称', width: 160 },
  { key: 'code', title: '编号', width: 130 },
  { key: 'status', title: '状态', width: 100 },
  { key: 'level', title: '等级', width: 90 },
  { key: 'amount', title: '金额', width: 120 },
  { key: 'quantity', title: '数量', width: 90 },
  { key: 'weight', title: '重量', width: 100 },
  { key: 'happenedAt', title: '发生时间', width: 160 },
  { key: 'dueDate', title: '截止日期', width: 120 },
  { key: 'paid', title: '已付', width: 80 },
  { key: 'city', title: '城市', width: 100 },
  { key: 'district', title: '区县', width: 100 },
  { key: 'address', title: '地址', width: 220 },
  { key: 'contact', title: '联系人', width: 100 },
  { key: 'source', title: '来源', width: 100 },
  { key: 'owner', field: 'createdByRef.name', title: '负责人', width: 100 },
  { key: 'batch', title: '批次', width: 100 },
  { key: 'remark', title: '备注', width: 220 },
  { key: 'created', field: 'createdAt', title: '创建时间', width: 160 },
  { key: 'updated', field: 'updatedAt', title: '更新时间', width: 160 },
] as const;

/** Values of the dictionaries, with the tone of their tag. */
export const choices = {
  status: [
    { key: 'fresh', title: '新建', tone: 'blue' },
    { key: 'running', title: '进行中', tone: 'orange' },
    { key: 'done', title: '已完成', tone: 'green' },
    { key: 'cancelled', title: '已取消', tone: 'gray' },
  ],
  level: [
    { key: 'high', title: '高', tone: 'red' },
    { key: 'middle', title: '中', tone: 'gold' },
    { key: 'low', title: '低', tone: 'gray' },
  ],
  source: [
    { key: 'phone', title: '电话', tone: 'cyan' },
    { key: 'web', title: '网站', tone: 'blue' },
    { key: 'shop', title: '门店', tone: 'purple' },
  ],
} as const;

/** Writes the documents of the product that is measured into a folder of its own and answers its path. */
export function writeDocuments(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-documents-'));
  const write = (file: string, content: object) => {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${JSON.stringify({ schemaVersion: 2, ...content }, null, 2)}\n`);
  };
  for (const [name, values] of Object.entries(choices))
    write(`dictionaries/bench_${name}.json`, { name: `bench_${name}`, title: name, values });
  for (const [entity, page, title] of lists) {
    write(`entities/${entity}.json`, rowEntity(entity, title));
    write(`pages/bench/${page}.json`, listPage(entity, page, title));
  }
  for (const [entity, page, title, count] of sheets) {
    write(`entities/${entity}.json`, sheetEntity(entity, title, count));
    write(`pages/bench/${page}.json`, formPage(entity, page, title, count));
  }
  write('entities/tour.json', tourEntity);
  write('entities/tour_stop.json', stopEntity);
  write('pages/bench/tourAdd.json', tourPage);
  write('demo/staff.json', {
    name: 'staff',
    rows: [
      {
        key: 'admin',
        values: { account: 'admin', name: '管理员', mobile: '19900000001', departmentId: 'top', roleIds: ['admin'] },
      },
    ],
  });
  write('demo/department.json', {
    name: 'department',
    rows: [{ key: 'top', values: { code: 'top', name: '总部', leaderId: 'admin' } }],
  });
  write('menu.json', {
    name: 'bench',
    title: '对照',
    children: [
      {
        key: 'benchMenu',
        title: '数据',
        path: '/bench',
        icon: 'team',
        children: [...lists, ...sheets, ['tour', 'tourAdd']].map(([, page]) => ({ key: page })),
      },
    ],
  });
  return folder;
}

const lists = [
  ['visit', 'visits', '走访'],
  ['parcel', 'parcels', '包裹'],
] as const;
const sheets = [
  ['sheet', 'sheetAdd', '登记表', wideFields],
  ['note', 'noteAdd', '便签', slimFields],
] as const;

function rowEntity(name: string, title: string): object {
  const text = (key: string, label: string, maxLength = 60) => ({ key, title: label, type: 'string', maxLength });
  const choice = (key: string, label: string) => ({ key, title: label, type: 'enum', dictionary: `bench_${key}` });
  return {
    name,
    title,
    label: 'name',
    operations: ['query', 'view', 'create', 'modify', 'delete'],
    fields: [
      { ...text('name', '名称'), required: true, sortable: true },
      text('code', '编号'),
      choice('status', '状态'),
      choice('level', '等级'),
      { key: 'amount', title: '金额', type: 'money', sortable: true },
      { key: 'quantity', title: '数量', type: 'int', sortable: true },
      { key: 'weight', title: '重量', type: 'decimal' },
      { key: 'happenedAt', title: '发生时间', type: 'datetime', sortable: true },
      { key: 'dueDate', title: '截止日期', type: 'date', sortable: true },
      { key: 'paid', title: '已付', type: 'bool' },
      text('city', '城市'),
      text('district', '区县'),
      text('address', '地址', 120),
      text('contact', '联系人'),
      choice('source', '来源'),
      text('batch', '批次'),
      text('remark', '备注', 200),
    ],
  };
}

function listPage(entity: string, name: string, title: string): object {
  const action = (key: string, label: string, api: string) => ({
    key,
    title: label,
    permission: `${entity}:${key}`,
    api: `/v1/${entity}/${api}`,
    success: '已保存',
  });
  return {
    name,
    path: `/bench/${name}`,
    title,
    kind: 'list',
    entity,
    scope: 'all',
    api: { query: `/v1/${entity}/query`, view: `/v1/${entity}/view` },
    filters: ['status', 'level', 'happenedAt', 'dueDate', 'amount'].map((key) => ({ key, field: key })),
    columns: columns.map((column) => ({ field: column.key, ...column })),
    toolbar: [{ ...action('add', '新增', 'create'), form: 'edit', emphasis: 'primary' }],
    row: [
      { ...action('edit', '编辑', 'modify'), form: 'edit' },
      { ...action('delete', '删除', 'delete'), emphasis: 'danger', confirm: '确定删除？' },
    ],
    bulk: [{ ...action('delete', '删除', 'delete'), emphasis: 'danger', confirm: '确定删除？' }],
    forms: {
      edit: { title, layout: 'drawer', sections: [{ key: 'base', fields: ['name', 'status', 'amount', 'city'] }] },
    },
    sort: ['-createdAt'],
    pageSize: 100,
  };
}

/** Rows picked from the first list into a form. */
export const pickedRows = 200;

const tourEntity = {
  name: 'tour',
  title: '巡访单',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    { key: 'name', title: '名称', type: 'string', maxLength: 60 },
    { key: 'total', title: '合计分', type: 'int', compute: 'sum(record.stops, row.score)' },
  ],
  children: [{ key: 'stops', title: '走访', entity: 'tour_stop', by: 'tourId', order: 'place', max: pickedRows }],
};

const stopEntity = {
  name: 'tour_stop',
  title: '巡访的走访',
  label: 'note',
  operations: [],
  fields: [
    { key: 'tourId', title: '巡访单', type: 'ref', ref: 'tour', required: true },
    { key: 'visitId', title: '走访', type: 'ref', ref: 'visit', required: true },
    { key: 'amount', title: '金额', type: 'money', readonly: true, from: 'visit.amount' },
    { key: 'score', title: '分值', type: 'int', min: 0 },
    { key: 'note', title: '说明', type: 'string', maxLength: 100 },
    { key: 'place', title: '次序', type: 'int' },
  ],
  indexes: [{ key: 'once', fields: ['tourId', 'visitId'], unique: true, message: '已在单中' }],
};

const tourPage = {
  name: 'tourAdd',
  path: '/bench/tourAdd',
  title: '巡访单',
  kind: 'form',
  entity: 'tour',
  scope: 'all',
  permission: 'tour:add',
  api: { submit: '/v1/tour/create' },
  form: {
    sections: [
      {
        key: 'base',
        fields: [
          'name',
          { key: 'total', shown: true, compute: 'sum(form.stops, row.score)' },
          {
            key: 'stops',
            pick: { page: 'visits', field: 'visitId' },
            fields: ['visitId', 'amount', 'score', { key: 'note', requiredWhen: 'row.score > 5' }],
          },
        ],
      },
    ],
  },
  success: '已保存',
};

const fieldKey = (index: number) => `field${index + 1}`;

function sheetEntity(name: string, title: string, count: number): object {
  return {
    name,
    title,
    label: fieldKey(0),
    operations: ['query', 'view', 'create', 'modify'],
    fields: Array.from({ length: count }, (_, index) => sheetField(index)),
  };
}

function sheetField(index: number): object {
  const type = formKinds[index % formKinds.length] ?? 'string';
  const base = { key: fieldKey(index), title: `字段 ${index + 1}`, type };
  if (type === 'string') return { ...base, maxLength: 100 };
  if (type === 'text') return { ...base, maxLength: 1000 };
  return type === 'enum' ? { ...base, dictionary: 'bench_status' } : base;
}

function formPage(entity: string, name: string, title: string, count: number): object {
  const keys = Array.from({ length: count }, (_, index) => fieldKey(index));
  const sections = Array.from({ length: count / 30 }, (_, part) => ({
    key: `part${part + 1}`,
    title: `第 ${part + 1} 部分`,
    fields: keys.slice(part * 30, part * 30 + 30),
  }));
  return {
    name,
    path: `/bench/${name}`,
    title,
    kind: 'form',
    entity,
    scope: 'all',
    permission: `${entity}:add`,
    api: { submit: `/v1/${entity}/create` },
    form: { sections },
    success: '已保存',
  };
}
