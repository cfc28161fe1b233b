import { Button, type ButtonProps, Tooltip } from 'antd';
import type { ActionView } from '../../../model/view/index.ts';
import { useRunAction } from '../../actions/action-host.tsx';
import { actionIcon } from '../../actions/action-icon.tsx';
import { useQuota } from '../../actions/use-quota.ts';
import type { ActionTarget } from '../../calls/action-call.ts';
import { InlineFault } from '../../faults/fault-block.tsx';
import { titled } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { type PageRuntime, usePageRuntime } from '../../host/page-runtime.ts';

type BulkTarget = Extract<ActionTarget, { readonly kind: 'rows' | 'matching' }>;
type BulkButtonProps = {
  readonly action: ActionView;
  readonly target: BulkTarget;
  readonly onDone: () => void;
};

/** An action on several rows; it says how many of them it touches, or why it touches none. */
export function BulkButton({ action, target, onDone }: BulkButtonProps) {
  const t = useText();
  const page = usePageRuntime();
  const run = useRunAction();
  if (action.fault !== undefined) return <InlineFault text={titled(action.title, action.fault)} />;
  const button: ButtonProps = {
    size: 'small',
    icon: actionIcon(action.icon),
    type: action.emphasis === 'primary' ? 'primary' : 'default',
  };
  if (action.pair !== undefined)
    return <PairButton action={action} target={target} onDone={onDone} button={button} pair={action.pair} />;
  const touched = touchedBy(action, target, page);
  if (touched === undefined)
    return <UnusableButton title={action.title} why={whyNone(action, target, page, t)} button={button} />;
  if (action.quota !== undefined)
    return <LimitedButton action={action} target={touched} onDone={onDone} button={button} quota={action.quota} />;
  const isSome = touched.kind === 'rows' && target.kind === 'rows' && touched.records.length < target.records.length;
  return (
    <Button {...button} danger={action.emphasis === 'danger'} onClick={() => run({ action, target: touched, onDone })}>
      {action.title}
      {isSome ? t('engine.bulk.some', { count: touched.records.length }) : ''}
    </Button>
  );
}

type LimitedProps = BulkButtonProps & {
  readonly button: ButtonProps;
  readonly quota: NonNullable<ActionView['quota']>;
};

/** An action that has a limit: it says before how many of the rows it can be done with, and takes the first so many. */
function LimitedButton({ action, target, onDone, button, quota }: LimitedProps) {
  const t = useText();
  const run = useRunAction();
  const { title } = action;
  const left = useQuota(action);
  const count = target.kind === 'rows' ? target.records.length : (target.rows.matching?.count ?? 0);
  const room = left?.room ?? count;
  const over = count - room;
  const used = t('engine.quota', { title: quota.title, used: left?.used ?? 0, limit: left?.limit ?? 0 });
  if (room === 0)
    return <UnusableButton title={title} why={t('engine.bulk.noRoom', { used, title })} button={button} />;
  if (over > 0 && target.kind === 'matching')
    return <UnusableButton title={title} why={t('engine.bulk.roomFor', { title, room })} button={button} />;
  const within: BulkTarget = target.kind === 'rows' ? { ...target, records: target.records.slice(0, room) } : target;
  return (
    <Button {...button} onClick={() => run({ action, target: within, onDone })}>
      {title}
      {over > 0 ? t('engine.bulk.room', { title, room, over }) : ''}
    </Button>
  );
}

type PairProps = BulkButtonProps & { readonly button: ButtonProps; readonly pair: string };

/** An action on exactly two rows: it is about the first selected, and takes the other as one of its inputs. */
function PairButton({ action, target, onDone, button, pair }: PairProps) {
  const t = useText();
  const page = usePageRuntime();
  const run = useRunAction();
  const [record, other, ...more] = target.kind === 'rows' ? target.records : [];
  if (record === undefined || other === undefined || more.length > 0)
    return <UnusableButton title={action.title} why={t('engine.bulk.pairOnly')} button={button} />;
  const isPossible = [record, other].every(
    (one) => action.isPossible(page.scope(one)) && action.isEnabled(page.scope(one)),
  );
  if (!isPossible) return <UnusableButton title={action.title} why={t('engine.bulk.none')} button={button} />;
  const paired: ActionView = { ...action, valuesFor: (scope) => ({ ...action.valuesFor(scope), [pair]: other.id }) };
  return (
    <Button
      {...button}
      danger={action.emphasis === 'danger'}
      onClick={() => run({ action: paired, target: { kind: 'record', record }, onDone })}
    >
      {action.title}
    </Button>
  );
}

type UnusableProps = { readonly title: string; readonly why: string; readonly button: ButtonProps };

/** A button that may not be used now; it stays within reach of the keyboard and says why. */
function UnusableButton({ title, why, button }: UnusableProps) {
  return (
    <Tooltip title={why} trigger={['hover', 'focus']}>
      <Button {...button} aria-disabled="true" className="ant-btn-disabled">
        {title}
      </Button>
    </Tooltip>
  );
}

/** The rows the action is possible for; of all that match, the server judges each. */
function touchedBy(action: ActionView, target: BulkTarget, page: PageRuntime): BulkTarget | undefined {
  if (target.kind === 'matching') return action.bulk ? target : undefined;
  const records = target.records.filter((record) => {
    const scope = page.scope(record);
    return action.isPossible(scope) && action.isEnabled(scope);
  });
  return records.length === 0 ? undefined : { kind: 'rows', records };
}

function whyNone(action: ActionView, target: BulkTarget, page: PageRuntime, t: ReturnType<typeof useText>): string {
  if (target.kind === 'matching') return t('engine.bulk.oneByOneOnly', { title: action.title });
  const isInState = target.records.some((record) => action.isPossible(page.scope(record)));
  return (isInState ? action.disabledReason : undefined) ?? t('engine.bulk.none');
}
