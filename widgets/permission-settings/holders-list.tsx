import { Empty, Spin, Table, type TableColumnsType } from 'antd';
import { type Holder, type PageCalls, useRows } from './permission-calls.ts';

const states: Readonly<Record<string, string>> = {
  active: '在职',
  suspended: '停用',
  leaving: '离职交接中',
  resigned: '已离职',
};

const columns: TableColumnsType<Holder> = [
  { key: 'name', title: '姓名', dataIndex: 'name' },
  { key: 'account', title: '登录账号', dataIndex: 'account' },
  { key: 'department', title: '部门', render: (_, { department }) => department?.name ?? '—' },
  {
    key: 'status',
    title: '状态',
    render: (_, { status }) => <span className="engine-tag">{states[status] ?? status}</span>,
  },
];

/** Who has a role, as far as the user sees people. */
export function HoldersList({ roleId, calls }: { readonly roleId: string; readonly calls: PageCalls }) {
  const where = { field: 'roleIds', op: 'in', value: [roleId] };
  const fields = ['name', 'account', 'status', 'department.name'];
  const rows = useRows<Holder>('holders', { where, fields, sort: ['name'] }, calls);
  if (rows === undefined) return <Spin className="grant-waiting" />;
  if (rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有人担任此角色" />;
  return (
    <Table
      rowKey="id"
      size="small"
      pagination={{ pageSize: 20, hideOnSinglePage: true }}
      columns={columns}
      dataSource={[...rows]}
    />
  );
}
