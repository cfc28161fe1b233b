import { Button, type ButtonProps, Tooltip } from 'antd';
import type { MouseEvent } from 'react';
import type { Scope } from '../../model/expression/index.ts';
import type { ActionView } from '../../model/view/index.ts';
import { InlineFault } from '../faults/fault-block.tsx';
import { titled } from '../formats/listed.ts';
import { type PagePlace, useText } from '../host/engine-context.tsx';
import { useBeside } from '../page/use-beside.ts';
import { RowButton } from '../parts/row-button.tsx';
import { linkedPlace } from './linked-place.ts';
import { fetchingForm } from './load-action-form.ts';
import { useCooldown } from './use-cooldown.ts';

type ActionUse = {
  readonly action: ActionView;
  /** What the conditions of the action are about. */
  readonly scope: Scope;
  readonly onUse: () => void;
};

type ActionButtonProps = Omit<ButtonProps, 'onClick' | 'disabled' | 'danger'> & ActionUse;

/** The record that a button leads to, where it does nothing else. */
function placeOf(action: ActionView, scope: Scope): PagePlace | undefined {
  const { link } = action;
  return link === undefined || typeof scope.record?.id !== 'string' ? undefined : linkedPlace(link, action, scope);
}

/** What a button of an action does; only why it may not be used, where it may not. */
function useActionUse({ action, scope, onUse }: ActionUse) {
  const t = useText();
  const [isCoolingDown, rest] = useCooldown();
  const beside = useBeside(placeOf(action, scope));
  if (!action.isEnabled(scope)) return { refusal: action.disabledReason ?? t('engine.action.disabled') };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (isCoolingDown) return;
    if (beside !== undefined && (event.ctrlKey || event.metaKey)) return beside.onClick(event);
    rest();
    onUse();
  };
  return {
    refusal: undefined,
    use: {
      ...(action.form === undefined ? {} : fetchingForm),
      ...beside,
      onClick,
      danger: action.emphasis === 'danger',
      // Not `disabled`: what the button opens gives the keyboard back to it.
      ...(isCoolingDown ? { 'aria-disabled': true, className: 'engine-resting' } : {}),
    },
  };
}

/**
 * The button of an action. After a click it is disabled for two seconds. One that leads to a
 * record reacts to Ctrl, the middle and the right button as a link does. One that may not be used now stays within reach
 * of the keyboard and says why; one that cannot be used at all shows its fault.
 */
export function ActionButton({ action, scope, onUse, ...button }: ActionButtonProps) {
  const { refusal, use } = useActionUse({ action, scope, onUse });
  if (action.fault !== undefined) return <InlineFault text={titled(action.title, action.fault)} />;
  if (refusal === undefined) return <Button {...button} {...use} />;
  return (
    <Tooltip title={refusal} trigger={['hover', 'focus']}>
      <Button {...button} aria-disabled="true" className="ant-btn-disabled" />
    </Tooltip>
  );
}

/** The same in a row, named after it. */
export function RowActionButton({ action, scope, onUse, name }: ActionUse & { readonly name: string }) {
  const { refusal, use } = useActionUse({ action, scope, onUse });
  const label = `${action.title} ${name}`;
  if (refusal === undefined)
    return (
      <RowButton {...use} aria-label={label}>
        {action.title}
      </RowButton>
    );
  return (
    <Tooltip title={refusal} trigger={['hover', 'focus']}>
      <RowButton aria-disabled="true" aria-label={label}>
        {action.title}
      </RowButton>
    </Tooltip>
  );
}
