import { entityOfPage, type PageBundle } from '../../model/documents/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { formatNumber } from '../formats/format.ts';
import type { useText } from '../host/engine-context.tsx';
import type { ActionTarget } from './action-call.ts';
import { touchedCount } from './touched-words.ts';

/** What a record is called: the label of the page's entity, or the end of its id. */
export function labelOfRecord(record: WireRecord, bundle: PageBundle): string {
  return labelIn(record, bundle) ?? record.id.slice(-6);
}

function labelIn(record: WireRecord, { page, entities }: PageBundle): string | undefined {
  const entity = entities.find((document) => document.name === entityOfPage(page));
  const label = entity === undefined ? undefined : record[entity.label];
  return typeof label === 'string' && label !== '' ? label : undefined;
}

/** The heading of what is about to be done, with the record or the number of rows it is done to. */
export function titleFor(
  title: string,
  target: ActionTarget,
  bundle: PageBundle,
  t: ReturnType<typeof useText>,
): string {
  const count = touchedCount(target);
  if (count !== undefined) return t('engine.bulk.title', { title, count: formatNumber(count) });
  const name = target.kind === 'record' ? labelIn(target.record, bundle) : undefined;
  return name === undefined ? title : t('engine.action.on', { title, name });
}
