import { EllipsisOutlined } from '@ant-design/icons';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ActionView } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { useMovedWords } from '../calls/moved-rows.ts';
import { InlineFault } from '../faults/fault-block.tsx';
import { useText } from '../host/engine-context.tsx';
import { DesignNode } from '../host/page-design.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { RowButton } from '../parts/row-button.tsx';
import { WidgetSlot } from '../widgets/widget-slot.tsx';
import { RowActionButton } from './action-button.tsx';
import { useRunAction } from './action-host.tsx';
import { isDrawn, linksWithin, primaryFirst, rowActionsWidth } from './actions-width.ts';
import { fetchingForm } from './load-action-form.ts';
import { MoreActions } from './more-actions.tsx';
import './actions.css';
import { titled } from '../formats/listed.ts';

/** The heading above the actions of rows, with the faults of those that cannot be used at all. */
export function RowActionsTitle({ actions }: { readonly actions: readonly ActionView[] }) {
  const t = useText();
  return (
    <>
      {t('engine.list.actions')}
      {actions.map(({ key, title, fault }) =>
        fault === undefined ? null : <InlineFault key={key} text={titled(title, fault)} />,
      )}
    </>
  );
}

/** The actions of a row that are possible now: as many of the first as links as the column has room for, the rest behind 更多. */
export function RowActions({
  actions,
  record,
  name,
  width,
}: {
  readonly actions: readonly ActionView[];
  readonly record: WireRecord;
  readonly name: string;
  /** Width of the column, where somebody chose it. */
  readonly width?: number;
}) {
  const page = usePageRuntime();
  const run = useRunAction();
  const moved = useMovedWords(record);
  const scope = page.scope(record);
  const possible = primaryFirst(actions.filter((action) => action.fault === undefined && action.isPossible(scope)));
  const use = (action: ActionView) => run({ action, target: { kind: 'record', record } });
  const links = linksWithin(possible, width ?? rowActionsWidth(actions));
  const more = possible.filter((action) => !isDrawn(action)).slice(links);
  const shown = possible.filter((action) => !more.includes(action));
  if (moved !== undefined)
    return (
      <span className="engine-row-moved" title={moved}>
        {moved}
      </span>
    );
  return (
    <span className="engine-row-actions">
      {shown.map((action) => (
        <DesignNode key={action.key} at={['row', action.key]}>
          {action.widget === undefined ? (
            <RowActionButton action={action} scope={scope} onUse={() => use(action)} name={name} />
          ) : (
            <WidgetSlot name={action.widget} slot="row" title={action.title} props={action.props} record={record} />
          )}
        </DesignNode>
      ))}
      {more.length === 0 ? null : <MoreOfRow actions={more} record={record} onUse={use} name={name} />}
    </span>
  );
}

type MoreOfRowProps = {
  readonly actions: readonly ActionView[];
  readonly record: WireRecord;
  readonly name: string;
  readonly onUse: (action: ActionView) => void;
};

/** The button of the further actions. Their menu is made when it is asked for: most rows are only read. */
function MoreOfRow({ actions, record, name, onUse }: MoreOfRowProps) {
  const t = useText();
  // Undefined until it is opened once.
  const [isOpen, setIsOpen] = useState<boolean>();
  const isMade = isOpen !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The button is another one then, which has the keyboard as the first had it.
    if (isMade) button.current?.focus({ preventScroll: true });
  }, [isMade]);
  const drawn = (
    <RowButton
      ref={button}
      aria-label={`${t('engine.more')} ${name}`}
      title={t('engine.more')}
      {...fetchingForm}
      {...(isMade ? {} : { onClick: () => setIsOpen(true) })}
    >
      <EllipsisOutlined aria-hidden="true" />
    </RowButton>
  );
  if (!isMade) return drawn;
  return (
    <MoreActions actions={actions} record={record} onUse={onUse} open={isOpen} onOpenChange={setIsOpen}>
      {drawn}
    </MoreActions>
  );
}
