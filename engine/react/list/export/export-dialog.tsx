import { useMutation } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Input, Modal, Radio } from 'antd';
import { useId, useMemo, useState } from 'react';
import { ApiRefusal } from '../../../client/index.ts';
import type { ExportBody, ExportFormat } from '../../../model/wire/index.ts';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { heldOpen } from '../../parts/held-open.ts';
import { useFollowTask } from '../../tasks/use-tasks.ts';
import { shownColumns } from '../layout/column-layout.ts';
import { sortInForce } from '../state/list-sort.ts';
import { whereOf } from '../state/list-state.ts';
import { useExactCount } from '../state/use-list-query.ts';
import { allFileColumns, formattedFileColumns, shownFileColumns, withFormatted } from './export-columns.ts';
import type { ExportedList } from './exported-list.ts';
import './export.css';

type ExportDialogProps = ExportedList & {
  readonly api: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

type Choice = {
  readonly rows: 'selected' | 'all';
  readonly columns: 'shown' | 'all';
  /** Whether formatted text goes along, as its source. */
  readonly formatted: boolean;
  readonly format: ExportFormat;
  readonly reason: string;
};

/** Asks what to export and how, and starts it: which rows, which columns, which kind of file. */
export function ExportDialog({ api, isOpen, onClose, ...list }: ExportDialogProps) {
  const t = useText();
  const page = usePageRuntime();
  const follow = useFollowTask();
  // Nobody selects below an open dialog.
  const [selected] = useState(() => (list.store?.matching === undefined ? (list.store?.selected ?? []) : []));
  const ids = selected.map(({ id }) => id);
  const [choice, setChoice] = useState<Choice>({
    rows: ids.length > 0 ? 'selected' : 'all',
    columns: 'shown',
    formatted: false,
    format: 'xlsx',
    reason: '',
  });
  const columns = useFileColumns(list);
  const start = useMutation({
    mutationFn: () =>
      page.call<{ readonly jobId: string }>(api, bodyOf(list, choice, ids, chosenColumns(choice, columns))),
    onSuccess: ({ jobId }) => {
      onClose();
      follow(jobId);
    },
  });
  return (
    <Modal
      open={isOpen}
      title={t('engine.export.title', { title: list.view.page.title })}
      okText={t('engine.export.start')}
      {...heldOpen(start.isPending)}
      onOk={() => start.mutate()}
      onCancel={onClose}
      width={520}
    >
      {start.error === null ? null : <StartFault error={start.error} />}
      <ExportForm list={list} choice={choice} onChange={setChoice} ids={ids} columns={columns} />
    </Modal>
  );
}

function useFileColumns({ view, layout }: ExportedList) {
  return useMemo(() => {
    const shown =
      layout === undefined ? view.columns.filter(({ hidden }) => !hidden) : shownColumns(view.columns, layout);
    return { shown: shownFileColumns(shown), all: allFileColumns(view, shown), formatted: formattedFileColumns(view) };
  }, [view, layout]);
}

function chosenColumns({ columns, formatted }: Choice, offered: ReturnType<typeof useFileColumns>) {
  return formatted ? withFormatted(offered[columns], offered.formatted) : offered[columns];
}

function bodyOf(
  { view, state }: ExportedList,
  { rows, format, reason }: Choice,
  ids: readonly string[],
  columns: NonNullable<ExportBody['columns']>,
): ExportBody {
  const where = rows === 'all' ? whereOf(state, view) : undefined;
  const sort = sortInForce(state, view);
  return {
    columns,
    format,
    ...(rows === 'selected' ? { ids } : {}),
    ...(where === undefined ? {} : { where }),
    ...(sort.length === 0 ? {} : { sort }),
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
  };
}

type ExportFormProps = {
  readonly list: ExportedList;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  readonly ids: readonly string[];
  readonly columns: ReturnType<typeof useFileColumns>;
};

function ExportForm({ list, choice, onChange, ids, columns }: ExportFormProps) {
  const t = useText();
  const id = useId();
  const exact = useExactCount(list.view, list.state, true);
  const total = exact.data?.total;
  const change = (part: Partial<Choice>) => onChange({ ...choice, ...part });
  const all =
    typeof total === 'number'
      ? t('engine.export.all', { count: formatNumber(total) })
      : t('engine.export.allUncounted');
  return (
    <Form layout="vertical" className="engine-export">
      <Form.Item label={t('engine.export.rows')}>
        <Radio.Group
          name={`${id}rows`}
          aria-label={t('engine.export.rows')}
          value={choice.rows}
          onChange={({ target }) => change({ rows: target.value === 'selected' ? 'selected' : 'all' })}
          options={[
            { value: 'all', label: all },
            ...(ids.length === 0
              ? []
              : [{ value: 'selected', label: t('engine.export.selected', { count: formatNumber(ids.length) }) }]),
          ]}
        />
      </Form.Item>
      <Form.Item label={t('engine.export.columns')}>
        <Radio.Group
          name={`${id}columns`}
          aria-label={t('engine.export.columns')}
          value={choice.columns}
          onChange={({ target }) => change({ columns: target.value === 'all' ? 'all' : 'shown' })}
          options={(['shown', 'all'] as const).map((value) => ({
            value,
            label: t(`engine.export.columns.${value}`, { count: columns[value].length }),
          }))}
        />
        {columns.formatted.length === 0 ? null : (
          <Checkbox
            className="engine-export-formatted"
            checked={choice.formatted}
            onChange={({ target }) => change({ formatted: target.checked })}
          >
            {t('engine.export.formatted', { count: columns.formatted.length })}
          </Checkbox>
        )}
      </Form.Item>
      <Form.Item label={t('engine.export.format')}>
        <Radio.Group
          name={`${id}format`}
          aria-label={t('engine.export.format')}
          value={choice.format}
          onChange={({ target }) => change({ format: target.value === 'csv' ? 'csv' : 'xlsx' })}
          options={[
            { value: 'xlsx', label: t('engine.export.xlsx') },
            { value: 'csv', label: t('engine.export.csv') },
          ]}
        />
      </Form.Item>
      <Form.Item label={t('engine.export.reason')} extra={t('engine.export.hint')}>
        <Input.TextArea
          aria-label={t('engine.export.reason')}
          value={choice.reason}
          maxLength={200}
          rows={2}
          placeholder={t('engine.export.reasonHint')}
          onChange={({ target }) => change({ reason: target.value })}
        />
      </Form.Item>
    </Form>
  );
}

function StartFault({ error }: { readonly error: unknown }) {
  const t = useText();
  const refusal = error instanceof ApiRefusal ? error : undefined;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      className="engine-form-alert"
      message={refusal?.message ?? t('engine.action.failed')}
      description={
        refusal?.requestId === undefined ? undefined : t('engine.fault.requestId', { id: refusal.requestId })
      }
    />
  );
}
