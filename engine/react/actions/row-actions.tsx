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
import { fetchActionForm } from './load-action-form.ts';
import { MoreActions } from './more-actions.tsx';
import { primaryFirst } from './primary-first.ts';
import './actions.css';
import { titled } from '../formats/listed.ts';

const shownAsLinks = 2;

const padding = 24;
const moreWidth = 32;

const widthOf = ({ title }: ActionView) => title.length * 14 + 20;
const isDrawn = ({ widget }: ActionView) => widget !== undefined;

/** Room of the actions of a row with so many as links, however wide they are: what is drawn by widgets, and 更多 for the rest. */
function roomFor(actions: readonly ActionView[], links: number): number {
  const drawn = actions.filter(isDrawn).map(widthOf);
  const widths = actions.filter((action) => !isDrawn(action)).map(widthOf);
  const shown = [...widths.sort((a, b) => b - a).slice(0, links), ...drawn];
  return padding + shown.reduce((sum, width) => sum + width, 0) + (actions.length > links ? moreWidth : 0);
}

/** Width a column needs for the actions of its rows: the two widest titles and 更多. */
export function rowActionsWidth(actions: readonly ActionView[]): number {
  return roomFor(actions, shownAsLinks);
}

/** How many actions stand as links in a column of this width. */
export function linksWithin(actions: readonly ActionView[], width: number): number {
  const links = actions.findIndex((_, index) => roomFor(actions, index + 1) > width);
  return links === -1 ? actions.length : links;
}

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

/** The actions of a row that are possible now: the first as links, two where no more is said, the rest behind 更多, where no widget has room. */
export function RowActions({
  actions,
  record,
  name,
  links = shownAsLinks,
}: {
  readonly actions: readonly ActionView[];
  readonly record: WireRecord;
  readonly name: string;
  readonly links?: number;
}) {
  const page = usePageRuntime();
  const run = useRunAction();
  const t = useText();
  const moved = useMovedWords(record);
  const scope = page.scope(record);
  const possible = primaryFirst(actions.filter((action) => action.fault === undefined && action.isPossible(scope)));
  const use = (action: ActionView) => run({ action, target: { kind: 'record', record } });
  const more = possible.slice(links).filter(({ widget }) => widget === undefined);
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
