import type { Cell, LoadedRow, Sealed } from '../../../db/load/table-writer.ts';
import type { Organisation } from '../company/organisation.ts';
import { day, hour, minute, startOfDay } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';
import type { World } from '../world/world.ts';

/** Customers a batch of the demo is sent to, most of them. */
const maxAudience = 60;

/** Who the demo account promoted: those its batches go to. */
export class SmsAudience {
  readonly customers: { readonly id: string; readonly mobile: Sealed }[] = [];
  readonly #promoterId: string;

  constructor(organisation: Organisation) {
    this.#promoterId = organisation.byAccount('promoter').id;
  }

  look({ id, promoterId, mobile, mergedIntoId }: LoadedRow): void {
    const isFull = this.customers.length >= maxAudience;
    if (isFull || promoterId !== this.#promoterId || (mergedIntoId ?? null) !== null || !isSealed(mobile)) return;
    this.customers.push({ id, mobile });
  }
}

function isSealed(cell: Cell): cell is Sealed {
  return typeof cell === 'object' && cell !== null && 'stored' in cell;
}

const templates = [
  ['spring', '春季班开课', '{name}您好，春季班本周六开课，名额有限，详询您的课程顾问，拒收请回复R', 'approved'],
  ['exam', '报名提醒', '{name}您好，{examYear} 年考试报名即将截止，请及时报名，拒收请回复R', 'approved'],
  ['live', '直播邀约', '{name}您好，今晚八点名师直播答疑，欢迎收看，拒收请回复R', 'pending'],
] as const;

/** What receivers of textbooks are told. */
const shippedNotice = {
  ...{ code: 'shipped', name: '教材发货通知', sign: '学堂', kind: 'notice', usage: 'shipped', status: 'approved' },
  content: '{name}您好，您的教材（{count}册）已由{courier}寄出，运单号{trackingNo}，请注意查收。',
};

/** What became of a message, by its place: most arrive. */
function fateOf(place: number): { readonly status: string; readonly error: string | null } {
  if (place % 17 === 3) return { status: 'skipped', error: '免打扰' };
  if (place % 11 === 5) return { status: 'failed', error: '用户已关机' };
  return { status: 'delivered', error: null };
}

const filter = (stages: readonly string[]) => JSON.stringify({ and: [{ field: 'stage', op: 'in', value: stages }] });

/** Writes templates, batches in every state, what one of them sent, and who wants no more. */
export function addSms({ customers }: SmsAudience, world: World): void {
  const { now, random, add, organisation } = world;
  const [author, manager] = [organisation.byAccount('promoter'), organisation.byAccount('manager')];
  const ids = templates.map(([code, name, content, status], place) => {
    const createdAt = now - (40 - place) * day;
    const id = demoId(createdAt, random);
    const row = { id, createdAt, createdBy: manager.id, code, name, sign: '学堂', content, kind: 'marketing', status };
    add('sms_template', row);
    return id;
  });
  const noticeAt = now - 50 * day;
  // Random numbers of its own leave everything else as it is.
  const noticeId = demoId(noticeAt, new Random(6133));
  add('sms_template', { id: noticeId, createdAt: noticeAt, createdBy: manager.id, ...shippedNotice });
  const batch = (title: string, status: string, createdAt: number, over: Readonly<Record<string, Cell>> = {}) => {
    const id = demoId(createdAt, random);
    const counts = { total: 0, sent: 0, success: 0, failed: 0, skipped: 0, gathered: false };
    add('sms_batch', {
      ...{
        id,
        createdAt,
        createdBy: author.id,
        title,
        status,
        templateId: ids[0],
        filter: filter(['fresh', 'following']),
      },
      ...{ departmentId: author.departmentId, ...counts, ...over },
    });
    return id;
  };
  const sentAt = startOfDay(now - 6 * day) + 10 * hour;
  const fates = customers.map((_, place) => fateOf(place));
  const count = (status: string) => fates.filter((fate) => fate.status === status).length;
  const done = batch('春季班开课通知', 'done', sentAt - 20 * hour, {
    ...{ total: customers.length, sent: customers.length - count('skipped'), success: count('delivered') },
    ...{ failed: count('failed'), skipped: count('skipped'), gathered: true, reviewerId: manager.id },
    ...{ planAt: sentAt, startedAt: sentAt, doneAt: sentAt + 5 * minute },
  });
  for (const [place, { id: customerId, mobile }] of customers.entries()) {
    const { status, error } = fates[place] ?? fateOf(place);
    const isSent = status !== 'skipped';
    const moment = sentAt + place * 1000;
    add('sms_record', {
      ...{
        id: demoId(sentAt, random),
        createdAt: sentAt,
        createdBy: null,
        batchId: done,
        customerId,
        mobile,
        status,
        error,
      },
      ...{ takenAt: isSent ? moment : null, sentAt: isSent ? moment : null, attempts: isSent ? 1 : 0 },
      deliveredAt: status === 'delivered' ? moment + 4000 : null,
    });
  }
  batch('报名截止提醒', 'pending', now - 3 * hour, { templateId: ids[1], total: Math.min(24, customers.length) });
  batch('老客户回访', 'rejected', now - 2 * day, { reviewerId: manager.id, comment: '对象太宽，请加上等级条件' });
  batch('周末试听', 'draft', now - hour);
  batch('直播预告', 'cancelled', now - 9 * day, { doneAt: now - 8 * day });
  for (const [place, reply] of ['R', '退订', 'TD'].entries()) {
    const customer = customers[place * 7];
    if (customer === undefined) continue;
    const createdAt = sentAt + (place + 1) * hour;
    const row = { id: demoId(createdAt, random), createdAt, createdBy: null, mobile: customer.mobile };
    add('sms_opt_out', { ...row, source: 'reply', reply, batchId: done });
  }
}
