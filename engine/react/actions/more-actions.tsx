import { Dropdown } from 'antd';
import type { ReactElement } from 'react';
import type { ActionView } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { usePageRuntime } from '../host/page-runtime.ts';
import { useActionItems } from './action-items.tsx';

type Props = {
  readonly actions: readonly ActionView[];
  readonly record?: WireRecord | undefined;
  readonly onUse: (action: ActionView) => void;
  /** Whether they are shown, where whoever draws the button knows. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** The button that opens them. */
  readonly children: ReactElement;
};

/** Actions that found no room, in a menu; nothing when there are none. */
export function MoreActions({ actions, record, onUse, children, ...shown }: Props) {
  const page = usePageRuntime();
  const items = useActionItems();
  if (actions.length === 0) return null;
  return (
    <Dropdown {...shown} trigger={['click']} menu={{ items: [...items(actions, page.scope(record), onUse)] }}>
      {children}
    </Dropdown>
  );
}
