import type { MenuProps } from 'antd';
import { useCallback } from 'react';
import type { Scope } from '../../model/expression/index.ts';
import type { ActionView } from '../../model/view/index.ts';
import { InlineFault } from '../faults/fault-block.tsx';
import { useText } from '../host/engine-context.tsx';
import './actions.css';
import { titled } from '../formats/listed.ts';

/** One entry of a menu. */
export type MenuEntry = NonNullable<NonNullable<MenuProps['items']>[number]>;

/** Makes the entries of a menu from actions; one that may not be used now can be reached and says why. */
export function useActionItems() {
  const t = useText();
  return useCallback(
    (actions: readonly ActionView[], scope: Scope, onUse: (action: ActionView) => void): readonly MenuEntry[] =>
      actions.map((action) => {
        if (action.fault !== undefined)
          return { key: action.key, label: <InlineFault text={titled(action.title, action.fault)} /> };
        if (action.isEnabled(scope)) {
          const danger = action.emphasis === 'danger';
          return { key: action.key, label: action.title, danger, onClick: () => onUse(action) };
        }
        const reason = action.disabledReason ?? t('engine.action.disabled');
        return { key: action.key, label: <UnusableItem title={action.title} reason={reason} /> };
      }),
    [t],
  );
}

/** An entry of a menu that cannot be chosen now, with the reason. */
export function UnusableItem({ title, reason }: { readonly title: string; readonly reason: string }) {
  return (
    <span className="engine-menu-disabled">
      {title}
      <small>{reason}</small>
    </span>
  );
}
