import type { Value } from '../../../contract/definition/schema.ts';
import { maxWaiting, type querySecond } from '../../../contract/second.ts';
import { isGranted, secondPermissions } from '../../../engine/model/access/index.ts';
import { type InputField, inputFields } from '../../../engine/model/record/index.ts';
import type { WaitingRequest } from '../../../engine/model/wire/index.ts';
import { actorOf, authorOf } from '../../kernel/caller/caller.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { placesOf } from '../../notices/notice-places.ts';
import { viewRow } from '../../records/read/view.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { wordsOf } from '../history/describe-change.ts';
import { LabelBook } from '../history/label-book.ts';
import { isOver } from '../transition/ask-second.ts';
import { askedTransition, requestOf, type SecondRequest, secondEntity } from '../transition/second-request.ts';

type Told = WaitingRequest;

/** What waits: what the caller asked for, and what he may confirm of records within his reach; the first to expire first. */
export async function waitingRequests(
  { entity, recordId }: Value<typeof querySecond.input>,
  context: CallContext,
): Promise<readonly Told[]> {
  const records = new SqlRecordStore(context, { staffId: authorOf(context.caller), now: context.now });
  const of = {
    status: 'waiting',
    ...(entity === undefined ? {} : { entity }),
    ...(recordId === undefined ? {} : { recordId }),
  };
  const keys = [...context.documents.entities.values()].flatMap(secondPermissions).map(({ permission }) => permission);
  const held = [...new Set(keys)].filter((permission) => isGranted(context.caller.grants, permission));
  const found = new Map<string, StoredRecord>();
  for (const values of [
    { ...of, askedById: authorOf(context.caller) },
    ...held.map((permission) => ({ ...of, permission })),
  ])
    for (const row of await records.find(secondEntity, values, maxWaiting)) found.set(row.id, row);
  const waiting = [...found.values()]
    .map(requestOf)
    .filter((request) => !isOver(request, context.now))
    .toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt))
    .slice(0, maxWaiting);
  const links = waiting.map(({ id, entity, recordId }) => ({ id, version: 1, linkEntity: entity, linkId: recordId }));
  const places = await placesOf(links, context);
  const told: Told[] = [];
  for (const request of waiting)
    told.push(...(await tellRequest(request, { held, path: places.get(request.id)?.path ?? null }, context)));
  return told;
}

async function tellRequest(
  request: SecondRequest,
  { held, path }: { readonly held: readonly string[]; readonly path: string | null },
  context: CallContext,
): Promise<readonly Told[]> {
  const asked = askedTransition(request, context);
  const record = asked === undefined ? undefined : await shownRecord(asked.entity, request, context);
  if (asked === undefined || record === undefined) return [];
  const { document } = asked.entity;
  const people = [context.caller, actorOf(context.caller)].map(authorOf);
  const isMine = people.includes(request.askedById);
  const isChanged = record.version !== request.recordVersion;
  const fields = inputFields(asked.declared.transition.input ?? [], asked.entity.fields);
  const [staff] = await new SqlRecordStore(context, { staffId: null, now: context.now }).pick(
    'staff',
    ['name'],
    { id: request.askedById },
    1,
  );
  return [
    {
      id: request.id,
      entity: request.entity,
      entityTitle: document.title,
      recordId: request.recordId,
      recordLabel: String(record[document.label] ?? ''),
      transition: request.transition,
      title: request.title,
      inputs: await toldInputs(fields, request.input, context),
      askedBy: typeof staff?.name === 'string' ? staff.name : null,
      askedAt: request.askedAt,
      expiresAt: request.expiresAt,
      isMine,
      isChanged,
      mayConfirm: !isMine && !isChanged && held.includes(request.permission),
      path,
    },
  ];
}

/** The record as the caller sees it; undefined where it is out of his reach or gone. */
async function shownRecord(entity: Parameters<typeof viewRow>[0], { recordId }: SecondRequest, context: CallContext) {
  try {
    const fields = [entity.document.label];
    return await viewRow(entity, { id: recordId, fields }, { ...context, page: undefined });
  } catch (error) {
    if (error instanceof AppError && error.code === 'E_NOT_FOUND') return undefined;
    throw error;
  }
}

/** What was filled in, references and dictionary values by their names; what is empty is left out. */
async function toldInputs(
  fields: ReadonlyMap<string, InputField>,
  input: Values,
  context: CallContext,
): Promise<Told['inputs']> {
  const labels = new LabelBook(context);
  const filled = [...fields.values()].filter(({ key }) => (input[key] ?? null) !== null && input[key] !== '');
  for (const field of filled) labels.noteField(field, input);
  await labels.read();
  return filled.map((field) => {
    const text = wordsOf(field, labels, context)?.(input);
    return { title: field.title, type: field.type, value: input[field.key], ...(text === undefined ? {} : { text }) };
  });
}
