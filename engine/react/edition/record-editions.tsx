import { Suspense } from 'react';
import { type EntityModel, editionStates } from '../../model/entity/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { lazyPart } from '../parts/lazy-part.tsx';

const EditionNote = lazyPart(async () => (await import('./edition-note.tsx')).EditionNote);

type Props = { readonly entity: EntityModel; readonly record: WireRecord };

/** Which edition a record is, and which others there are, above its page; an entity without editions loads nothing. */
export function RecordEditions({ entity, record }: Props) {
  const states = editionStates(entity.document);
  if (states === undefined) return null;
  return (
    <Suspense fallback={null}>
      <EditionNote entity={entity} states={states} record={record} />
    </Suspense>
  );
}
