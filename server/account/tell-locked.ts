import { inTransaction } from '../db/connection/connect.ts';
import { calendarInForce } from '../db/holiday-store.ts';
import { administratorsAtWork } from '../db/people/administrators.ts';
import type { Account } from '../db/session-store.ts';
import { lockAfter, lockSeconds } from '../db/sign-in-throttle.ts';
import { systemCaller } from '../kernel/caller/caller.ts';
import { modelOf, type OpenContext, withDb } from '../kernel/operation/context.ts';
import { logChange } from '../records/log/operation-log.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';

const systemNotice = '16';

/** Writes down that an account was locked, and tells the administrators. */
export async function tellLocked(account: Account, context: OpenContext): Promise<void> {
  const { now, origin } = context;
  const minutes = lockSeconds / 60;
  await inTransaction(context.db, async (db) => {
    const calendar = await calendarInForce(context);
    const inside = { ...withDb(context, db), calendar, caller: { ...systemCaller, ip: origin.ip }, page: undefined };
    const records = new SqlRecordStore(inside, { staffId: null, now });
    await logChange(
      {
        entity: modelOf(context.documents, 'staff'),
        id: account.id,
        action: 'lock',
        title: `连续 ${lockAfter} 次密码错误，锁定登录`,
        facts: { failures: lockAfter, minutes, ip: origin.ip },
      },
      { ...inside, idempotencyKey: undefined, records },
    );
    for (const receiverId of await administratorsAtWork(db))
      await records.insert('notification', {
        receiverId,
        type: systemNotice,
        title: '账号已锁定',
        content: `“${account.name}”的账号连续 ${lockAfter} 次密码错误，新设备 ${minutes} 分钟内不能登录；最近一次来自 ${origin.ip}。登录过的设备不受影响。若非本人所为，请提醒其修改密码。`,
        stage: '1',
        status: '1',
      });
  });
}
