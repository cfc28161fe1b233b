import { fileTypeOf } from '../../../model/fields/index.ts';
import type { FormFieldView, FormRowsView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { fieldRenderers } from '../../fields/field-renderers.ts';
import { useFileFacts } from '../../fields/file/use-file-facts.ts';
import { knownLabels } from '../../fields/ref-renderer.tsx';
import { idsOf } from '../../fields/renderer/ids-of.ts';
import { usePickerLabels } from '../../fields/use-picker.ts';
import { listed } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { isEmpty, type Values } from '../../record/values.ts';

type ConflictValueProps = {
  readonly view: FormFieldView | FormRowsView;
  readonly value: unknown;
  /** The value in words, where the server told them. */
  readonly text?: string | undefined;
  /** The record that was opened, for names of what it refers to. */
  readonly record?: WireRecord | undefined;
};

/** A value of a field in conflict, as text. */
export function ConflictValue({ view, value, text, record }: ConflictValueProps) {
  const t = useText();
  if (isEmpty(value)) return <span className="engine-quiet">{t('engine.conflict.none')}</span>;
  if (text !== undefined && text !== '') return text;
  if (view.kind === 'rows') return <RowsText view={view} rows={rowsIn(value)} />;
  if (view.field.type === 'ref' || view.field.type === 'refs')
    return <RefText view={view} value={value} record={record} />;
  if (fileTypeOf(view.field.type) !== undefined) return idsOf(value).map((id) => <FileName key={id} id={id} />);
  return <PlainText view={view} values={{ [view.key]: value }} />;
}

function PlainText({ view, values }: { readonly view: FormFieldView; readonly values: Values }) {
  const { context } = usePageRuntime();
  const { key, type } = view.field;
  return fieldRenderers[type].text({ field: view.field, path: key, record: { id: '', ...values } }, context);
}

function RefText({ view, value, record }: ConflictValueProps & { readonly view: FormFieldView }) {
  const { context } = usePageRuntime();
  const { field } = view;
  const ids = idsOf(value);
  const known = field.ref === undefined ? new Map<string, string>() : knownLabels({ ...field }, record, context);
  const names = usePickerLabels(field.ref ?? '', ids, known);
  return listed(ids.map((id) => names.get(id)?.label ?? '…'));
}

function FileName({ id }: { readonly id: string }) {
  const { data, error } = useFileFacts(id);
  return <span className="engine-conflict-file">{data?.name ?? error?.message ?? '…'}</span>;
}

const shownRows = 4;

function RowsText({ view, rows }: { readonly view: FormRowsView; readonly rows: readonly Values[] }) {
  const t = useText();
  const { context } = usePageRuntime();
  const cells = view.fields.filter((cell) => cell.kind === 'field').slice(0, 3);
  const lineOf = (row: Values) =>
    cells
      .map(({ field, key }) =>
        fieldRenderers[field.type].text({ field, path: key, record: { id: '', ...row } }, context),
      )
      .join(' · ');
  return (
    <span className="engine-conflict-rows">
      <span>{t('engine.conflict.rows', { count: rows.length })}</span>
      {rows.slice(0, shownRows).map((row, index) => (
        // Rows stand for themselves here and never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: as said
        <span key={index}>{lineOf(row)}</span>
      ))}
      {rows.length > shownRows ? <span aria-hidden="true">…</span> : null}
    </span>
  );
}

function rowsIn(value: unknown): readonly Values[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter((row): row is Values => typeof row === 'object' && row !== null);
}
