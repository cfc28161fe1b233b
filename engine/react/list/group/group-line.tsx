import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { ColumnView } from '../../../model/view/index.ts';
import type { GroupFigures } from '../../../model/wire/index.ts';
import { FieldValue } from '../../field-value/field-value.tsx';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import { useRows } from '../rows/row-store.ts';
import { useTableKit } from '../rows/table-kit.ts';
import { totalledColumns } from '../state/list-group.ts';
import type { LinePlace } from '../table/table-body.tsx';
import { cellClass, cellPlace, pinStyle } from '../table/table-plan.ts';
import { tableRoles } from '../table/table-roles.ts';
import './group.css';

type GroupLineProps = {
  readonly id: string;
  readonly name: ReactNode;
  /** The name as text. */
  readonly words: string;
  readonly figures: GroupFigures;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly at: LinePlace;
};

/** The line above the rows of a group: its name, their number and their sums. Right and left open and close it. */
export function GroupLine({ id, name, words, figures, isOpen, onToggle, at }: GroupLineProps) {
  const { store } = useTableKit();
  const isCurrent = useRows(store, () => store.isCurrent(id));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const wanted = { ArrowRight: true, ArrowLeft: false, Enter: !isOpen, ' ': !isOpen }[event.key];
    if (wanted === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    if (wanted !== isOpen) onToggle(wanted);
  };
  return (
    <tr
      {...tableRoles.row}
      {...lineProps(at)}
      data-row-key={id}
      tabIndex={isCurrent ? 0 : -1}
      className="engine-tr engine-group-line"
      onKeyDown={onKeyDown}
    >
      <FigureCells figures={figures}>
        <GroupLabel {...{ name, words, figures, isOpen }} onToggle={() => onToggle(!isOpen)} />
      </FigureCells>
    </tr>
  );
}

type HeldLineProps = Pick<GroupLineProps, 'id' | 'name' | 'words' | 'figures' | 'onToggle'>;

/** The likeness of an open group's line below the head, for the eye and the mouse: the line itself has everything. */
export function HeldGroupLine({ id, name, words, figures, onToggle }: HeldLineProps) {
  const { store } = useTableKit();
  const line = useRef<HTMLTableRowElement>(null);
  const close = () => {
    const table = line.current?.closest<HTMLElement>('.engine-grid');
    store.focus(id);
    onToggle(false);
    // Its rows are gone, and with them what was looked at: the line itself comes into sight, with the keyboard.
    requestAnimationFrame(() => table?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(id)}"]`)?.focus());
  };
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the keyboard does not come here; the line itself has everything
    <tr ref={line} aria-hidden="true" className="engine-tr engine-group-line">
      <FigureCells figures={figures}>
        <GroupLabel {...{ name, words, figures }} isOpen onToggle={close} />
      </FigureCells>
    </tr>
  );
}

type GroupLabelProps = Omit<HeldLineProps, 'id' | 'onToggle'> & {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

function GroupLabel({ name, words, figures, isOpen, onToggle }: GroupLabelProps) {
  const t = useText();
  return (
    <>
      <button
        type="button"
        className="engine-group-button"
        tabIndex={-1}
        aria-expanded={isOpen}
        aria-label={t(isOpen ? 'engine.group.close' : 'engine.group.open', { name: words })}
        onClick={onToggle}
      >
        {isOpen ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />}
      </button>
      <strong>{name}</strong>
      <span className="engine-group-count">{t('engine.group.count', { count: formatNumber(figures.count) })}</span>
    </>
  );
}

/** The last line: all rows together. */
export function TotalLine({ figures, at }: Pick<GroupLineProps, 'figures' | 'at'>) {
  const t = useText();
  return (
    <tr {...tableRoles.row} {...lineProps(at)} className="engine-tr engine-group-line engine-group-total">
      <FigureCells figures={figures}>
        <strong>{t('engine.group.total')}</strong>
        <span className="engine-group-count">{t('engine.group.count', { count: formatNumber(figures.count) })}</span>
      </FigureCells>
    </tr>
  );
}

type WordsLineProps = { readonly id: string; readonly at: LinePlace; readonly children: ReactNode };

/** A line of its own below the rows of a group, for example to show more of them. */
export function WordsLine({ id, at, children }: WordsLineProps) {
  return (
    <tr {...tableRoles.row} {...lineProps(at)} data-line={id} className="engine-tr engine-group-more">
      <td {...tableRoles.cell} className="engine-td engine-group-label" style={{ gridColumn: '1 / -1' }}>
        <span>{children}</span>
      </td>
    </tr>
  );
}

function lineProps({ place, gap }: LinePlace): { readonly 'aria-rowindex': number; readonly style?: CSSProperties } {
  return { 'aria-rowindex': place + 2, ...(gap === 0 ? {} : { style: { marginTop: gap } }) };
}

/** A label up to the first column that is summed, and the sums below their headings. */
function FigureCells({ figures, children }: { readonly figures: GroupFigures; readonly children: ReactNode }) {
  const { columns, canSelect, actions } = useTableKit();
  const totalled = new Set(totalledColumns(columns));
  // The first column is for the label, whatever it holds.
  const first = columns.findIndex((column, index) => index > 0 && totalled.has(column));
  const end = first < 0 ? columns.length : first;
  const labelEnd = first < 0 ? -1 : trackOf(columns, first, canSelect);
  return (
    <>
      <td
        {...tableRoles.cell}
        aria-colindex={1}
        aria-colspan={cellPlace(end, canSelect) - 1}
        className="engine-td engine-group-label"
        style={{ gridColumn: `1 / ${labelEnd}` }}
      >
        <span>{children}</span>
      </td>
      {columns.map((column, index) =>
        index >= end && totalled.has(column) ? (
          <td
            key={column.key}
            {...tableRoles.cell}
            aria-colindex={cellPlace(index, canSelect)}
            className={cellClass(columns, index, true)}
            style={{ ...pinStyle(column, index), gridColumn: trackOf(columns, index, canSelect) }}
          >
            <GroupSum column={column} figures={figures} />
          </td>
        ) : null,
      )}
      {actions.length === 0 ? null : (
        <td
          aria-hidden="true"
          className="engine-td engine-pin engine-pin-right engine-pin-edge"
          style={{ gridColumn: '-2 / -1' }}
        />
      )}
    </>
  );
}

/** The sum of a column as its values are shown. */
export function GroupSum({ column, figures }: { readonly column: ColumnView; readonly figures: GroupFigures }) {
  const { field, path, key } = column;
  return <FieldValue field={field} path={path} record={{ id: key, ...atPath(path, figures.sums[path] ?? 0) }} />;
}

/** Where a column stands in the grid: the room that is left over comes before those pinned right. */
function trackOf(columns: readonly ColumnView[], index: number, canSelect: boolean): number {
  return cellPlace(index, canSelect) + (columns[index]?.pin === 'right' ? 1 : 0);
}

/** A value at its path, as a record has it. */
function atPath(path: string, value: number): Readonly<Record<string, unknown>> {
  const [last = '', ...before] = path.split('.').reverse();
  return before.reduce<Readonly<Record<string, unknown>>>((inner, key) => ({ [key]: inner }), { [last]: value });
}
