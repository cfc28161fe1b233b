import { leavePresence, notePresence } from '../../../contract/record/presence.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { PresentPerson } from '../../../engine/model/wire/index.ts';
import { readingPermissions, rowPageNamed } from '../../access/record-pages.ts';
import type { Present } from '../../db/presence-store.ts';
import { noteGone, notePresent } from '../../events/presence-events.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { hiddenInRow } from '../../records/read/hidden-in-row.ts';
import { queryRows } from '../../records/read/query.ts';
import { LabelBook } from '../history/label-book.ts';

/** Who else has a record open or changes it: for those who see the whole of it, and for no longer than it lasts. */
export const presenceOperations: readonly CallerOperation[] = [
  implement(notePresence, async ({ place, page, id, isEditing }, context) => {
    const entity = await entityAt(page, id, context);
    const presence = { place, staffId: context.caller.staffId, entity: entity.document.name, recordId: id, isEditing };
    // Who is kept from a part of the record is neither told nor told of: that somebody works on it says more than he may know.
    if (await isPartly(entity, id, context)) return { list: [] };
    return { list: await namesOf(await notePresent(presence, context.db), context) };
  }),
  implement(leavePresence, async ({ place }, { caller, db }) => {
    await noteGone(place, caller.staffId, db);
    return {};
  }),
];

/** The entity of a page, which the caller may open, and among whose rows he sees the record. */
async function entityAt(name: string, id: string, context: CallContext): Promise<EntityModel> {
  const page = rowPageNamed(name, context);
  if (page === undefined) throw refuse('E_NO_PAGE');
  const asked = readingPermissions(page, context);
  if (!asked.some((key) => isGranted(context.caller.grants, key)))
    throw refuse('E_NO_PERMISSION', { expected: asked[0] ?? '' });
  const entity = modelOf(context.documents, page.entity);
  const body = { where: { field: 'id', op: 'eq', value: id }, fields: [], size: 1, count: 'none' };
  const { list } = await queryRows(entity, body, { ...context, page });
  if (list.length === 0) throw refuse('E_NOT_FOUND');
  return entity;
}

async function isPartly(entity: EntityModel, id: string, context: CallContext): Promise<boolean> {
  const { shows } = entity.document.access ?? {};
  if (shows !== undefined && !isGranted(context.caller.grants, shows.unless)) return true;
  return (await hiddenInRow(entity, id, context)).size > 0;
}

const person: EntityField = { key: 'staffId', title: 'staffId', type: 'ref', ref: 'staff' };

/** What the people are called to the caller; those beyond his reach are not named. */
async function namesOf(people: readonly Present[], context: CallContext): Promise<readonly PresentPerson[]> {
  if (people.length === 0) return [];
  const labels = new LabelBook(context);
  for (const { staffId } of people) labels.noteField(person, { staffId });
  await labels.read();
  return people.flatMap(({ staffId, isEditing }) => {
    const name = labels.textOf(person, { staffId });
    return name === '' ? [] : [{ id: staffId, name, isEditing }];
  });
}
