import { Empty, Table, type TableColumnsType } from 'antd';
import { QueryState } from '../../engine/react/index.ts';
import { type Holder, type PageCalls, useRows } from './permission-calls.ts';
import { type GrantText, useGrantText } from './use-grant-text.ts';

const states = ['active', 'suspended', 'leaving', 'resigned'] as const;

function stateText(status: string, t: GrantText): string {
  const known = states.find((one) => one === status);
  return known === undefined ? status : t(`holder.${known}`);
}

function columnsOf(t: GrantText): TableColumnsType<Holder> {
  return [
    { key: 'name', title: t('holder.name'), dataIndex: 'name' },
    { key: 'account', title: t('holder.account'), dataIndex: 'account' },
    { key: 'department', title: t('holder.department'), render: (_, { department }) => department?.name ?? '—' },
    {
      key: 'status',
      title: t('holder.status'),
      render: (_, { status }) => <span className="engine-tag">{stateText(status, t)}</span>,
    },
  ];
}

/** Who has a role, as far as the user sees people. */
export function HoldersList({ roleId, calls }: { readonly roleId: string; readonly calls: PageCalls }) {
  const t = useGrantText();
  const where = { field: 'roleIds', op: 'in', value: [roleId] };
  const fields = ['name', 'account', 'status', 'department.name'];
  const query = useRows<Holder>('holders', { where, fields, sort: ['name'] }, calls);
  return (
    <QueryState query={query}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('holder.none')} />
        ) : (
          <Table
            rowKey="id"
            size="small"
            pagination={{ pageSize: 20, hideOnSinglePage: true }}
            columns={columnsOf(t)}
            dataSource={[...rows]}
          />
        )
      }
    </QueryState>
  );
}
