import type { ColumnSpec, TableSpec } from './table-spec.ts';

const column = (name: string, type: string, extra: Partial<ColumnSpec> = {}): ColumnSpec => ({
  name,
  type,
  notNull: true,
  ...extra,
});
const moment = 'timestamp(3) with time zone';
const plain = { renames: [], checks: [], uniqueIndexes: [], foreignKeys: [], indexes: [] } as const;

/** Tables of the server that no document declares. An entity of the same name takes the place of the table here. */
export const platformTables: readonly TableSpec[] = [
  {
    ...plain,
    name: 'idempotency_key',
    label: 'idempotency_key（请求编号）',
    columns: [
      column('staff_id', 'uuid'),
      column('key', 'text'),
      column('operation', 'text'),
      column('request_hash', 'text'),
      column('answer', 'jsonb', { notNull: false }),
      column('created_at', moment, { byDefault: 'now()' }),
    ],
    primaryKey: ['staff_id', 'key', 'operation'],
    indexes: [{ name: 'idempotency_key_created_at_index', definition: 'on idempotency_key (created_at)' }],
    grants: ['select', 'insert', 'update', 'delete'],
  },
  {
    ...plain,
    name: 'number_sequence',
    label: 'number_sequence（编号）',
    columns: [column('name', 'text'), column('period', 'text'), column('value', 'bigint', { byDefault: '0' })],
    primaryKey: ['name', 'period'],
    grants: ['select', 'insert', 'update'],
  },
  {
    ...plain,
    name: 'sign_in_attempt',
    label: 'sign_in_attempt（登录失败计数）',
    columns: [column('kind', 'text'), column('key', 'text'), column('failures', 'integer'), column('last_at', moment)],
    primaryKey: ['kind', 'key'],
    grants: ['select', 'insert', 'update', 'delete'],
  },
  {
    ...plain,
    name: 'schema_state',
    label: 'schema_state（数据库状态）',
    columns: [column('key', 'text'), column('value', 'jsonb'), column('changed_at', moment, { byDefault: 'now()' })],
    primaryKey: ['key'],
    grants: ['select'],
  },
];
