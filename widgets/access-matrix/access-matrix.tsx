import { DownOutlined, ExportOutlined, RightOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { App, Button, Checkbox, Input, Select, Space, Table, type TableColumnsType } from 'antd';
import { useMemo, useState } from 'react';
import type { MatrixAnswer, MatrixColumn } from '../../contract/access-matrix.ts';
import { ApiRefusal } from '../../engine/client/index.ts';

import {
  NoChoices,
  PageHeader,
  QueryState,
  useEngine,
  useFollowTask,
  type WidgetProps,
} from '../../engine/react/index.ts';
import './access-matrix.css';
import { type MatrixLine, matrixLines } from './matrix-lines.ts';
import { useMatrixText } from './use-matrix-text.ts';

type Operations = NonNullable<WidgetProps['operations']>;
type Text = ReturnType<typeof useMatrixText>;
type Named = { readonly id: string; readonly name: string };

/** Who may see and do what: roles and people beside each other, by pages, what is on them, fields and rows. */
export function AccessMatrix({ title, page, operations = [] }: WidgetProps) {
  const { client } = useEngine();
  const [staffIds, setStaffIds] = useState<readonly string[]>([]);
  const api = apiOf(operations, 'matrix');
  const query = useQuery({
    queryKey: ['role', 'matrix', staffIds],
    queryFn: ({ signal }) => client.callAt<MatrixAnswer>(api ?? '', { staffIds }, { page, signal, quiet: true }),
    enabled: api !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <>
      <PageHeader title={title ?? ''} />
      <div className="engine-card matrix-body">
        <QueryState query={query}>
          {(answer) => (
            <Matrix answer={answer} isFetching={query.isFetching}>
              <PeopleSelect page={page} operations={operations} ids={staffIds} onChange={setStaffIds} />
              <ExportButton page={page} operations={operations} staffIds={staffIds} />
            </Matrix>
          )}
        </QueryState>
      </div>
    </>
  );
}

function apiOf(operations: Operations, key: string): string | undefined {
  return operations.find((operation) => operation.key === key)?.api;
}

type MatrixProps = { readonly answer: MatrixAnswer; readonly isFetching: boolean; readonly children: React.ReactNode };

const tableHeight = 560;
const cellWidth = 112;

function Matrix({ answer, isFetching, children }: MatrixProps) {
  const t = useMatrixText();
  const { columns, groups } = answer;
  const [words, setWords] = useState('');
  const [first, setFirst] = useState<string>();
  const [second, setSecond] = useState<string>();
  const [isOnlyOther, setOnlyOther] = useState(false);
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(groups.map(({ key }) => key)));
  const compared = useMemo(() => placesOf(columns, first, second), [columns, first, second]);
  const isSought = words.trim() !== '' || (compared !== undefined && isOnlyOther);
  const lines = useMemo(
    () => matrixLines(answer, { words, compared, isOnlyOther, folded: isSought ? new Set() : folded }),
    [answer, words, compared, isOnlyOther, folded, isSought],
  );
  const toggle = (key: string) => {
    const next = new Set(folded);
    if (!next.delete(key)) next.add(key);
    setFolded(next);
  };
  const options = columns.map((column) => ({ value: idOf(column), label: column.name }));
  return (
    <>
      <div className="matrix-tools">
        <Input.Search
          allowClear
          aria-label={t('find')}
          placeholder={t('find')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Select
          allowClear
          aria-label={t('firstOf')}
          placeholder={t('compare')}
          options={options}
          value={first ?? null}
          onChange={(id) => setFirst(id ?? undefined)}
        />
        <Select
          allowClear
          aria-label={t('secondOf')}
          placeholder={t('with')}
          options={options}
          value={second ?? null}
          onChange={(id) => setSecond(id ?? undefined)}
        />
        <Checkbox
          disabled={compared === undefined}
          checked={isOnlyOther}
          onChange={(event) => setOnlyOther(event.target.checked)}
        >
          {t('onlyOther')}
        </Checkbox>
        <Space>
          <Button onClick={() => setFolded(new Set())}>{t('unfold')}</Button>
          <Button onClick={() => setFolded(new Set(groups.map(({ key }) => key)))}>{t('fold')}</Button>
          {children}
        </Space>
      </div>
      <Table<MatrixLine>
        virtual
        rowKey="key"
        size="small"
        loading={isFetching}
        pagination={false}
        scroll={{ x: 320 + columns.length * cellWidth, y: tableHeight }}
        columns={columnsOf(answer, compared, isSought ? new Set() : folded, toggle, t)}
        dataSource={[...lines]}
        rowClassName={(line) => (line.kind === 'row' && line.isOther ? 'matrix-other' : '')}
        locale={{ emptyText: t('none') }}
      />
    </>
  );
}

function columnsOf(
  { columns, words }: MatrixAnswer,
  compared: readonly [number, number] | undefined,
  folded: ReadonlySet<string>,
  onToggle: (key: string) => void,
  t: Text,
): TableColumnsType<MatrixLine> {
  return [
    {
      key: 'what',
      title: t('what'),
      width: 320,
      fixed: 'left',
      render: (_, line) =>
        line.kind === 'group' ? (
          <Button
            type="text"
            size="small"
            className="matrix-fold"
            aria-expanded={!folded.has(line.group.key)}
            icon={
              folded.has(line.group.key) ? <RightOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />
            }
            onClick={() => onToggle(line.group.key)}
          >
            {line.group.title} <span className="engine-quiet">{line.count}</span>
          </Button>
        ) : (
          <span className="matrix-what">
            {line.row.title} <span className="engine-quiet">{line.row.area}</span>
          </span>
        ),
    },
    ...columns.map((column, place) => ({
      key: idOf(column),
      title: column.name,
      width: cellWidth,
      className: compared?.includes(place) === true ? 'matrix-compared' : '',
      render: (_: unknown, line: MatrixLine) =>
        line.kind === 'group' ? null : <Cell code={line.row.cells[place] ?? ''} words={words} />,
    })),
  ];
}

const tones: Readonly<Record<string, string>> = {
  given: 'green',
  'mask/plain': 'red',
  'mask/mask': 'gold',
  'mask/hidden': 'gray',
};

function Cell({ code, words }: { readonly code: string; readonly words: MatrixAnswer['words'] }) {
  const text = words[code] ?? code;
  if (code === 'none') return <span className="engine-quiet">{text}</span>;
  return <span className={`engine-tag engine-tone-${tones[code] ?? 'blue'}`}>{text}</span>;
}

function idOf({ kind, id }: MatrixColumn): string {
  return `${kind}/${id}`;
}

function placesOf(
  columns: readonly MatrixColumn[],
  first: string | undefined,
  second: string | undefined,
): readonly [number, number] | undefined {
  const [a, b] = [first, second].map((id) => columns.findIndex((column) => idOf(column) === id));
  return a === undefined || b === undefined || a < 0 || b < 0 || a === b ? undefined : [a, b];
}

type PeopleProps = {
  readonly page: string;
  readonly operations: Operations;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
};

const maxPeople = 5;

/** People whose columns stand beside those of the roles. */
function PeopleSelect({ page, operations, ids, onChange }: PeopleProps) {
  const t = useMatrixText();
  const { client } = useEngine();
  const [words, setWords] = useState('');
  const api = apiOf(operations, 'people');
  const people = useQuery({
    queryKey: ['staff', 'matrix-people', words],
    queryFn: ({ signal }) => {
      const where = words === '' ? {} : { where: { search: words } };
      const body = { fields: ['name'], size: 20, ...where };
      return client.callAt<{ readonly list: readonly Named[] }>(api ?? '', body, { page, signal, quiet: true });
    },
    enabled: api !== undefined,
    placeholderData: keepPreviousData,
  });
  if (api === undefined) return null;
  return (
    <Select
      mode="multiple"
      className="matrix-people"
      aria-label={t('people')}
      placeholder={t('people')}
      maxCount={maxPeople}
      maxTagCount="responsive"
      filterOption={false}
      showSearch
      value={[...ids]}
      loading={people.isFetching}
      notFoundContent={<NoChoices query={people} />}
      options={(people.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onSearch={setWords}
      onChange={(next: string[]) => onChange(next)}
    />
  );
}

/** Writes the matrix into a file, in the background. */
function ExportButton({
  page,
  operations,
  staffIds,
}: Pick<PeopleProps, 'page' | 'operations'> & { readonly staffIds: readonly string[] }) {
  const t = useMatrixText();
  const { client } = useEngine();
  const { message } = App.useApp();
  const follow = useFollowTask();
  const [isSending, setSending] = useState(false);
  const api = apiOf(operations, 'export');
  if (api === undefined) return null;
  const start = async () => {
    setSending(true);
    try {
      const options = { page, idempotencyKey: crypto.randomUUID(), quiet: true };
      const { jobId } = await client.callAt<{ readonly jobId: string }>(api, { staffIds }, options);
      follow(jobId);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      void message.error(error.message);
    } finally {
      setSending(false);
    }
  };
  return (
    <Button icon={<ExportOutlined aria-hidden="true" />} loading={isSending} onClick={() => void start()}>
      {t('export')}
    </Button>
  );
}
