import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Table, type TableColumnsType } from 'antd';
import { useMemo } from 'react';
import {
  formatMoment,
  PageHeader,
  useEngine,
  type WidgetOperation,
  type WidgetProps,
} from '../../engine/react/index.ts';
import './my-masking.css';

/** How one kind of protected field is shown to the user, and what says so. */
export type MyMask = {
  readonly field: string;
  readonly title: string;
  readonly mode: string;
  readonly callOnly: boolean;
  readonly source: string;
  readonly limit: number;
  readonly left: number;
};

/** A protected value the user was shown in clear. */
export type MyReveal = {
  readonly id: string;
  readonly mask: string;
  readonly reason: string;
  readonly entity: string;
  readonly revealedAt: string;
};

const modes: Readonly<Record<string, { readonly text: string; readonly tone: string }>> = {
  plain: { text: '明文', tone: 'red' },
  mask: { text: '脱敏', tone: 'gold' },
  hidden: { text: '不可见', tone: 'gray' },
};
const sources: Readonly<Record<string, string>> = {
  staff: '本人的设置',
  department: '部门的设置',
  role: '角色的设置',
  default: '默认',
};

const maskColumns: TableColumnsType<MyMask> = [
  { key: 'title', title: '字段', dataIndex: 'title', width: 160 },
  {
    key: 'mode',
    title: '展示方式',
    width: 120,
    render: (_, { mode }) => (
      <span className={`engine-tag engine-tone-${modes[mode]?.tone ?? 'gray'}`}>{modes[mode]?.text ?? mode}</span>
    ),
  },
  { key: 'source', title: '依据', width: 140, render: (_, { source }) => sources[source] ?? source },
  { key: 'left', title: '今日还可查看明文', render: (_, mask) => leftText(mask) },
];

const revealSize = 50;

/** The user's own masks: how each kind of protected field is shown to him, the reveals left today, and those he made. */
export function MyMasking({ title, page, operations = [] }: WidgetProps) {
  const masks = useOwn<readonly MyMask[]>('mine', {}, page, operations);
  const asked = { sort: ['-revealedAt'], size: revealSize, count: 'none' };
  const reveals = useOwn<{ readonly list: readonly MyReveal[] }>('reveals', asked, page, operations);
  const titles = useMemo(() => new Map((masks.data ?? []).map((mask) => [mask.field, mask.title])), [masks.data]);
  const columns: TableColumnsType<MyReveal> = [
    { key: 'at', title: '时间', width: 180, render: (_, { revealedAt }) => formatMoment(revealedAt) },
    { key: 'kind', title: '字段', width: 160, render: (_, { mask }) => titles.get(mask) ?? mask },
    { key: 'reason', title: '原因', dataIndex: 'reason' },
  ];
  if (masks.isError)
    return (
      <Alert
        type="error"
        showIcon
        message="没有取到"
        action={<Button onClick={() => void masks.refetch()}>重试</Button>}
      />
    );
  return (
    <>
      <PageHeader title={title ?? ''} />
      <div className="engine-card masking-body">
        <h2>对我生效的设置</h2>
        <Table
          rowKey="field"
          size="small"
          pagination={false}
          loading={masks.isPending}
          columns={maskColumns}
          dataSource={[...(masks.data ?? [])]}
        />
        <h2>我的明文查看记录</h2>
        <Table
          rowKey="id"
          size="small"
          pagination={{ pageSize: 10, hideOnSinglePage: true }}
          loading={reveals.isLoading}
          columns={columns}
          dataSource={[...(reveals.data?.list ?? [])]}
          locale={{ emptyText: '还没有查看过明文' }}
        />
      </div>
    </>
  );
}

function leftText({ mode, callOnly, limit, left }: MyMask): string {
  if (mode !== 'mask') return '—';
  if (callOnly) return '仅可点击拨号';
  return limit === 0 ? '没有查看明文的权限' : `${left} / ${limit} 次`;
}

function useOwn<Answer>(key: string, body: object, page: string, operations: readonly WidgetOperation[]) {
  const { client } = useEngine();
  const api = operations.find((operation) => operation.key === key)?.api;
  return useQuery({
    queryKey: ['masking', key],
    enabled: api !== undefined,
    queryFn: ({ signal }) => client.callAt<Answer>(api ?? '', body, { signal, page, quiet: true }),
  });
}
