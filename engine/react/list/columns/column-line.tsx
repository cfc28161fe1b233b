import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  HolderOutlined,
  VerticalLeftOutlined,
  VerticalRightOutlined,
} from '@ant-design/icons';
import { Button, Checkbox, Tooltip } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import type { ColumnView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { useLineDrag } from '../../parts/use-line-drag.ts';
import type { Pin } from '../layout/column-layout.ts';

type ColumnLineProps = {
  readonly column: ColumnView;
  readonly isShown: boolean;
  readonly isLast: boolean;
  readonly pin: Pin | undefined;
  readonly canMove: { readonly up: boolean; readonly down: boolean };
  readonly onToggle: (key: string, isShown: boolean) => void;
  readonly onMove: (key: string, step: -1 | 1) => void;
  readonly onPin: (key: string, side: Pin | undefined) => void;
  /** Another column was dropped on this one. */
  readonly onPlace: (key: string) => void;
};

/** One column in the list of all of them. */
export function ColumnLine(props: ColumnLineProps) {
  const { column, isShown, isLast, pin, canMove, onToggle, onMove, onPin, onPlace } = props;
  const { key, title } = column;
  const t = useText();
  const line = useLineDrag('columns', key, onPlace);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    onMove(key, step);
  };
  const pinButton = (side: Pin, icon: ReactNode) => (
    <LineButton
      title={t(side === 'left' ? 'engine.columns.pinLeft' : 'engine.columns.pinRight', { title })}
      icon={icon}
      isPressed={pin === side}
      onClick={() => onPin(key, pin === side ? undefined : side)}
    />
  );
  return (
    <li ref={line} className="engine-column-line" onKeyDown={onKeyDown}>
      <HolderOutlined className="engine-column-grip" aria-hidden="true" />
      <Checkbox checked={isShown} disabled={isLast} onChange={(event) => onToggle(key, event.target.checked)}>
        {title}
      </Checkbox>
      <span className="engine-column-tools">
        <LineButton
          title={t('engine.columns.up', { title })}
          icon={<ArrowUpOutlined aria-hidden="true" />}
          isOff={!canMove.up}
          onClick={() => onMove(key, -1)}
        />
        <LineButton
          title={t('engine.columns.down', { title })}
          icon={<ArrowDownOutlined aria-hidden="true" />}
          isOff={!canMove.down}
          onClick={() => onMove(key, 1)}
        />
        {pinButton('left', <VerticalRightOutlined aria-hidden="true" />)}
        {pinButton('right', <VerticalLeftOutlined aria-hidden="true" />)}
      </span>
    </li>
  );
}

type LineButtonProps = {
  readonly title: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly isOff?: boolean;
  readonly isPressed?: boolean;
};

function LineButton({ title, icon, onClick, isOff = false, isPressed }: LineButtonProps) {
  return (
    <Tooltip title={title} mouseEnterDelay={0.5}>
      <Button
        type={isPressed === true ? 'primary' : 'text'}
        size="small"
        icon={icon}
        aria-label={title}
        aria-disabled={isOff}
        className={isOff ? 'engine-column-off' : ''}
        onClick={() => isOff || onClick()}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      />
    </Tooltip>
  );
}
