import { Spin, Table } from 'antd';
import { useEffect, useState } from 'react';
import { queryRows, type Row } from './api.ts';
import { columns } from './columns.tsx';

/** All rows in antd's own virtual table. */
export function VirtualPage() {
  const [rows, setRows] = useState<readonly Row[]>();
  useEffect(() => {
    void allRows().then(setRows);
  }, []);
  if (rows === undefined) return <Spin />;
  return (
    <Table<Row>
      virtual
      rowKey="id"
      dataSource={rows}
      columns={columns}
      rowSelection={{}}
      scroll={{ x: 2600, y: 640 }}
      pagination={false}
    />
  );
}

async function allRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await queryRows('visit', {
      size: 1000,
      sort: ['-createdAt'],
      ...(cursor === undefined ? {} : { cursor }),
    });
    rows.push(...page.list);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
