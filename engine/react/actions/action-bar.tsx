import { MoreOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type RefObject, useEffect, useRef } from 'react';
import type { ActionView } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import type { OfferedAction } from '../host/action-registry.ts';
import { useEngine, useText } from '../host/engine-context.tsx';
import { DesignNode, usePageDesign } from '../host/page-design.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { WidgetSlot } from '../widgets/widget-slot.tsx';
import { ActionButton } from './action-button.tsx';
import { useRunAction } from './action-host.tsx';
import { actionIcon } from './action-icon.tsx';
import { primaryFirst } from './actions-width.ts';
import { MoreActions } from './more-actions.tsx';

type ActionBarProps = {
  readonly actions: readonly ActionView[];
  readonly slot: 'toolbar' | 'header';
  readonly record?: WireRecord;
  readonly size?: 'small' | 'middle';
};

const maxButtons = 5;
/** Where the actions of a slot stand in a page. */
const placeOf = { toolbar: ['toolbar'], header: ['header', 'actions'] } as const;

/** The actions of a page or record as buttons; those that are not possible now are not there. */
export function ActionBar({ actions, slot, record, size = 'middle' }: ActionBarProps) {
  const page = usePageRuntime();
  const run = useRunAction();
  const t = useText();
  const scope = page.scope(record);
  const isDesigned = usePageDesign() !== undefined;
  // Whoever designs sees all of them in the order of the page.
  const possible = isDesigned ? actions : primaryFirst(actions.filter((action) => action.isPossible(scope)));
  const target = record === undefined ? ({ kind: 'none' } as const) : ({ kind: 'record', record } as const);
  useOffer(
    possible
      .filter((action) => action.widget === undefined && action.isEnabled(scope))
      .map((action) => ({ key: action.key, title: action.title, use: () => run({ action, target }) })),
  );
  const main = possible.find((action) => action.emphasis === 'primary' && action.isEnabled(scope));
  const bar = useRef<HTMLDivElement>(null);
  useMainKey(bar, slot === 'header' && main !== undefined ? () => run({ action: main, target }) : undefined);
  if (possible.length === 0) return null;
  const shown = possible.length > maxButtons && !isDesigned ? possible.slice(0, maxButtons - 1) : possible;
  const more = possible.slice(shown.length);
  return (
    <div ref={bar} className="engine-actions">
      {shown.map((action) => (
        <DesignNode key={action.key} at={[...placeOf[slot], action.key]}>
          {action.widget === undefined ? (
            <ActionButton
              action={action}
              scope={scope}
              size={size}
              icon={actionIcon(action.icon)}
              type={action.emphasis === 'primary' ? 'primary' : 'default'}
              onUse={() => run({ action, target })}
            >
              {action.title}
            </ActionButton>
          ) : (
            <WidgetSlot name={action.widget} slot={slot} title={action.title} props={action.props} record={record} />
          )}
        </DesignNode>
      ))}
      <MoreActions actions={more} record={record} onUse={(action) => run({ action, target })}>
        <Button size={size} icon={<MoreOutlined aria-hidden="true" />}>
          {t('engine.more')}
        </Button>
      </MoreActions>
    </div>
  );
}

/** Ctrl+Shift+Enter does what the main button of a record's page does, wherever on it the keyboard is. */
function useMainKey(bar: RefObject<HTMLElement | null>, use: (() => void) | undefined): void {
  const latest = useRef(use);
  latest.current = use;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isMain = event.key === 'Enter' && event.shiftKey && (event.ctrlKey || event.metaKey);
      if (!isMain || event.repeat || event.defaultPrevented || latest.current === undefined) return;
      if (bar.current?.checkVisibility() !== true || isDialogOpen()) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [bar]);
}

function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => dialog.checkVisibility());
}

/** Offers to the host what the buttons do, while they are shown. */
function useOffer(offered: readonly OfferedAction[]): void {
  const { actions } = useEngine();
  const latest = useRef(offered);
  latest.current = offered;
  useEffect(() => actions?.offer(() => latest.current), [actions]);
}
