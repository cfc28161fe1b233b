import { EllipsisOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ActionView } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { useMovedWords } from '../calls/moved-rows.ts';
import { InlineFault } from '../faults/fault-block.tsx';
import { useText } from '../host/engine-context.tsx';
import { DesignNode } from '../host/page-design.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { WidgetSlot } from '../widgets/widget-slot.tsx';
import { ActionButton } from './action-button.tsx';
import { useRunAction } from './action-host.tsx';
import { isDrawn, linksWithin, primaryFirst, rowActionsWidth } from './actions-width.ts';
import { fetchActionForm } from './load-action-form.ts';
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
  const t = useText();
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
            <ActionButton
              action={action}
              scope={scope}
              type="link"
              size="small"
              onUse={() => use(action)}
              aria-label={`${action.title} ${name}`}
            >
              {action.title}
            </ActionButton>
          ) : (
            <WidgetSlot name={action.widget} slot="row" title={action.title} props={action.props} record={record} />
          )}
        </DesignNode>
      ))}
      <MoreActions actions={more} record={record} onUse={use}>
        <Button
          type="link"
          size="small"
          aria-label={`${t('engine.more')} ${name}`}
          title={t('engine.more')}
          onPointerEnter={fetchActionForm}
          onFocus={fetchActionForm}
        >
          <EllipsisOutlined aria-hidden="true" />
        </Button>
      </MoreActions>
    </span>
  );
}
