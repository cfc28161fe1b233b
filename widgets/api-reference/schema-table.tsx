import { Empty, Table, type TableColumnsType } from 'antd';
import { useMemo } from 'react';
import type { Reference, Schema } from './reference.ts';
import { type SchemaRow, schemaRows } from './schema-rows.ts';

const columns: TableColumnsType<SchemaRow> = [
  {
    title: '名称',
    dataIndex: 'name',
    width: '34%',
    render: (name: string, { required }) => (
      <>
        <code className="api-code">{name === '' ? '（值）' : name}</code>
        {required && <span className="engine-tag engine-tone-red api-required">必填</span>}
      </>
    ),
  },
  { title: '类型', dataIndex: 'type', width: 120 },
  { title: '说明', dataIndex: 'meaning' },
];

type SchemaTableProps = {
  readonly schema: Schema | undefined;
  readonly reference: Reference;
  /** What stands in place of the table where there is nothing to say. */
  readonly nothing: string;
};

/** A schema as a table: one line per property, nested ones folded below theirs. */
export function SchemaTable({ schema, reference, nothing }: SchemaTableProps) {
  const rows = useMemo(() => (schema === undefined ? [] : schemaRows(schema, reference)), [schema, reference]);
  const isNothing = rows.length === 0 || (rows.length === 1 && rows[0]?.name === '' && rows[0].type !== '任意');
  if (isNothing) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={nothing} />;
  return <Table<SchemaRow> columns={columns} dataSource={[...rows]} rowKey="key" size="small" pagination={false} />;
}
