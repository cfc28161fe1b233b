import { useContext, useEffect } from 'react';
import type { EntityModel } from '../../../model/entity/index.ts';
import type { RecordView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useEngine } from '../../host/engine-context.tsx';
import { EmbeddedPageContext, usePageRuntime } from '../../host/page-runtime.ts';
import { valueAt } from '../../record/record-path.ts';

/** What a page about one record knows of it. */
export type NamedRecordView = RecordView & { readonly entity: EntityModel };

/** The name in the head of a record; undefined where it has none. */
export function nameOfRecord({ header }: RecordView, record: WireRecord): string | undefined {
  const name = valueAt(record, header.title);
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}

/** Tells the host which record the page shows; a page inside another one is not named after its own. */
export function useShownRecord(view: NamedRecordView, record: WireRecord): void {
  const { onRecord } = useEngine();
  const { name: page } = usePageRuntime();
  const isEmbedded = useContext(EmbeddedPageContext);
  const { id } = record;
  const name = nameOfRecord(view, record);
  const kind = view.entity.document.title;
  useEffect(() => {
    if (!isEmbedded && name !== undefined) onRecord?.({ page, id, title: `${kind} · ${name}` });
  }, [onRecord, isEmbedded, page, id, kind, name]);
}
