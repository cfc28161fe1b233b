import { PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { type ReactNode, useRef, useSyncExternalStore } from 'react';
import type { FormFieldView, FormItemView, FormRowsView, FormView } from '../../../model/view/index.ts';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { InlineFault } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { useIsNarrow } from '../../theme/use-media.ts';
import { PickButton } from '../pick/pick-button.tsx';
import { PickedNames } from '../pick/picked-names.tsx';
import { focusInput, inputId, useFieldMark, useFormParts, useOfSession } from '../session/form-parts.tsx';
import type { EditedRow, RowList } from '../session/rows/row-list.ts';
import { widthOfType } from '../table/column-width.ts';
import { TableHead } from '../table/table-head.tsx';
import { RowCard } from './row-card.tsx';
import type { RowTools } from './row-cell.tsx';
import { RowLine } from './row-line.tsx';
import { CardSums, RowSums } from './row-sums.tsx';
import { manyRows, useFarRows } from './use-far-rows.ts';
import '../table/rows.css';

/** Child rows in a form, edited in a table. */
export function RowsItem({ name }: { readonly name: string }) {
  const { session, view } = useFormParts();
  const t = useText();
  useOfSession(session, () => Object.values(session.stateOf(name)).join());
  const rows = session.rows.get(name);
  if (rows === undefined) return <InlineFault text={t('engine.fault.field', { name })} />;
  const state = session.stateOf(name);
  if (!state.visible) return null;
  return (
    <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.field', { name: rows.view.title })} />}>
      <RowsTable rows={rows} isOpen={state.enabled} isRequired={state.required} showsTitle={!isAlone(view, name)} />
    </ErrorBoundary>
  );
}

/** A section or tab that holds nothing but the rows says what they are already. */
function isAlone(view: FormView, name: string): boolean {
  const section = view.sections.find(({ items }) => items.some(({ key }) => key === name));
  return section?.items.length === 1 && section.title !== undefined;
}

type RowsTableProps = {
  readonly rows: RowList;
  readonly isOpen: boolean;
  readonly isRequired: boolean;
  readonly showsTitle: boolean;
};

function RowsTable({ rows, isOpen, isRequired, showsTitle }: RowsTableProps) {
  const { id } = useFormParts();
  const { view } = rows;
  const own = inputId(id, rows.path);
  const snapshot = useSyncExternalStore(rows.subscribe, rows.snapshot);
  const tools = useRowTools(rows);
  const hasButtons = isOpen && !view.isFixed;
  const mark = useFieldMark();
  // A table wider than a phone would have to be pushed to and fro for every row.
  const isNarrow = useIsNarrow();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own
    <div
      id={own}
      className="engine-form-item engine-span-2 engine-rows"
      role="group"
      aria-labelledby={`${own}-label`}
      {...mark(view.key)}
    >
      <div id={`${own}-label`} className={showsTitle ? 'engine-rows-title' : 'engine-said'}>
        {isRequired ? <span className="engine-rows-must">*</span> : null} {view.title}
      </div>
      {view.help === undefined ? null : <p className="engine-form-help">{view.help}</p>}
      {view.hasCards || isNarrow ? (
        <RowCards rows={rows} tools={tools} isOpen={isOpen} />
      ) : (
        <RowLines rows={rows} tools={tools} isOpen={isOpen} />
      )}
      {snapshot.fault === undefined ? null : (
        <p className="engine-rows-fault" role="alert">
          {snapshot.fault}
        </p>
      )}
      {hasButtons ? <RowsFoot rows={rows} tools={tools} canUndo={snapshot.canUndo} /> : null}
    </div>
  );
}

type RowLinesProps = { readonly rows: RowList; readonly tools: RowTools; readonly isOpen: boolean };

/** The rows as cards. */
function RowCards({ rows, tools, isOpen }: RowLinesProps) {
  const t = useText();
  const { view } = rows;
  const snapshot = useSyncExternalStore(rows.subscribe, rows.snapshot);
  const count = snapshot.rows.length;
  if (count === 0) return <p className="engine-rows-empty">{noRowsText(view, isOpen && !view.isFixed, t)}</p>;
  return (
    <Named view={view} rows={snapshot.rows}>
      <ol className="engine-rows-cards">
        {snapshot.rows.map((row, index) => (
          <RowCard key={row.key} {...{ rows, row, index, count, isOpen, tools, drawList }} />
        ))}
      </ol>
      {view.hasCards ? null : <CardSums view={view} rows={snapshot.rows} />}
    </Named>
  );
}

/** The rows as lines of a table. */
function RowLines({ rows, tools, isOpen }: RowLinesProps) {
  const t = useText();
  const { view } = rows;
  const snapshot = useSyncExternalStore(rows.subscribe, rows.snapshot);
  const body = useRef<HTMLTableSectionElement>(null);
  useFarRows(body, snapshot.rows.length);
  const hasButtons = isOpen && !view.isFixed;
  return (
    <div className={snapshot.rows.length > manyRows ? 'engine-rows-scroll engine-rows-many' : 'engine-rows-scroll'}>
      <Named view={view} rows={snapshot.rows}>
        <table>
          <TableHead columns={headOf(view)} hasButtons={hasButtons} />
          <tbody ref={body}>
            {snapshot.rows.map((row, index) => (
              <RowLine
                key={row.key}
                rows={rows}
                row={row}
                index={index}
                count={snapshot.rows.length}
                isOpen={isOpen}
                tools={tools}
                drawList={drawList}
              />
            ))}
            {snapshot.rows.length === 0 ? (
              <tr>
                <td className="engine-rows-empty" colSpan={view.fields.length + (hasButtons ? 2 : 1)}>
                  {noRowsText(view, hasButtons, t)}
                </td>
              </tr>
            ) : null}
          </tbody>
          <RowSums view={view} rows={snapshot.rows} hasButtons={hasButtons} />
        </table>
      </Named>
    </div>
  );
}

type NamedProps = { readonly view: FormRowsView; readonly rows: readonly EditedRow[]; readonly children: ReactNode };

/** Rows that were picked from a list are told by their names. */
function Named({ view, rows, children }: NamedProps) {
  if (view.pick === undefined) return children;
  return (
    <PickedNames cell={view.pick.cell} rows={rows}>
      {children}
    </PickedNames>
  );
}

function noRowsText({ pick }: FormRowsView, hasButtons: boolean, t: ReturnType<typeof useText>): string {
  if (!hasButtons) return t('engine.form.noFixedRows');
  return t(pick === undefined ? 'engine.form.noRows' : 'engine.pick.noRows');
}

/** Rows of a row stand below it under a title of their own. */
function drawList(list: RowList, isOpen: boolean) {
  return <RowsTable rows={list} isOpen={isOpen} isRequired={list.view.min > 0} showsTitle />;
}

function headOf({ fields }: FormRowsView) {
  return fields.map((cell) => ({
    ...{ key: cell.key, title: cell.title, help: helpOf(cell), width: widthOf(cell) },
    isRequired: cell.kind === 'field' && cell.required && cell.field.type !== 'bool',
  }));
}

function helpOf(cell: FormItemView): string | undefined {
  return cell.kind === 'field' ? cell.help : undefined;
}

function widthOf(cell: FormItemView): 'narrow' | 'middle' | 'wide' {
  return cell.kind !== 'field' || cell.widget !== undefined ? 'middle' : widthOfType(cell.field.type);
}

type FootProps = {
  readonly rows: RowList;
  readonly tools: RowTools;
  readonly canUndo: boolean;
};

function RowsFoot({ rows, tools, canUndo }: FootProps) {
  const t = useText();
  const { pick, max } = rows.view;
  return (
    <div className="engine-rows-foot">
      {pick === undefined ? (
        <Button
          type="dashed"
          size="small"
          icon={<PlusOutlined aria-hidden="true" />}
          onClick={tools.add}
          disabled={rows.isFull}
        >
          {t('engine.form.addRow')}
        </Button>
      ) : (
        <PickButton rows={rows} pick={pick} />
      )}
      {canUndo ? (
        <Button type="link" size="small" icon={<UndoOutlined aria-hidden="true" />} onClick={tools.undo}>
          {t('engine.form.undoRemove')}
        </Button>
      ) : null}
      <span className="engine-form-hint">
        {rows.isFull
          ? t('engine.form.rowsFull', { max })
          : t(pick === undefined ? 'engine.form.rowsHint' : 'engine.pick.rowsHint')}
      </span>
    </div>
  );
}

function isFilledIn({ compute, shown, picked }: FormFieldView): boolean {
  return compute === undefined && shown === undefined && picked !== true;
}

/** What can be done with the rows; the keyboard goes to where the work goes on. */
function useRowTools(rows: RowList): RowTools {
  const t = useText();
  const { id } = useFormParts();
  const { message } = App.useApp();
  const focusRow = (key: string | undefined) => {
    const cell = rows.cells.find(isFilledIn)?.key;
    if (key !== undefined && cell !== undefined)
      requestAnimationFrame(() => focusInput(inputId(id, `${rows.path}.${key}.${cell}`)));
  };
  return {
    add: () => focusRow(rows.add()),
    undo: () => focusRow(rows.undo()),
    duplicate: (key) => focusRow(rows.duplicate(key)),
    remove: (key) => {
      rows.remove(key);
      requestAnimationFrame(() => focusInput(inputId(id, rows.path)));
    },
    move: (key, by) => {
      const held = document.activeElement?.id;
      rows.move(key, by);
      // Moving a row takes the keyboard out of it.
      if (held) requestAnimationFrame(() => document.getElementById(held)?.focus());
    },
    paste: (key, cell, text) => {
      const left = rows.paste(key, cell, text);
      if (left.lines > 0) message.warning(t('engine.form.pasteTooLong', { count: left.lines, max: rows.view.max }));
      if (left.cells > 0) message.warning(t('engine.form.pasteLeft', { count: left.cells }));
    },
  };
}
