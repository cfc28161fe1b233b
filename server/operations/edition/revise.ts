import type { ChildRows, EntityDocument } from '../../../engine/model/documents/index.ts';
import {
  contentFields,
  type EditionStates,
  type EntityModel,
  editionStates,
  isFixedEdition,
  type RevisedAnswer,
} from '../../../engine/model/entity/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { refuseUnlessMay } from '../../records/change/write-access.ts';
import { applyInsert, numbersFor } from '../../records/change/write-row.ts';
import { draftOf, holdEditions } from '../../records/edition/editions.ts';
import { editionWords } from '../../records/edition/refuse-fixed.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { idOf, reachableIds } from '../../records/read/view.ts';
import { writeText } from '../../texts/write-text.ts';
import { storedChildren } from '../write/child-rows.ts';

type Revised = { readonly entity: EntityModel; readonly states: EditionStates; readonly rules: RuleBook };

/**
 * Makes the next draft of an edition that is or was published, `{id}`: a row of its own that says what the edition says,
 * child rows included. Where somebody is at work on one, that is the answer: there is never more than one.
 */
export function reviseEdition(
  entity: EntityModel,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<RevisedAnswer> {
  const states = editionStates(entity.document);
  if (states === undefined) throw refuse('E_SERVER', { got: entity.document.name });
  const id = idOf(body);
  return mutate(`${entity.document.name}.revise`, body, context, async (inside) => {
    const record = await heldEdition(entity, states, id, inside);
    if (!isFixedEdition(entity.document, record)) throw refuse('E_STATE');
    await refuseUnlessMay(entity, 'modify', record, inside);
    const draft = await draftOf(entity, states, record, inside);
    if (draft === undefined) return makeDraft({ entity, states, rules }, record, inside);
    if (!(await isReachable(entity, draft.id, inside)))
      throw refuse('E_EDITION_DRAFT', { expected: editionWords(states.number, draft) });
    return { id: draft.id, number: Number(draft[states.number]), isNew: false };
  });
}

/**
 * The edition, once nobody else makes or publishes one of the same. It is not locked: what it says changes no more, and
 * whoever publishes the next one holds the same name while waiting for it.
 */
async function heldEdition(
  entity: EntityModel,
  { by }: EditionStates,
  id: string,
  context: RuleContext,
): Promise<StoredRecord> {
  const { name } = entity.document;
  const seen = (await isReachable(entity, id, context)) ? await context.records.findOne(name, { id }) : undefined;
  if (seen === undefined) throw refuse('E_NOT_FOUND');
  await holdEditions(entity, seen[by], context);
  const record = await context.records.findOne(name, { id });
  if (record === undefined) throw refuse('E_NOT_FOUND');
  return record;
}

async function isReachable(entity: EntityModel, id: string, context: RuleContext): Promise<boolean> {
  return (await reachableIds(entity, [id], context)).has(id);
}

async function makeDraft(of: Revised, record: StoredRecord, context: RuleContext): Promise<RevisedAnswer> {
  const { entity, states, rules } = of;
  const values = { ...contentOf(entity.document, record), ...ownersOf(entity, record) };
  // What it refers to was chosen when the edition was written, and stays.
  const { id, stored, children } = await context.records.bySystem(async () => {
    const row = await applyInsert(entity, values, await numbersFor(entity, context), context, rules);
    return { ...row, children: await copyChildren(entity, record.id, row.id, context, rules) };
  });
  const after = { ...stored, ...children };
  const edition = editionWords(states.number, record);
  await logChange({ entity, id, action: 'create', title: writeText('write.revised', { edition }), after }, context);
  await rules.get(entity.document.name)?.afterCreate?.(id, stored, context);
  return { id, number: Number(stored[states.number]), isNew: true };
}

function contentOf(document: EntityDocument, record: Values): Values {
  return Object.fromEntries(contentFields(document).map(({ key }) => [key, record[key] ?? null]));
}

/** Whose the record is, where its own fields say so: the draft is theirs too. */
function ownersOf({ document, fields }: EntityModel, record: Values): Values {
  const { owner = [], department = [], project } = document.access ?? {};
  const keys = [...owner, ...department, project].filter((key) => key !== undefined && fields.has(key));
  return Object.fromEntries(keys.map((key) => [key, record[key ?? ''] ?? null]));
}

/** Copies the child rows of a parent to another, in their order, theirs as well; answers them by key. */
async function copyChildren(
  parent: EntityModel,
  from: string,
  to: string,
  context: RuleContext,
  rules: RuleBook,
): Promise<Readonly<Record<string, readonly Values[]>>> {
  const copied: Record<string, readonly Values[]> = {};
  for (const rows of parent.children.values()) {
    const entity = modelOf(context.documents, rows.entity);
    const made: Values[] = [];
    for (const row of await storedChildren(rows, from, context)) {
      const values = { ...contentOf(entity.document, row), ...placeOf(rows, row), [rows.by]: to };
      const { id, stored } = await applyInsert(entity, values, await numbersFor(entity, context), context, rules);
      await rules.get(rows.entity)?.afterCreate?.(id, stored, context);
      made.push({ id, ...stored, ...(await copyChildren(entity, row.id, id, context, rules)) });
    }
    if (made.length > 0) copied[rows.key] = made;
  }
  return copied;
}

function placeOf({ order }: ChildRows, row: Values): Values {
  return order === undefined ? {} : { [order]: row[order] };
}
