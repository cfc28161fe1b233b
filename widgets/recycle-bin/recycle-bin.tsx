import { Alert, App, Button, Checkbox, DatePicker, Input, Select, Table, type TableColumnsType } from 'antd';
import { type Key, useState } from 'react';
import {
  FaultBlock,
  formatMoment,
  formatNumber,
  fromPicker,
  PageHeader,
  toPicker,
  type WidgetProps,
} from '../../engine/react/index.ts';
import { type Recycled, type RecycledKind, type Sought, useRecycled, useRestore } from './recycle-calls.ts';
import { RestoreResult } from './restore-result.tsx';
import './recycle-bin.css';

const pageSize = 20;

const keyOf = ({ entity, id }: Pick<Recycled, 'entity' | 'id'>) => `${entity} ${id}`;

/** What was deleted and can be restored: found by kind, name, person and time, restored one by one or several at once. */
export function RecycleBin({ title }: WidgetProps) {
  const [sought, setSought] = useState<Sought>({ page: 1 });
  const [chosen, setChosen] = useState<readonly Recycled[]>([]);
  const { data, error, isFetching, refetch } = useRecycled({ ...sought, size: pageSize });
  const restore = useRestoring(() => setChosen([]));
  const seek = (more: Sought) => {
    setChosen([]);
    setSought({ ...sought, page: 1, ...more });
  };
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} size="page" />;
  const titles = new Map((data?.kinds ?? []).map((kind) => [kind.entity, kind.title]));
  return (
    <div className="engine-page">
      <PageHeader title={title ?? ''} />
      <Alert
        type="info"
        showIcon
        message={
          data?.people === false
            ? '这里是您自己删除的数据。恢复会连同一起删除的明细；不能恢复的会逐条说明原因。'
            : '恢复会连同一起删除的明细；不能恢复的会逐条说明原因，例如编号又被占用、所属的数据也已删除。'
        }
      />
      <Filters kinds={data?.kinds ?? []} hasOthers={data?.people === true} sought={sought} onSeek={seek} />
      <div className="engine-card recycle-body">
        {chosen.length === 0 ? null : (
          <section className="recycle-chosen" aria-label="已选的数据">
            <span>{`已选 ${chosen.length} 条`}</span>
            <Button type="primary" size="small" loading={restore.isPending} onClick={() => restore.run(chosen)}>
              恢复
            </Button>
            <Button type="link" size="small" onClick={() => setChosen([])}>
              取消选择
            </Button>
          </section>
        )}
        <Table
          rowKey={keyOf}
          size="small"
          loading={isFetching}
          columns={columnsOf(titles, (row) => restore.run([row]))}
          dataSource={[...(data?.list ?? [])]}
          scroll={{ x: 900 }}
          rowSelection={{
            selectedRowKeys: chosen.map(keyOf),
            getTitleCheckboxProps: () => ({ name: 'page', 'aria-label': '全选本页' }),
            getCheckboxProps: (row) => ({ name: row.id, 'aria-label': `选择 ${row.label}` }),
            onChange: (_: readonly Key[], rows: readonly Recycled[]) => setChosen(rows),
          }}
          pagination={{
            current: sought.page ?? 1,
            pageSize,
            total: data?.total ?? 0,
            showSizeChanger: false,
            showTotal: (total) => `共 ${formatNumber(total)} 条`,
            onChange: (page) => seek({ page }),
          }}
          locale={{ emptyText: isSought(sought) ? '没有符合条件的数据' : '回收站是空的' }}
        />
      </div>
    </div>
  );
}

function isSought({ page: _, ...sought }: Sought): boolean {
  return Object.values(sought).some((value) => value !== undefined && value !== '' && value !== false);
}

function columnsOf(
  titles: ReadonlyMap<string, string>,
  onRestore: (row: Recycled) => void,
): TableColumnsType<Recycled> {
  return [
    { key: 'kind', title: '种类', width: 110, render: (_, { entity }) => titles.get(entity) ?? entity },
    { key: 'label', title: '名称', dataIndex: 'label', width: 200, ellipsis: true },
    {
      key: 'with',
      title: '一起恢复的',
      width: 200,
      render: (_, row) => row.with.map((part) => `${part.title} ${part.count} 条`).join('，') || '—',
    },
    { key: 'by', title: '删除人', width: 110, render: (_, { deletedBy }) => deletedBy ?? '系统' },
    { key: 'at', title: '删除时间', width: 160, render: (_, { deletedAt }) => formatMoment(deletedAt) },
    {
      key: 'restore',
      title: '操作',
      width: 80,
      fixed: 'right',
      render: (_, row) => (
        <Button type="link" size="small" aria-label={`恢复 ${row.label}`} onClick={() => onRestore(row)}>
          恢复
        </Button>
      ),
    },
  ];
}

type FiltersProps = {
  readonly kinds: readonly RecycledKind[];
  readonly hasOthers: boolean;
  readonly sought: Sought;
  readonly onSeek: (more: Sought) => void;
};

function Filters({ kinds, hasOthers, sought, onSeek }: FiltersProps) {
  return (
    <div className="engine-filters recycle-filters">
      <Input.Search
        className="recycle-search"
        aria-label="名称"
        placeholder="名称"
        maxLength={100}
        allowClear
        onSearch={(search) => onSeek({ search })}
      />
      <Select<string>
        className="recycle-kind"
        aria-label="种类"
        placeholder="全部种类"
        allowClear
        value={sought.entity ?? null}
        options={kinds.map(({ entity, title, count }) => ({
          value: entity,
          label: `${title}（${formatNumber(count)}）`,
        }))}
        onChange={(entity: string | undefined) => onSeek({ entity })}
      />
      <DatePicker.RangePicker
        aria-label="删除时间"
        value={[toPicker(sought.from), toPicker(sought.to)?.subtract(1, 'day') ?? null]}
        onChange={(range) =>
          onSeek({
            from: range?.[0] ? (fromPicker(range[0].startOf('day')) ?? undefined) : undefined,
            to: range?.[1] ? (fromPicker(range[1].add(1, 'day').startOf('day')) ?? undefined) : undefined,
          })
        }
      />
      {hasOthers ? (
        <Checkbox checked={sought.mine === true} onChange={({ target }) => onSeek({ mine: target.checked })}>
          只看我删除的
        </Checkbox>
      ) : null}
    </div>
  );
}

/** Restores rows, and says of each that could not be restored what stands in the way. */
function useRestoring(onDone: () => void) {
  const { message, modal } = App.useApp();
  const restore = useRestore();
  const run = (rows: readonly Recycled[]) =>
    restore.mutate(rows, {
      onSuccess: (answer) => {
        onDone();
        if (answer.failed === 0) message.success(`已恢复 ${answer.done} 条`);
        else
          modal.warning({
            title: `已恢复 ${answer.done} 条，${answer.failed} 条没有恢复`,
            content: <RestoreResult answer={answer} rows={rows} />,
            width: 520,
          });
      },
    });
  return { run, isPending: restore.isPending };
}
