import { Dropdown } from 'antd';
import type { ReactElement } from 'react';
import type { ActionView } from '../../model/index.ts';

type Props = {
  readonly actions: readonly ActionView[];
  readonly onUse: (action: ActionView) => void;
  /** The button that opens them. */
  readonly children: ReactElement;
};

/** Actions that found no room, in a menu; nothing when there are none. */
export function MoreActions({ actions, onUse, children }: Props) {
  if (actions.length === 0) return null;
  const items = actions.map((action) => ({
    key: action.key,
    label: action.title,
    danger: action.emphasis === 'danger',
    onClick: () => onUse(action),
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      {children}
    </Dropdown>
  );
}
