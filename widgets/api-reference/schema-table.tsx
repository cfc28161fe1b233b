import { Empty, Table, type TableColumnsType } from 'antd';
import { useMemo } from 'react';
import type { Reference, Schema } from './reference.ts';
import { type SchemaRow, schemaRows } from './schema-rows.ts';
import type { ReferenceText } from './texts.ts';
import { useReferenceText } from './use-reference-text.ts';

function columnsOf(t: ReferenceText): TableColumnsType<SchemaRow> {
  return [
    {
      title: t('name'),
      dataIndex: 'name',
      width: '34%',
      render: (name: string, { required }) => (
        <>
          <code className="api-code">{name === '' ? t('value') : name}</code>
          {required && <span className="engine-tag engine-tone-red api-required">{t('required')}</span>}
        </>
      ),
    },
    { title: t('type'), dataIndex: 'type', width: 120 },
    { title: t('meaning'), dataIndex: 'meaning' },
  ];
}

type SchemaTableProps = {
  readonly schema: Schema | undefined;
  readonly reference: Reference;
  /** What stands in place of the table where there is nothing to say. */
  readonly nothing: string;
};

/** A schema as a table: one line per property, nested ones folded below theirs. */
export function SchemaTable({ schema, reference, nothing }: SchemaTableProps) {
  const t = useReferenceText();
  const columns = useMemo(() => columnsOf(t), [t]);
  const rows = useMemo(() => (schema === undefined ? [] : schemaRows(schema, reference, t)), [schema, reference, t]);
  const isNothing = rows.length === 0 || (rows.length === 1 && rows[0]?.name === '' && rows[0].type !== t('type.any'));
  if (isNothing) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={nothing} />;
  return <Table<SchemaRow> columns={columns} dataSource={[...rows]} rowKey="key" size="small" pagination={false} />;
}
