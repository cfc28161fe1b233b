import { isGranted } from '../../engine/model/access/index.ts';
import { type EntityField, fieldMask } from '../../engine/model/documents/index.ts';
import { type EntityModel, entityModel, isAskable, resolvePath } from '../../engine/model/entity/index.ts';
import { normaliseNumber } from '../../engine/model/fields/index.ts';
import { formatMessage } from '../../engine/model/texts/index.ts';
import type { WireRecord } from '../../engine/model/wire/index.ts';
import { AppError, refuse } from '../kernel/errors/app-error.ts';
import { invalidInput } from '../kernel/errors/invalid-input.ts';
import { wrongInput } from '../kernel/errors/wrong-input.ts';
import { type CallContext, documentOf } from '../kernel/operation/context.ts';
import type { RecordStore, StoredRecord, Values } from '../kernel/operation/record-store.ts';
import { idOf, isReachableAnyhow, mayKnowOf, viewRow } from '../records/read/view.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { inputText } from '../texts/kernel/input-text.ts';
import { refusePhone } from './errors.ts';
import { lookUpNumber } from './look-up-number.ts';
import { shownNumber } from './shown-number.ts';

/** Who is called, with the number in clear: for the server's own eyes. */
export type Called = {
  readonly number: string;
  /** The number and the name as the caller sees them. */
  readonly shown: string;
  readonly name: string;
  readonly customer: StoredRecord | undefined;
  readonly bizType: string | null;
  readonly bizId: string | null;
  /** Whether something is to be sold: such calls have hours, and leave the pool alone. */
  readonly isMarketing: boolean;
};

/** What calls about are a service to somebody who bought already; all else is selling. */
const services: ReadonlySet<string> = new Set(['order', 'work_order', 'study_service']);
/** Numbers of the line itself, such as 600. */
const maxOwnDigits = 5;

/** Resolves what somebody wants to call, within his reach. */
export function calledOf(body: Values, context: CallContext): Promise<Called> {
  return typeof body.number === 'string' ? typed(body.number, context) : ofRecord(body, context);
}

async function ofRecord(body: Values, context: CallContext): Promise<Called> {
  const start = dialledEntity(body.entity, context);
  const { path, relation, field, holder } = numberField(start, body.field, context);
  const id = idOf({ id: body.id });
  const walked = path.split('.').slice(0, -1);
  const at = (key: string) => [...walked, key].join('.');
  const holderPath = relation === undefined ? undefined : [...walked.slice(0, -1), relation].join('.');
  const name = holder.fields.get(holder.document.label)?.secret === true ? undefined : at(holder.document.label);
  const fields = [path, name, holderPath].filter((wanted) => wanted !== undefined);
  const row = await viewed(start, id, fields, context);
  const holderId = holderPath === undefined ? id : valueAt(row, holderPath);
  const records = recordsOf(context);
  const stored =
    typeof holderId === 'string' ? await records.findOne(holder.document.name, { id: holderId }) : undefined;
  const number = stored?.[field.key];
  // A number behind a relation to a row out of reach is none.
  if (stored === undefined || typeof number !== 'string' || number === '') throw refusePhone('E_PHONE_NO_NUMBER');
  const named = name === undefined ? undefined : valueAt(row, name);
  const about = aboutOf(
    [
      [start, id],
      [holder, stored.id],
    ],
    context,
  );
  const customer = await customerOf(
    start.document.name === holder.document.name
      ? [stored]
      : [await records.findOne(start.document.name, { id }), stored],
    holder,
    number,
    records,
  );
  return {
    number,
    shown: shownNumber(number, context, fieldMask(field)),
    name: typeof named === 'string' ? named : '',
    customer,
    ...about,
    isMarketing: holder.document.name !== 'staff' && !services.has(about.bizType ?? ''),
  };
}

async function typed(text: string, context: CallContext): Promise<Called> {
  const number = normaliseNumber(text);
  if (number === undefined)
    throw invalidInput([
      { code: 'E_INPUT_FORMAT', pointer: '/number', title: formatMessage(inputText('input.number.phone')) },
    ]);
  const plain = { number, shown: number, name: '', customer: undefined, bizType: null, bizId: null };
  if (number.length <= maxOwnDigits) return { ...plain, isMarketing: false };
  const { customer, lead } = await lookUpNumber(number, context, async () => {
    const records = recordsOf(context);
    const [known, waiting] = await Promise.all([customerBy(number, records), leadBy(number, records)]);
    return { answer: { customer: known, lead: waiting }, isHit: (known ?? waiting) !== undefined };
  });
  const owner = customer ?? lead;
  if (owner === undefined) return { ...plain, isMarketing: true };
  const entity = customer === undefined ? 'lead' : 'customer';
  if (!(await mayKnowOf(entity, owner.id, context))) throw refusePhone('E_PHONE_OUT_OF_SCOPE');
  return { ...plain, name: String(owner.name ?? ''), customer, bizType: entity, bizId: owner.id, isMarketing: true };
}

/** The row as the caller sees it; where it is his only by a scope with a name, the pool, he hears why not. */
async function viewed(
  entity: EntityModel,
  id: string,
  fields: readonly string[],
  context: CallContext,
): Promise<WireRecord> {
  try {
    return await viewRow(entity, { id, fields }, { ...context, page: undefined });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'E_NOT_FOUND') throw error;
    const isPooled = await isReachableAnyhow(entity, id, context);
    throw refusePhone(isPooled ? 'E_PHONE_POOLED' : 'E_PHONE_OUT_OF_SCOPE');
  }
}

function dialledEntity(name: unknown, context: CallContext): EntityModel {
  const document = typeof name === 'string' ? context.documents.entities.get(name) : undefined;
  if (document === undefined)
    throw wrongInput('/entity', inputText('input.entity'), inputText('input.entity.known'), name);
  if (!mayLook(document.name, context)) throw refuse('E_NO_PERMISSION', { expected: `${document.name}:get` });
  return entityModel(document);
}

function mayLook(entity: string, { caller }: CallContext): boolean {
  return [`${entity}:get`, `${entity}:query`].some((key) => isGranted(caller.grants, key));
}

type NumberField = {
  readonly path: string;
  /** Key of the field that leads to the row with the number. */
  readonly relation: string | undefined;
  readonly field: EntityField;
  readonly holder: EntityModel;
};

function numberField(entity: EntityModel, path: unknown, { documents }: CallContext): NumberField {
  const resolved =
    typeof path === 'string' && isAskable(path) ? resolvePath(documents.entities, entity.document, path) : undefined;
  if (
    typeof path !== 'string' ||
    resolved === undefined ||
    resolved.field.mask !== 'mobile' ||
    resolved.field.secret === true
  )
    throw wrongInput(
      '/field',
      inputText('input.field'),
      inputText('input.field.number', { entity: entity.document }),
      path,
    );
  const last = resolved.relations.at(-1);
  const holder = last === undefined ? entity : entityModel(documentOf(documents, last.entity));
  return { path, relation: last?.field.key, field: resolved.field, holder };
}

/** What the call is about, as call records name it: the row clicked at, else the one with the number. */
function aboutOf(rows: readonly (readonly [EntityModel, string])[], { documents }: CallContext) {
  const bizId = documentOf(documents, 'call_record').fields.find(({ key }) => key === 'bizId');
  const kinds = new Map(Object.entries(bizId?.refBy?.entities ?? {}).map(([kind, entity]) => [entity, kind]));
  for (const [entity, id] of rows) {
    const kind = kinds.get(entity.document.name);
    if (kind !== undefined) return { bizType: kind, bizId: id };
  }
  return { bizType: null, bizId: null };
}

/** The customer behind a call: the row itself, the one it names, or whose the number is. */
async function customerOf(
  rows: readonly (StoredRecord | undefined)[],
  holder: EntityModel,
  number: string,
  records: RecordStore,
): Promise<StoredRecord | undefined> {
  if (holder.document.name === 'customer') return rows.at(-1);
  for (const row of rows)
    if (typeof row?.customerId === 'string') return records.findOne('customer', { id: row.customerId });
  return holder.document.name === 'staff' ? undefined : customerBy(number, records);
}

/** The live customer who has this number, as main or further phone. */
export async function customerBy(number: string, records: RecordStore): Promise<StoredRecord | undefined> {
  const phone = await records.findOne('customer_phone', { phone: number });
  return phone === undefined ? undefined : records.findOne('customer', { id: phone.customerId });
}

async function leadBy(number: string, records: RecordStore): Promise<StoredRecord | undefined> {
  return records.findOne('lead', { mobile: number });
}

function recordsOf({ caller, now, ...context }: CallContext): RecordStore {
  return new SqlRecordStore(context, { staffId: caller.staffId, now });
}

function valueAt(record: WireRecord, path: string): unknown {
  let value: unknown = record;
  for (const part of path.split('.'))
    value =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([key]) => key === part)?.[1]
        : undefined;
  return value;
}
