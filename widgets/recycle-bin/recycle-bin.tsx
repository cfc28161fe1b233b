import { Alert, App, Button, Checkbox, DatePicker, Input, Select, Table, type TableColumnsType } from 'antd';
import { type Key, useState } from 'react';
import {
  bracketed,
  formatMoment,
  formatNumber,
  fromPicker,
  PageHeader,
  QueryState,
  together,
  toPicker,
  type WidgetProps,
} from '../../engine/react/index.ts';
import { type Recycled, type RecycledKind, type Sought, useRecycled, useRestore } from './recycle-calls.ts';
import { RestoreResult } from './restore-result.tsx';
import { useBinText } from './use-bin-text.ts';
import './recycle-bin.css';

const pageSize = 20;

const keyOf = ({ entity, id }: Pick<Recycled, 'entity' | 'id'>) => `${entity} ${id}`;

/** What was deleted and can be restored: found by kind, name, person and time, restored one by one or several at once. */
export function RecycleBin({ title }: WidgetProps) {
  const t = useBinText();
  const [sought, setSought] = useState<Sought>({ page: 1 });
  const [chosen, setChosen] = useState<readonly Recycled[]>([]);
  const query = useRecycled({ ...sought, size: pageSize });
  const { data } = query;
  // What one looks for stays when it is not found out.
  const [known, setKnown] = useState(data);
  if (data !== undefined && data !== known) setKnown(data);
  const restore = useRestoring(() => setChosen([]));
  const seek = (more: Sought) => {
    setChosen([]);
    setSought({ ...sought, page: 1, ...more });
  };
  const titles = new Map((known?.kinds ?? []).map((kind) => [kind.entity, kind.title]));
  return (
    <div className="engine-page">
      <PageHeader title={title ?? ''} />
      <Alert type="info" showIcon message={t(known?.people === false ? 'ownHint' : 'hint')} />
      <Filters kinds={known?.kinds} hasOthers={known?.people === true} sought={sought} onSeek={seek} />
      <div className="engine-card recycle-body">
        {chosen.length === 0 ? null : (
          <section className="recycle-chosen" aria-label={t('chosen')}>
            <span>{t('chosenCount', { count: chosen.length })}</span>
            <Button type="primary" size="small" loading={restore.isPending} onClick={() => restore.run(chosen)}>
              {t('restore')}
            </Button>
            <Button type="link" size="small" onClick={() => setChosen([])}>
              {t('clear')}
            </Button>
          </section>
        )}
        <QueryState query={query}>
          {(answer) => (
            <Table
              rowKey={keyOf}
              size="small"
              loading={query.isFetching}
              columns={columnsOf(t, titles, (row) => restore.run([row]))}
              dataSource={[...answer.list]}
              scroll={{ x: 900 }}
              rowSelection={{
                selectedRowKeys: chosen.map(keyOf),
                getTitleCheckboxProps: () => ({ name: 'page', 'aria-label': t('selectPage') }),
                getCheckboxProps: (row) => ({ name: row.id, 'aria-label': t('select', { name: row.label }) }),
                onChange: (_: readonly Key[], rows: readonly Recycled[]) => setChosen(rows),
              }}
              pagination={{
                current: sought.page ?? 1,
                pageSize,
                total: answer.total,
                showSizeChanger: false,
                showTotal: (total) => t('total', { count: formatNumber(total) }),
                onChange: (page) => seek({ page }),
              }}
              locale={{ emptyText: t(isSought(sought) ? 'none' : 'empty') }}
            />
          )}
        </QueryState>
      </div>
    </div>
  );
}

function isSought({ page: _, ...sought }: Sought): boolean {
  return Object.values(sought).some((value) => value !== undefined && value !== '' && value !== false);
}

function columnsOf(
  t: ReturnType<typeof useBinText>,
  titles: ReadonlyMap<string, string>,
  onRestore: (row: Recycled) => void,
): TableColumnsType<Recycled> {
  return [
    { key: 'kind', title: t('kind'), width: 110, render: (_, { entity }) => titles.get(entity) ?? entity },
    { key: 'label', title: t('name'), dataIndex: 'label', width: 200, ellipsis: true },
    {
      key: 'with',
      title: t('with'),
      width: 200,
      render: (_, row) => together(row.with.map(({ title, count }) => t('withCount', { title, count }))) || '—',
    },
    { key: 'by', title: t('by'), width: 110, render: (_, { deletedBy }) => deletedBy ?? t('system') },
    { key: 'at', title: t('at'), width: 160, render: (_, { deletedAt }) => formatMoment(deletedAt) },
    {
      key: 'restore',
      title: t('actions'),
      width: 80,
      fixed: 'right',
      render: (_, row) => (
        <Button
          type="link"
          size="small"
          aria-label={t('restoreOf', { name: row.label })}
          onClick={() => onRestore(row)}
        >
          {t('restore')}
        </Button>
      ),
    },
  ];
}

type FiltersProps = {
  /** Undefined until they are known. */
  readonly kinds: readonly RecycledKind[] | undefined;
  readonly hasOthers: boolean;
  readonly sought: Sought;
  readonly onSeek: (more: Sought) => void;
};

function Filters({ kinds, hasOthers, sought, onSeek }: FiltersProps) {
  const t = useBinText();
  return (
    <div className="engine-filters recycle-filters">
      <Input.Search
        className="recycle-search"
        aria-label={t('name')}
        placeholder={t('name')}
        maxLength={100}
        allowClear
        onSearch={(search) => onSeek({ search })}
      />
      <Select<string>
        className="recycle-kind"
        aria-label={t('kind')}
        placeholder={t('allKinds')}
        allowClear
        value={sought.entity ?? null}
        loading={kinds === undefined}
        notFoundContent={kinds === undefined ? null : undefined}
        options={(kinds ?? []).map(({ entity, title, count }) => ({
          value: entity,
          label: `${title}${bracketed(formatNumber(count))}`,
        }))}
        onChange={(entity: string | undefined) => onSeek({ entity })}
      />
      <DatePicker.RangePicker
        aria-label={t('at')}
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
          {t('mine')}
        </Checkbox>
      ) : null}
    </div>
  );
}

/** Restores rows, and says of each that could not be restored what stands in the way. */
function useRestoring(onDone: () => void) {
  const { message, modal } = App.useApp();
  const t = useBinText();
  const restore = useRestore();
  const run = (rows: readonly Recycled[]) =>
    restore.mutate(rows, {
      onSuccess: (answer) => {
        onDone();
        if (answer.failed === 0) message.success(t('done', { count: answer.done }));
        else
          modal.warning({
            title: t('partly', { done: answer.done, failed: answer.failed }),
            content: <RestoreResult answer={answer} rows={rows} />,
            width: 520,
          });
      },
    });
  return { run, isPending: restore.isPending };
}
