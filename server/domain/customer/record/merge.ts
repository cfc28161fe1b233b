import type { EntityField } from '../../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../../engine/model/entity/index.ts';
import { modelOf } from '../../../kernel/operation/context.ts';
import type { RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { customerText } from '../../../texts/domain/customer-text.ts';
import { confirmed } from '../call/count-call.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { idsOf, recordOwnerChange } from '../ownership/ownership.ts';

/** Refuses any change of a customer who was merged into another. */
export async function refuseMerged(customer: StoredRecord, { records }: RuleContext): Promise<void> {
  if (typeof customer.mergedIntoId !== 'string') return;
  const survivor = await records.findOne('customer', { id: customer.mergedIntoId });
  throw refuseCustomer('E_CUSTOMER_MERGED', { customerNo: survivor?.customerNo ?? '', name: survivor?.name ?? '' });
}

/**
 * Makes one customer of two, in the caller's transaction: the older stays, everything about the other becomes his, and
 * the other is read-only from then on and points to him. The owner history of each stays with the number it was
 * written under: two histories put together would overlap.
 */
export async function mergeInto(oneId: string, otherId: string, context: RuleContext): Promise<Values> {
  if (oneId === otherId) throw refuseCustomer('E_CUSTOMER_MERGE', { expected: customerText('customer.merge.other') });
  const { records } = context;
  const found: StoredRecord[] = [];
  // In the order of their ids, so that two merges of the same two wait for each other rather than for ever.
  for (const id of [oneId, otherId].toSorted()) {
    const customer = await records.lockOne('customer', id);
    if (customer === undefined)
      throw refuseCustomer('E_CUSTOMER_MERGE', { expected: customerText('customer.merge.gone') });
    await refuseMerged(customer, context);
    // A batch counts him among those it has to share out.
    if (customer.ownState === 'frozen')
      throw refuseCustomer('E_CUSTOMER_MERGE', {
        expected: customerText('customer.merge.handedOver', { name: String(customer.name) }),
      });
    found.push(customer);
  }
  const [survivor, merged] = found.toSorted((a, b) => String(a.createdAt).localeCompare(String(b.createdAt)));
  if (survivor === undefined || merged === undefined)
    throw refuseCustomer('E_CUSTOMER_MERGE', { expected: customerText('customer.merge.two') });
  await refuseBothOpen(survivor, merged, context);
  const owner = ownerOf(survivor, merged);
  await closeOwnership(merged, context);
  const retired = {
    mergedIntoId: survivor.id,
    ownState: 'frozen',
    ownerId: null,
    poolId: null,
    handoverBatchId: null,
    nextFollowAt: null,
    protectUntil: null,
    followCount: 0,
    callCount: 0,
    orderCount: 0,
    paidTotal: 0,
  };
  await records.update('customer', merged.id, retired);
  const main = await records.findOne('customer_phone', { customerId: merged.id, kind: 'main' });
  if (main !== undefined) await records.update('customer_phone', main.id, { kind: 'backup' });
  const moved = await moveRows(merged.id, survivor.id, context);
  const values = { ...owner, ...filled(survivor, merged), ...(await counted(survivor, merged, context)) };
  await records.update('customer', survivor.id, values);
  await recordOwnerChange(
    {
      subjectType: 'customer',
      subjectId: survivor.id,
      action: 'merge',
      from: { staffId: survivor.ownerId, departmentId: survivor.ownerDeptId },
      to: { staffId: textOf(owner.ownerId), departmentId: textOf(owner.ownerDeptId) },
      poolId: textOf(owner.poolId),
      reason: `合并客户 ${merged.customerNo}`,
    },
    context,
  );
  const entity = modelOf(context.documents, 'customer');
  const title = `合并入 ${survivor.customerNo}`;
  await logChange(
    { entity, id: merged.id, action: 'merge', title, before: before(merged, retired), after: retired },
    context,
  );
  const logged = { entity, id: survivor.id, action: 'absorb', title: `合并了 ${merged.customerNo}` };
  await logChange({ ...logged, before: before(survivor, values), after: values }, context);
  return { id: survivor.id, mergedId: merged.id, moved };
}

/** One open opportunity a project: which of two goes on is for people to say. */
async function refuseBothOpen(survivor: StoredRecord, merged: StoredRecord, { records }: RuleContext): Promise<void> {
  const stage = ['contact', 'need', 'quote', 'negotiate'];
  const own = await records.find('opportunity', { customerId: survivor.id, stage });
  const others = await records.find('opportunity', { customerId: merged.id, stage });
  if (own.some(({ projectId }) => others.some((other) => other.projectId === projectId)))
    throw refuseCustomer('E_CUSTOMER_MERGE', { expected: customerText('customer.merge.bothOpen') });
}

/** Who has the one customer: whoever has the survivor; where nobody does, whoever has the other. */
function ownerOf(survivor: StoredRecord, merged: StoredRecord): Values {
  const holder = survivor.ownState === 'owned' || merged.ownState !== 'owned' ? survivor : merged;
  const keys = ['ownState', 'ownerId', 'ownerDeptId', 'poolId', 'returnPoolId', 'assignedAt', 'protectUntil'] as const;
  return Object.fromEntries(keys.map((key) => [key, holder[key] ?? null]));
}

async function closeOwnership(customer: StoredRecord, { records, now }: RuleContext): Promise<void> {
  const live = { subjectType: 'customer', subjectId: customer.id, endedAt: null };
  const record = await records.findOne('owner_record', live);
  if (record !== undefined) await records.update('owner_record', record.id, { endedAt: now });
}

/** Rows that stay with the number they were written under. */
const staying: ReadonlySet<string> = new Set(['owner_record', 'operation_log', 'reveal_log']);

/** Everything that refers to the one now refers to the other, whatever entity it is of; answers how many rows by entity. */
async function moveRows(from: string, to: string, { records, documents }: RuleContext): Promise<Values> {
  const moved: Record<string, number> = {};
  for (const document of documents.entities.values()) {
    if (staying.has(document.name) || document.appendOnly === true) continue;
    for (const { key, values } of referencesOf(modelOf(documents, document.name))) {
      const count = await records.replace(document.name, key, from, to, values);
      if (count > 0) moved[document.name] = (moved[document.name] ?? 0) + count;
    }
  }
  return moved;
}

/** The fields in which rows refer to a customer; of one that may refer to several things, with what says which. */
function referencesOf(entity: EntityModel): readonly { readonly key: string; readonly values: Values }[] {
  const isOwnPointer = ({ key }: EntityField) => entity.document.name === 'customer' && key !== 'mergedIntoId';
  return entity.document.fields.flatMap((field) => {
    if (field.type !== 'ref' || isOwnPointer(field)) return [];
    if (field.ref === 'customer') return [{ key: field.key, values: {} }];
    const kind = Object.entries(field.refBy?.entities ?? {}).find(([, name]) => name === 'customer')?.[0];
    return field.refBy === undefined || kind === undefined
      ? []
      : [{ key: field.key, values: { [field.refBy.field]: kind } }];
  });
}

const stages = ['invalid', 'fresh', 'following', 'interested', 'deal'];
const taken = ['gender', 'wechat', 'qq', 'email', 'province', 'city', 'education', 'major', 'workYears', 'examYear'];

/** What the survivor did not say of himself and the other did; of dates the one that tells more. */
function filled(survivor: StoredRecord, merged: StoredRecord): Values {
  const own = [...taken, 'sourceLeadId', 'promoterId', 'remark'].filter((key) => (survivor[key] ?? null) === null);
  const either = (key: string, choose: (texts: readonly string[]) => string | undefined) =>
    choose([survivor[key], merged[key]].filter((value) => typeof value === 'string').toSorted()) ?? null;
  const stage = stages[Math.max(...[survivor, merged].map((one) => stages.indexOf(String(one.stage))))];
  return {
    ...Object.fromEntries(own.map((key) => [key, merged[key] ?? null])),
    intentionProjectIds: [...new Set([...idsOf(survivor.intentionProjectIds), ...idsOf(merged.intentionProjectIds)])],
    stage: stage ?? survivor.stage,
    tagIds: [...new Set([...idsOf(survivor.tagIds), ...idsOf(merged.tagIds)])],
    locked: survivor.locked === true || merged.locked === true,
    doNotCall: survivor.doNotCall === true || merged.doNotCall === true,
    blacklisted: survivor.blacklisted === true || merged.blacklisted === true,
    lastFollowAt: either('lastFollowAt', (texts) => texts.at(-1)),
    nextFollowAt: either('nextFollowAt', (texts) => texts[0]),
    firstCallAt: either('firstCallAt', (texts) => texts[0]),
    dealAt: either('dealAt', (texts) => texts[0]),
  };
}

/** The counts of both together. */
async function counted(survivor: StoredRecord, merged: StoredRecord, { records }: RuleContext): Promise<Values> {
  const sum = (key: string) => Number(survivor[key] ?? 0) + Number(merged[key] ?? 0);
  return {
    followCount: await records.count('follow_up', { customerId: survivor.id }),
    callCount: await records.count('call_record', { customerId: survivor.id, confirmation: [...confirmed] }),
    orderCount: sum('orderCount'),
    paidTotal: sum('paidTotal'),
  };
}

function before(record: StoredRecord, values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((key) => [key, record[key] ?? null]));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
