import { Button, type ButtonProps, Tooltip } from 'antd';
import type { MouseEvent } from 'react';
import type { Scope } from '../../model/expression/index.ts';
import type { ActionView } from '../../model/view/index.ts';
import { InlineFault } from '../faults/fault-block.tsx';
import { titled } from '../formats/listed.ts';
import { type PagePlace, useText } from '../host/engine-context.tsx';
import { useBeside } from '../page/use-beside.ts';
import { linkedPlace } from './linked-place.ts';
import { fetchActionForm } from './load-action-form.ts';
import { useCooldown } from './use-cooldown.ts';

type ActionButtonProps = Omit<ButtonProps, 'onClick' | 'disabled' | 'danger'> & {
  readonly action: ActionView;
  /** What the conditions of the action are about. */
  readonly scope: Scope;
  readonly onUse: () => void;
};

/** The record that a button leads to, where it does nothing else. */
function placeOf(action: ActionView, scope: Scope): PagePlace | undefined {
  const { link } = action;
  return link === undefined || typeof scope.record?.id !== 'string' ? undefined : linkedPlace(link, action, scope);
}

/**
 * The button of an action. After a click it is disabled for two seconds. One that leads to a
 * record reacts to Ctrl, the middle and the right button as a link does. One that may not be used now stays within reach
 * of the keyboard and says why; one that cannot be used at all shows its fault.
 */
export function ActionButton({ action, scope, onUse, ...button }: ActionButtonProps) {
  const t = useText();
  const [isCoolingDown, rest] = useCooldown();
  const beside = useBeside(placeOf(action, scope));
  if (action.fault !== undefined) return <InlineFault text={titled(action.title, action.fault)} />;
  const danger = action.emphasis === 'danger';
  const use = (event: MouseEvent<HTMLElement>) => {
    if (isCoolingDown) return;
    if (beside !== undefined && (event.ctrlKey || event.metaKey)) return beside.onClick(event);
    rest();
    onUse();
  };
  const near = action.form === undefined ? {} : { onPointerEnter: fetchActionForm, onFocus: fetchActionForm };
  if (action.isEnabled(scope))
    return (
      <Button
        {...button}
        {...near}
        {...beside}
        danger={danger}
        onClick={use}
        // Not `disabled`: what the button opens gives the keyboard back to it.
        {...(isCoolingDown ? { 'aria-disabled': true, className: 'engine-resting' } : {})}
      />
    );
  return (
    <Tooltip title={action.disabledReason ?? t('engine.action.disabled')} trigger={['hover', 'focus']}>
      <Button {...button} aria-disabled="true" className="ant-btn-disabled" />
    </Tooltip>
  );
}
