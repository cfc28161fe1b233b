import { memo } from 'react';
import type { WireRecord } from '../../../model/wire/index.ts';
import { ActionButton } from '../../actions/action-button.tsx';
import { useRunAction } from '../../actions/action-host.tsx';
import { primaryFirst } from '../../actions/actions-width.ts';
import { Cell } from '../../data-table/list-columns.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { WidgetSlot } from '../../widgets/widget-slot.tsx';
import { useRows } from '../rows/row-store.ts';
import { SelectBox } from '../rows/select-box.tsx';
import { nameOf, useTableKit } from '../rows/table-kit.ts';
import { CardMenu } from './card-menu.tsx';

type CardProps = { readonly record: WireRecord; readonly askedAt: number };

type RecordListCardProps = CardProps & {
  /** Its place among so many cards, from 1. */
  readonly place: number;
  readonly count: number;
};

/** A record as a card: its name, a few facts, what can be done with it behind one button. */
export const RecordListCard = memo(function RecordListCard({ record, place, count, askedAt }: RecordListCardProps) {
  const { store, canSelect, label } = useTableKit();
  const isSelected = useRows(store, () => store.isSelected(record.id));
  const isCurrent = useRows(store, () => store.isCurrent(record.id));
  return (
    <li
      data-row-key={record.id}
      aria-posinset={place}
      aria-setsize={count}
      className={isSelected ? 'engine-record-card engine-record-card-selected' : 'engine-record-card'}
      tabIndex={isCurrent ? 0 : -1}
    >
      {canSelect ? (
        <SelectBox store={store} record={record} name={nameOf(record, label)} isSelected={isSelected} />
      ) : null}
      <CardBody record={record} askedAt={askedAt} />
    </li>
  );
});

const CardBody = memo(function CardBody({ record }: CardProps) {
  const { columns, actions, label } = useTableKit();
  const run = useRunAction();
  const page = usePageRuntime();
  const [title, ...facts] = columns;
  const scope = page.scope(record);
  // What is done most is in reach of the thumb; the rest is behind the button above.
  const [first] = primaryFirst(
    actions.filter((action) => action.widget === undefined && action.fault === undefined && action.isPossible(scope)),
  );
  const widgets = actions.filter((action) => action.widget !== undefined && action.isPossible(scope));
  return (
    <>
      <div className="engine-record-card-title">
        {title === undefined ? null : <Cell column={title} record={record} />}
      </div>
      <CardMenu record={record} />
      <dl className="engine-record-card-facts">
        {facts.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>
              <Cell column={column} record={record} />
            </dd>
          </div>
        ))}
      </dl>
      {widgets.length === 0 && first === undefined ? null : (
        <div className="engine-record-card-widgets">
          {first === undefined ? null : (
            <ActionButton
              action={first}
              scope={scope}
              type={first.emphasis === 'primary' ? 'primary' : 'default'}
              onUse={() => run({ action: first, target: { kind: 'record', record } })}
              aria-label={`${first.title} ${nameOf(record, label)}`}
            >
              {first.title}
            </ActionButton>
          )}
          {widgets.map(({ key, widget, title: name, props }) => (
            <WidgetSlot key={key} name={widget ?? ''} slot="row" title={name} props={props} record={record} />
          ))}
        </div>
      )}
    </>
  );
});
