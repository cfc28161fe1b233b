import { CheckOutlined, ExclamationCircleOutlined, LoadingOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { type ReactNode, Suspense, useRef, useSyncExternalStore } from 'react';
import type { CellEdit, ColumnView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { Cell } from '../../data-table/list-columns.tsx';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { CellEdits, CellSave } from '../rows/cell-edits.ts';
import { cellBeside, cellMark, focusRowOf, openCell } from '../rows/cell-steps.ts';
import type { RowStore } from '../rows/row-store.ts';
import { useTableKit } from '../rows/table-kit.ts';
import type { CellEnd } from './cell-input.tsx';
import { useCellSave } from './use-cell-save.ts';
import './cell-edit.css';

const loadCellInput = async () => (await import('./cell-input.tsx')).CellInput;
const CellInput = lazyPart(loadCellInput);

/** Fetches what cells are edited with, so that it is there when somebody begins to type. */
export function fetchCellInput(): void {
  // Whoever edits is told when it does not come.
  loadCellInput().catch(() => undefined);
}

type EditableCellProps = {
  readonly column: ColumnView;
  readonly edit: CellEdit;
  readonly record: WireRecord;
  readonly edits: CellEdits;
  /** What the row is called. */
  readonly rowName: string;
};

/** A cell that is changed in place, where the record as it stands allows it. */
export function EditableCell(props: EditableCellProps) {
  const { edit, record, column } = props;
  const page = usePageRuntime();
  const scope = page.scope(record);
  if (!edit.action.isPossible(scope) || !edit.action.isEnabled(scope)) return <Cell column={column} record={record} />;
  return <OpenCell {...props} />;
}

function OpenCell({ column, edit, record, edits, rowName }: EditableCellProps) {
  const t = useText();
  const { store } = useTableKit();
  const place = useRef<HTMLSpanElement>(null);
  const at = { row: record.id, column: column.key };
  const isOpen = useSyncExternalStore(edits.subscribe, () => edits.isOpen(at));
  const { state, save, forget } = useCellSave(
    edit,
    { record, rowName, isDrawn: () => place.current !== null },
    edits,
    at,
  );
  const end = ({ isKept, value, to }: CellEnd) => {
    const cell = place.current;
    if (isKept) void save(value);
    else forget();
    edits.close(at);
    if (to === 'row') focusRowOf(cell);
    else if (to !== 'away' && cell !== null) goOn(cell, to === 'next' ? 1 : -1, store);
  };
  const shown = state === undefined || state.kind === 'failed' ? record : { ...record, [column.path]: state.value };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard edits from the row, with F2
    <span
      ref={place}
      className={`engine-cell-open${state === undefined ? '' : ` engine-cell-${state.kind}`}`}
      {...{ [cellMark]: column.key }}
      onDoubleClick={() => edits.open(at)}
    >
      {isOpen ? (
        <Suspense fallback={<Cell column={column} record={shown} />}>
          <CellInput
            view={edit.view}
            start={state === undefined ? record[column.path] : state.value}
            name={t('engine.cell.name', { title: column.title, row: rowName })}
            onEnd={end}
          />
        </Suspense>
      ) : (
        <>
          <span className="engine-cell-value">
            <Cell column={column} record={shown} />
          </span>
          {state === undefined ? null : <StateMark state={state} />}
        </>
      )}
    </span>
  );
}

/** Saves and edits the cell beside; at the end of the table the row has the keyboard again. */
function goOn(cell: HTMLElement, by: 1 | -1, store: RowStore): void {
  const beside = cellBeside(cell, by, store);
  if (beside === undefined) focusRowOf(cell);
  else openCell(beside);
}

function StateMark({ state }: { readonly state: CellSave }): ReactNode {
  const t = useText();
  switch (state.kind) {
    case 'saving':
      return <LoadingOutlined aria-label={t('engine.cell.saving')} />;
    case 'saved':
      return <CheckOutlined className="engine-cell-done" aria-label={t('engine.cell.saved')} />;
    case 'failed':
      return (
        <Tooltip title={t('engine.cell.failed', { reason: state.reason })} defaultOpen>
          <ExclamationCircleOutlined
            className="engine-cell-wrong"
            aria-label={t('engine.cell.failed', { reason: state.reason })}
          />
        </Tooltip>
      );
    default:
      return null;
  }
}
