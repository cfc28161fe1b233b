import { FrownOutlined, InboxOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { TableColumnType } from 'antd';
import { useMemo } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { ListCard, PageBundle } from '../../../model/documents/index.ts';
import { type EntityModel, entityModel, filterWhere } from '../../../model/entity/index.ts';
import { cardWhere } from '../../../model/record/index.ts';
import { type ActionView, columnViews, fieldsToAsk } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest, WireRecord } from '../../../model/wire/index.ts';
import { rowActionsWidth } from '../../actions/actions-width.ts';
import { RowActions } from '../../actions/row-actions.tsx';
import { labelOfRecord } from '../../calls/record-label.ts';
import { DataTable } from '../../data-table/data-table.tsx';
import { tableColumn } from '../../data-table/list-columns.tsx';
import { Notice } from '../../faults/fault-block.tsx';
import { QueryState, Waiting } from '../../faults/query-state.tsx';
import { useEngine, useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { PageLink } from '../../page/page-link.tsx';
import { InList, rowActionsOf } from '../rows/in-list.tsx';
import { CardFrame } from './card-frame.tsx';

/** A short list on a dashboard, with a way to the whole. */
export function ListCardView({ card }: { readonly card: ListCard }) {
  const t = useText();
  const { context } = usePageRuntime();
  const document = context.entities.get(card.entity);
  const where = [...filterWhere(card.filter), ...cardWhere(card.where)];
  const whole = card.link ?? card.page;
  const all =
    whole === undefined ? undefined : (
      <PageLink page={whole} params={where.length === 0 ? {} : { where: JSON.stringify(where) }}>
        {t('engine.all')}
      </PageLink>
    );
  return (
    <CardFrame title={card.title} tools={all}>
      {document === undefined ? (
        <Notice
          role="alert"
          icon={<FrownOutlined aria-hidden="true" />}
          title={t('engine.fault.page')}
          detail={t('engine.fault.entityMissing', { entity: card.entity })}
        />
      ) : (
        <CardBody card={card} entity={entityModel(document)} />
      )}
    </CardFrame>
  );
}

/** What can be done with the rows is done in the name of the list they are of. */
function CardBody({ card, entity }: { readonly card: ListCard; readonly entity: EntityModel }) {
  const { page, row } = card;
  if (page === undefined || row === undefined) return <CardRows card={card} entity={entity} actions={[]} />;
  return (
    <InList page={page} fallback={<Waiting />}>
      {(view) => <CardRows card={card} entity={entity} actions={rowActionsOf(view, row)} />}
    </InList>
  );
}

type CardRowsProps = {
  readonly card: ListCard;
  readonly entity: EntityModel;
  readonly actions: readonly ActionView[];
};

function CardRows({ card, entity, actions }: CardRowsProps) {
  const t = useText();
  const page = usePageRuntime();
  const { client } = useEngine();
  const columns = useMemo(() => columnViews(card.columns, entity.document, page.context), [card, entity, page]);
  const body: QueryRequest = {
    where: { and: [...filterWhere(card.filter), ...cardWhere(card.where)] },
    fields: fieldsToAsk(entity, columns, actions),
    size: card.size ?? 5,
    count: 'none',
    ...(card.sort === undefined ? {} : { sort: card.sort }),
  };
  const query = useQuery({
    queryKey: queryKeys.rows(
      card.entity,
      page.name,
      card.page === undefined ? card.api : `${card.api} ${card.page}`,
      body,
    ),
    // The rows of a list are asked for in its name: its scope and its fixed conditions hold.
    queryFn: ({ signal }) =>
      client.callAt<QueryAnswer>(card.api, body, { signal, page: card.page ?? page.name, quiet: true }),
  });
  return (
    <QueryState query={query}>
      {({ list }) =>
        list.length === 0 ? (
          <Notice icon={<InboxOutlined aria-hidden="true" />} title={t('engine.list.empty')} detail={card.empty} />
        ) : (
          <DataTable
            size="small"
            columns={[
              ...columns
                .filter((column) => !column.hidden)
                .map((column) => withoutWidth(tableColumn({ ...column, sortable: false }, []))),
              ...(actions.length === 0 ? [] : [actionsColumn(actions, t('engine.list.actions'), page.bundle)]),
            ]}
            dataSource={[...list]}
            scroll={{ x: 'max-content' }}
          />
        )
      }
    </QueryState>
  );
}

/** A card is narrow: its columns share the room by what stands in them. */
function withoutWidth({ width: _, ...column }: TableColumnType<WireRecord>): TableColumnType<WireRecord> {
  return column;
}

function actionsColumn(actions: readonly ActionView[], title: string, bundle: PageBundle): TableColumnType<WireRecord> {
  return {
    key: ':actions',
    title,
    fixed: 'right',
    width: rowActionsWidth(actions),
    render: (_, record) => <RowActions actions={actions} record={record} name={labelOfRecord(record, bundle)} />,
  };
}
