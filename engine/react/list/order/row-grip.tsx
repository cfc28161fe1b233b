import { HolderOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { WireRecord } from '../../../model/wire/index.ts';
import type { InTurn } from '../../calls/use-in-turn.ts';
import { useText } from '../../host/engine-context.tsx';
import './order.css';
import { type MoveRow, useMoveRow } from './use-move-row.ts';
import { useRowDrag } from './use-row-drag.ts';

type Props = {
  readonly api: string;
  readonly record: WireRecord;
  /** All rows of the page in their order. */
  readonly rows: readonly WireRecord[];
  readonly label: string;
  /** Of the list: one move after the other. */
  readonly inTurn: InTurn;
};

/** By this a row is dragged to another place, or moved up and down with the keyboard. */
export function RowGrip({ api, record, rows, label, inTurn }: Props) {
  const t = useText();
  const grip = useRef<HTMLButtonElement>(null);
  const now = { rows, move: useMoveRow(api, rows, label) };
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  const drop: MoveRow = (...moved) => inTurn(() => latest.current.move(...moved));
  useRowDrag(grip, record.id, drop);
  const step = async (by: 1 | -1) => {
    const { rows, move } = latest.current;
    const beside = rows[rows.findIndex(({ id }) => id === record.id) + by];
    if (beside !== undefined) await move(record.id, beside.id, by < 0 ? 'before' : 'after');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    // The arrow is the row's here, not the list's.
    event.preventDefault();
    event.stopPropagation();
    // The row takes the keyboard along.
    void inTurn(() => step(by)).then(() => grip.current?.focus());
  };
  const words = t('engine.order.grip', { name: String(record[label] ?? '') });
  return (
    <button ref={grip} type="button" className="engine-row-grip" aria-label={words} title={words} onKeyDown={onKeyDown}>
      <HolderOutlined aria-hidden="true" />
    </button>
  );
}
