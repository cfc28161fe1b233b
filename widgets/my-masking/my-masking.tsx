import { useQuery } from '@tanstack/react-query';
import { Table, type TableColumnsType } from 'antd';
import { useMemo } from 'react';
import {
  formatMoment,
  PageHeader,
  QueryState,
  useEngine,
  type WidgetOperation,
  type WidgetProps,
} from '../../engine/react/index.ts';
import { useMaskingText } from './use-masking-text.ts';
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

type Text = ReturnType<typeof useMaskingText>;

const modes = {
  plain: { text: 'plain', tone: 'red' },
  mask: { text: 'mask', tone: 'gold' },
  hidden: { text: 'hidden', tone: 'gray' },
} as const;
const sources = { staff: 'staff', department: 'department', role: 'role', default: 'default' } as const;

/** The entry of a table under a name that may be none of its own. */
function entryOf<Name extends string, Entry>(table: Readonly<Record<Name, Entry>>, name: string): Entry | undefined {
  return new Map<string, Entry>(Object.entries(table)).get(name);
}

function maskColumns(t: Text): TableColumnsType<MyMask> {
  return [
    { key: 'title', title: t('field'), dataIndex: 'title', width: 160 },
    {
      key: 'mode',
      title: t('mode'),
      width: 120,
      render: (_, { mode }) => {
        const known = entryOf(modes, mode);
        return (
          <span className={`engine-tag engine-tone-${known?.tone ?? 'gray'}`}>
            {known === undefined ? mode : t(known.text)}
          </span>
        );
      },
    },
    {
      key: 'source',
      title: t('source'),
      width: 140,
      render: (_, { source }) => {
        const known = entryOf(sources, source);
        return known === undefined ? source : t(known);
      },
    },
    { key: 'left', title: t('left'), render: (_, mask) => leftText(mask, t) },
  ];
}

const revealSize = 50;

/** The user's own masks: how each kind of protected field is shown to him, the reveals left today, and those he made. */
export function MyMasking({ title, page, operations = [] }: WidgetProps) {
  const t = useMaskingText();
  const masks = useOwn<readonly MyMask[]>('mine', {}, page, operations);
  const asked = { sort: ['-revealedAt'], size: revealSize, count: 'none' };
  const reveals = useOwn<{ readonly list: readonly MyReveal[] }>('reveals', asked, page, operations);
  const titles = useMemo(() => new Map((masks.data ?? []).map((mask) => [mask.field, mask.title])), [masks.data]);
  const columns: TableColumnsType<MyReveal> = [
    { key: 'at', title: t('at'), width: 180, render: (_, { revealedAt }) => formatMoment(revealedAt) },
    { key: 'kind', title: t('field'), width: 160, render: (_, { mask }) => titles.get(mask) ?? mask },
    { key: 'reason', title: t('reason'), dataIndex: 'reason' },
  ];
  return (
    <>
      <PageHeader title={title ?? ''} />
      <div className="engine-card masking-body">
        <h2>{t('inForce')}</h2>
        <QueryState query={masks}>
          {(all) => (
            <Table rowKey="field" size="small" pagination={false} columns={maskColumns(t)} dataSource={[...all]} />
          )}
        </QueryState>
        <h2>{t('reveals')}</h2>
        <QueryState query={reveals}>
          {({ list }) => (
            <Table
              rowKey="id"
              size="small"
              pagination={{ pageSize: 10, hideOnSinglePage: true }}
              columns={columns}
              dataSource={[...list]}
              locale={{ emptyText: t('none') }}
            />
          )}
        </QueryState>
      </div>
    </>
  );
}

function leftText({ mode, callOnly, limit, left }: MyMask, t: Text): string {
  if (mode !== 'mask') return '—';
  if (callOnly) return t('callOnly');
  return limit === 0 ? t('never') : t('times', { left, limit });
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
