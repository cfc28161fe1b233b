import { MoreOutlined } from '@ant-design/icons';
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { Button, Dropdown } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { WidgetSlot } from '../../widgets/widget-slot.tsx';
import { CardFacts, CardTitle, useCardName } from '../cards/record-card.tsx';
import type { Board } from './board.ts';
import { useCardMenu } from './use-card-menu.tsx';

/** A record on a board: dragged to another lane, or moved there from its menu. */
export function KanbanCard({ board, record }: { readonly board: Board; readonly record: WireRecord }) {
  const page = usePageRuntime();
  const { card } = board.display;
  const tone = card.toneOf?.(page.scope(record));
  const root = useDraggable(board, record);
  const scope = page.scope(record);
  const widgets = board.view.row.filter((action) => action.widget !== undefined && action.isPossible(scope));
  const classes = ['engine-kanban-card'];
  if (tone !== undefined) classes.push(`engine-tone-${tone}`);
  if (board.isMovable) classes.push('engine-kanban-movable');
  if (board.dragging?.id === record.id) classes.push('engine-kanban-dragged');
  return (
    <li ref={root} className={classes.join(' ')}>
      <div className="engine-kanban-title">
        <CardTitle card={card} record={record} />
        <CardMenu board={board} record={record} />
      </div>
      <CardFacts card={card} record={record} />
      {widgets.length === 0 ? null : (
        <div className="engine-kanban-widgets">
          {widgets.map(({ key, widget, title, props }) => (
            <WidgetSlot key={key} name={widget ?? ''} slot="row" title={title} props={props} record={record} />
          ))}
        </div>
      )}
    </li>
  );
}

function CardMenu({ board, record }: { readonly board: Board; readonly record: WireRecord }) {
  const t = useText();
  const nameOf = useCardName(board.display.card);
  const button = useRef<HTMLButtonElement>(null);
  // The menu of a card nobody opened is not worked out.
  const [isUsed, setUsed] = useState(false);
  const items = useCardMenu(board, record, isUsed);
  const { takeFocus } = board;
  // A card that was just moved keeps the keyboard in its new place.
  useEffect(() => {
    if (takeFocus(record.id)) button.current?.focus();
  }, [takeFocus, record.id]);
  if (board.view.row.length === 0 && !board.isMovable) return null;
  return (
    <Dropdown autoFocus trigger={['click']} menu={{ items: [...items] }} onOpenChange={(open) => open && setUsed(true)}>
      <Button
        ref={button}
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden="true" />}
        aria-label={t('engine.list.card.menu', { name: nameOf(record) })}
        className="engine-kanban-menu"
      />
    </Dropdown>
  );
}

function useDraggable(board: Board, record: WireRecord) {
  const root = useRef<HTMLLIElement>(null);
  const { isMovable, pick } = board;
  useEffect(() => {
    const element = root.current;
    if (element === null || !isMovable) return undefined;
    // A link would be dragged by itself, as an address.
    for (const link of element.querySelectorAll('a')) link.draggable = false;
    return draggable({ element, onDragStart: () => pick(record) });
  }, [isMovable, pick, record]);
  return root;
}
