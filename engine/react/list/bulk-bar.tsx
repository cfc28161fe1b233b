import { Button, type ButtonProps, Tooltip } from 'antd';
import { useEffect } from 'react';
import type { ActionView, WireRecord } from '../../model/index.ts';
import { useRunAction } from '../actions/action-host.tsx';
import { actionIcon } from '../actions/action-icon.tsx';
import { useText } from '../engine-context.tsx';
import { InlineFault } from '../faults/fault-block.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import { useSay } from './announcements.tsx';

type BulkBarProps = {
  readonly actions: readonly ActionView[];
  readonly selected: readonly WireRecord[];
  readonly onClear: () => void;
};

/** What can be done with the selected rows; each button says how many of them it touches. */
export function BulkBar({ actions, selected, onClear }: BulkBarProps) {
  const t = useText();
  const page = usePageRuntime();
  const run = useRunAction();
  const say = useSay();
  const count = selected.length;
  // The bar comes and goes with the selection; what says the number must have been there before.
  useEffect(() => say(t('engine.bulk.said', { count })), [say, t, count]);
  useEffect(() => () => say(t('engine.bulk.cleared')), [say, t]);
  return (
    <section className="engine-bulk" aria-label={t('engine.bulk.bar')}>
      <span>{t('engine.bulk.selected', { count: selected.length })}</span>
      <Button type="link" size="small" onClick={onClear}>
        {t('engine.bulk.clear')}
      </Button>
      {actions.map((action) => {
        if (action.fault !== undefined)
          return <InlineFault key={action.key} text={`${action.title}：${action.fault}`} />;
        const inState = selected.filter((record) => action.isPossible(page.scope(record)));
        const possible = inState.filter((record) => action.isEnabled(page.scope(record)));
        const some =
          possible.length > 0 && possible.length < selected.length
            ? t('engine.bulk.some', { count: possible.length })
            : '';
        const none = inState.length === 0 ? t('engine.bulk.none') : (action.disabledReason ?? t('engine.bulk.none'));
        const button: ButtonProps = {
          size: 'small',
          icon: actionIcon(action.icon),
          type: action.emphasis === 'primary' ? 'primary' : 'default',
        };
        if (possible.length === 0) {
          return (
            <Tooltip key={action.key} title={none} trigger={['hover', 'focus']}>
              <Button {...button} aria-disabled="true" className="ant-btn-disabled">
                {action.title}
              </Button>
            </Tooltip>
          );
        }
        return (
          <Button
            key={action.key}
            {...button}
            danger={action.emphasis === 'danger'}
            onClick={() => run({ action, target: { kind: 'rows', records: possible }, onDone: onClear })}
          >
            {action.title}
            {some}
          </Button>
        );
      })}
    </section>
  );
}
