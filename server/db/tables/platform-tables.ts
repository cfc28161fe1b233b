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
    name: 'upload_use',
    label: 'upload_use（每人每天上传的字节数）',
    columns: [column('staff_id', 'uuid'), column('day', 'date'), column('bytes', 'bigint')],
    primaryKey: ['staff_id', 'day'],
    grants: ['select', 'insert', 'update', 'delete'],
  },
  {
    ...plain,
    name: 'server_event',
    label: 'server_event（推送事件）',
    columns: [
      column('id', 'uuid'),
      column('topic', 'text'),
      column('staff_id', 'uuid', { notNull: false }),
      column('data', 'jsonb'),
      column('xid', 'xid8', { byDefault: 'pg_current_xact_id()' }),
      column('created_at', 'timestamp with time zone', { byDefault: 'clock_timestamp()' }),
    ],
    primaryKey: ['id'],
    indexes: [
      { name: 'server_event_xid_index', definition: 'on server_event (xid)' },
      { name: 'server_event_created_at_index', definition: 'on server_event (created_at)' },
    ],
    grants: ['select', 'insert', 'delete'],
  },
  {
    ...plain,
    name: 'job_state',
    label: 'job_state（后台任务的进度）',
    columns: [
      column('job_id', 'uuid'),
      column('kind', 'text'),
      column('staff_id', 'uuid', { notNull: false }),
      column('origin', 'jsonb'),
      column('once', 'text', { notNull: false }),
      column('input', 'jsonb'),
      column('state', 'jsonb'),
      column('turn', 'integer', { byDefault: '0' }),
      column('steps', 'integer', { byDefault: '0' }),
      column('failures', 'integer', { byDefault: '0' }),
      column('queued', 'boolean', { byDefault: 'false' }),
    ],
    primaryKey: ['job_id'],
    indexes: [{ name: 'job_state_staff_id_index', definition: 'on job_state (staff_id, queued)' }],
    grants: ['select', 'insert', 'update', 'delete'],
  },
  {
    ...plain,
    name: 'schedule_state',
    label: 'schedule_state（定时任务的时刻）',
    columns: [
      column('key', 'text'),
      column('timing', 'text'),
      column('due_at', moment),
      column('job_id', 'uuid', { notNull: false }),
    ],
    primaryKey: ['key'],
    grants: ['select', 'insert', 'update', 'delete'],
  },
  {
    ...plain,
    name: 'schedule_done',
    label: 'schedule_done（定时任务已处理的行）',
    columns: [
      column('schedule', 'text'),
      column('record_id', 'uuid'),
      column('occasion', 'text'),
      column('done_at', moment, { byDefault: 'now()' }),
    ],
    primaryKey: ['schedule', 'record_id', 'occasion'],
    indexes: [{ name: 'schedule_done_done_at_index', definition: 'on schedule_done (done_at)' }],
    grants: ['select', 'insert', 'delete'],
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
