import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../host/engine-context.tsx';

/** What can be done with a row as a whole. */
export type RowMoves = {
  readonly duplicate: (key: string) => void;
  readonly remove: (key: string) => void;
  readonly move: (key: string, by: -1 | 1) => void;
};

type RowButtonsProps = {
  /** Key of the row. */
  readonly row: string;
  readonly index: number;
  readonly count: number;
  readonly isFull: boolean;
  /** A row that was picked from a list is there once. */
  readonly isPicked?: boolean;
  readonly tools: RowMoves;
  /** Begins the ids of the buttons. */
  readonly form: string;
};

/** The buttons at the end of a row. */
export function RowButtons({ row, index, count, isFull, isPicked = false, tools, form }: RowButtonsProps) {
  const t = useText();
  const button = (
    name: 'up' | 'down' | 'duplicate' | 'remove',
    icon: ReactNode,
    disabled: boolean,
    act: () => void,
  ) => {
    const title = t(`engine.form.row.${name}`, { row: index + 1 });
    return (
      <Button
        id={`${form}-${row}-${name}`}
        type="text"
        size="small"
        icon={icon}
        aria-label={title}
        title={title}
        disabled={disabled}
        danger={name === 'remove'}
        onClick={act}
      />
    );
  };
  return (
    <span className="engine-rows-buttons">
      {button('up', <ArrowUpOutlined />, index === 0, () => tools.move(row, -1))}
      {button('down', <ArrowDownOutlined />, index === count - 1, () => tools.move(row, 1))}
      {isPicked ? null : button('duplicate', <CopyOutlined />, isFull, () => tools.duplicate(row))}
      {button('remove', <DeleteOutlined />, false, () => tools.remove(row))}
    </span>
  );
}
