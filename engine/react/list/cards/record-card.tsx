import type { CardView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { FieldValue } from '../../field-value/field-value.tsx';
import { fieldText } from '../../fields/field-renderers.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { PageLink } from '../../page/page-link.tsx';
import { valueAt } from '../../record/record-path.ts';

type RecordCardProps = { readonly card: CardView; readonly record: WireRecord };

/** The name of a record on a board or calendar; it opens what the column of that name opens. */
export function CardTitle({ card, record }: RecordCardProps) {
  const { path, field } = card.title;
  const value = <FieldValue field={field} path={path} record={record} />;
  const id = card.linkId === undefined ? record.id : valueAt(record, card.linkId);
  if (card.link === undefined || typeof id !== 'string') return <strong>{value}</strong>;
  return (
    <PageLink page={card.link} params={{ id }} className="engine-card-link">
      {value}
    </PageLink>
  );
}

/** Further values of a record, each with its heading. */
export function CardFacts({ card, record }: RecordCardProps) {
  if (card.facts.length === 0) return null;
  return (
    <dl className="engine-card-facts">
      {card.facts.map(({ path, field, title, dial }) => (
        <div key={path}>
          <dt>{title}</dt>
          <dd>
            <FieldValue field={field} path={path} record={record} dial={dial} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The name of a record as plain text, for announcements and accessible names. */
export function useCardName(card: CardView): (record: WireRecord) => string {
  const { context } = usePageRuntime();
  return (record) => fieldText(card.title.field, card.title.path, record, context);
}
