import type { Value } from '../../contract/definition/schema.ts';
import { maxNotices } from '../../contract/notice-words.ts';
import type {
  lastNotice,
  NoticeAnswer,
  NoticePlace,
  NoticeStage,
  queryNotices,
  setNoticeStatus,
} from '../../contract/notices.ts';
import { formatMessage } from '../../engine/model/texts/index.ts';
import { readAllNotices } from '../db/notice-store.ts';
import { publishNoticeChange } from '../events/notice-events.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import { invalidInput } from '../kernel/errors/invalid-input.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import type { RecordStore, StoredRecord, Values } from '../kernel/operation/record-store.ts';
import { mutate } from '../records/change/mutate.ts';
import { logChange } from '../records/log/operation-log.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { inputText } from '../texts/kernel/input-text.ts';
import { placesOf } from './notice-places.ts';

type Named = { readonly id: string };

const entityName = 'notification';
const kept = { status: '1' } as const;
const removed = { status: '0' } as const;

/** The caller's own notices of one stage, newest first: the unread ones unless told. */
export async function noticesOf(
  { stage }: Value<typeof queryNotices.input>,
  context: CallContext,
): Promise<readonly NoticeAnswer[]> {
  const wanted = { receiverId: context.caller.staffId, ...kept, stage: stageOf(stage) };
  const found = await storeOf(context).find(entityName, wanted, maxNotices);
  const places = await placesOf(found, context);
  return found.map((notice) => answered(notice, places.get(notice.id)));
}

/** The caller's latest notice of a stage and a type; null where he has none. */
export async function lastNoticeOf(
  { stage, type: asked }: Value<typeof lastNotice.input>,
  context: CallContext,
): Promise<NoticeAnswer | null> {
  const type = typeOf(asked, context);
  const wanted = { receiverId: context.caller.staffId, ...kept, stage: stageOf(stage), type };
  const found = await storeOf(context).findOne(entityName, wanted);
  return found === undefined ? null : answered(found, (await placesOf([found], context)).get(found.id));
}

/** Marks one of the caller's notices as read; of others' he hears what he would of none. */
export async function markNoticeRead(body: Named, context: CallContext): Promise<null> {
  return changeNotice(body, 'read', '标为已读', context, (notice) => {
    if (notice.status !== kept.status) throw refuse('E_NOT_FOUND');
    return notice.stage === '1' ? { stage: '0' } : {};
  });
}

/** Removes one of the caller's notices; with the status `1` it brings a removed one back. */
export async function changeNoticeStatus(
  body: Value<typeof setNoticeStatus.input>,
  context: CallContext,
): Promise<null> {
  const isBack = String(body.status ?? '0') === '1';
  const wanted = isBack ? kept : removed;
  return changeNotice(body, isBack ? 'restore' : 'delete', isBack ? '撤销删除' : '删除', context, (notice) =>
    notice.status === wanted.status ? {} : wanted,
  );
}

/** Marks all the caller's notices as read. */
export async function markEveryNoticeRead(body: object, context: CallContext): Promise<null> {
  const { caller } = context;
  return mutate('notification.readAll', { ...body }, context, async (inside) => {
    const count = await readAllNotices(inside.db, caller.staffId, inside.now);
    if (count === 0) return null;
    await publishNoticeChange(caller.staffId, inside.db);
    const entity = modelOf(inside.documents, entityName);
    const title = `全部标为已读（${count} 条）`;
    await logChange({ entity, id: caller.staffId, action: 'readAll', title, facts: { count } }, inside);
    return null;
  });
}

async function changeNotice(
  body: Named,
  action: string,
  title: string,
  context: CallContext,
  changes: (notice: StoredRecord) => Values,
): Promise<null> {
  const { id } = body;
  const { staffId } = context.caller;
  return mutate(`notification.${action}`, body, context, async (inside) => {
    const { records } = inside;
    const notice = await records.lockOne(entityName, id, { receiverId: staffId });
    if (notice === undefined) throw refuse('E_NOT_FOUND');
    const values = changes(notice);
    if (Object.keys(values).length === 0) return null;
    await records.update(entityName, id, values);
    await publishNoticeChange(staffId, inside.db);
    await logChange({ entity: modelOf(inside.documents, entityName), id, action, title, after: values }, inside);
    return null;
  });
}

function storeOf(context: CallContext): RecordStore {
  return new SqlRecordStore(context, { staffId: context.caller.staffId, now: context.now });
}

function answered(
  { id, type, title, content, createdAt, stage }: StoredRecord,
  place: NoticePlace | undefined,
): NoticeAnswer {
  return {
    id,
    type: String(type),
    title: String(title),
    content: String(content),
    createTime: String(createdAt),
    stage: stage === '0' ? '0' : '1',
    place: place ?? null,
  };
}

/** The specification writes stages as numbers too. */
function stageOf(value: string | number = '1'): NoticeStage {
  return String(value) === '0' ? '0' : '1';
}

function typeOf(value: string | number, { documents }: CallContext): string {
  const types = documents.dictionaries.get('notification_type')?.values.map(({ key }) => key) ?? [];
  const type = String(value);
  if (types.includes(type)) return type;
  const fault = {
    code: 'E_INPUT_CHOICE',
    pointer: '/type',
    title: formatMessage(inputText('input.noticeType')),
    got: type.slice(0, 40),
  } as const;
  throw invalidInput([fault]);
}
