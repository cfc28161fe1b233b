import { HolderOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useRef } from 'react';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import './order.css';
import { useMoveRow } from './use-move-row.ts';
import { useRowDrag } from './use-row-drag.ts';

type Props = {
  readonly api: string;
  readonly record: WireRecord;
  /** All rows of the page in their order. */
  readonly rows: readonly WireRecord[];
  readonly label: string;
};

/** By this a row is dragged to another place, or moved up and down with the keyboard. */
export function RowGrip({ api, record, rows, label }: Props) {
  const t = useText();
  const grip = useRef<HTMLButtonElement>(null);
  const move = useMoveRow(api, rows, label);
  useRowDrag(grip, record.id, move);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const beside = by === 0 ? undefined : rows[rows.findIndex(({ id }) => id === record.id) + by];
    if (by === 0) return;
    // The arrow is the row's here, not the list's.
    event.preventDefault();
    event.stopPropagation();
    // The row takes the keyboard along.
    if (beside !== undefined)
      void move(record.id, beside.id, by < 0 ? 'before' : 'after').then(() => grip.current?.focus());
  };
  const words = t('engine.order.grip', { name: String(record[label] ?? '') });
  return (
    <button ref={grip} type="button" className="engine-row-grip" aria-label={words} title={words} onKeyDown={onKeyDown}>
      <HolderOutlined aria-hidden="true" />
    </button>
  );
}
