import type { PageBundle, WireRecord } from '../../model/index.ts';

/** What a record is called: the label of the page's entity, or the end of its id. */
export function labelOfRecord(record: WireRecord, bundle: PageBundle): string {
  const { page } = bundle;
  const entity =
    page.kind === 'dashboard' ? undefined : bundle.entities.find((document) => document.name === page.entity);
  const label = entity === undefined ? undefined : record[entity.label];
  return typeof label === 'string' && label !== '' ? label : record.id.slice(-6);
}
