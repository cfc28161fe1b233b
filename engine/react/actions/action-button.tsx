import { Button, type ButtonProps, Tooltip } from 'antd';
import type { Scope } from '../../model/expression/index.ts';
import type { ActionView } from '../../model/view/index.ts';
import { InlineFault } from '../faults/fault-block.tsx';
import { useText } from '../host/engine-context.tsx';
import { fetchActionForm } from './load-action-form.ts';
import { useCooldown } from './use-cooldown.ts';

type ActionButtonProps = Omit<ButtonProps, 'onClick' | 'disabled' | 'danger'> & {
  readonly action: ActionView;
  /** What the conditions of the action are about. */
  readonly scope: Scope;
  readonly onUse: () => void;
};

/**
 * The button of an action. After a click it is disabled for two seconds. One that may not be used now stays within reach
 * of the keyboard and says why; one that cannot be used at all shows its fault.
 */
export function ActionButton({ action, scope, onUse, ...button }: ActionButtonProps) {
  const t = useText();
  const [isCoolingDown, rest] = useCooldown();
  if (action.fault !== undefined) return <InlineFault text={`${action.title}：${action.fault}`} />;
  const danger = action.emphasis === 'danger';
  const use = () => {
    if (isCoolingDown) return;
    rest();
    onUse();
  };
  const near = action.form === undefined ? {} : { onPointerEnter: fetchActionForm, onFocus: fetchActionForm };
  if (action.isEnabled(scope))
    return (
      <Button
        {...button}
        {...near}
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
