import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { smsFolder } from '../../testing/job-worker.ts';
import { type Office, refusalOf } from '../../testing/office.ts';
import type { Accounts } from './accounts.testing.ts';

type Company = { readonly company: Office; readonly accounts: Accounts };
const minute = 60_000;
const timeOf = (value: unknown) => Date.parse(value instanceof Date ? value.toISOString() : String(value));

/** What an application may say, who may change it, and what it leaves behind. */
export function isHeldToItsForm(of: () => Company): void {
  it('is changed in three fields while it waits, in nothing afterwards, and never to what it could not be', async () => {
    const { company, accounts } = of();
    const [{ id }, other] = [await accounts.student(), await accounts.student()];
    const op = await accounts.applied(id, 'change_mobile', { newMobile: accounts.freshNumber() });
    const change = (values: Readonly<Record<string, unknown>>) =>
      company.modify('supervisor', 'student_account_op', op, values);
    for (const values of [{ studentId: other.id }, { op: 'cancel_account' }])
      expect(refusalOf(await change(values))).toBe('E_NOT_EDITABLE');
    expect(refusalOf(await change({ newMobile: other.mobile }))).toBe('E_ACCOUNT_NUMBER_USED');
    expect((await change({ reason: '另一个原因' })).code).toBe('0');
    expect(refusalOf(await accounts.on('academic', 'reject', op))).toBe('E_INPUT_INVALID');
    expect((await accounts.on('academic', 'reject', op, { reviewComment: '证件不清' })).code).toBe('0');
    expect(refusalOf(await change({ reason: '再改' }))).toBe('E_NOT_EDITABLE');
    expect(await company.records.count('notification', { linkId: op, title: '账号申请被驳回' })).toBe(1);
  });

  it('keeps the old number, writes the change down, and shows neither number to who looks after the student', async () => {
    const { company, accounts } = of();
    const [{ id, mobile }, newMobile] = [await accounts.student(), accounts.freshNumber()];
    const op = await accounts.applied(id, 'change_mobile', { newMobile });
    expect(await company.stored('student_account_op', op)).toMatchObject({ oldMobile: mobile });
    const list = { fields: ['oldMobile', 'newMobile'], where: { field: 'id', op: 'eq', value: op } };
    const { data } = await company.act('supervisor', '/v1/student/account/op/query', list);
    expect(JSON.stringify(data)).toContain('****');
    for (const number of [mobile, newMobile]) expect(JSON.stringify(data)).not.toContain(number);
    await accounts.on('academic', 'approve', op);
    const logged = await company.records.find('operation_log', { entityId: id, action: 'student.changeMobile' });
    expect(logged).toHaveLength(1);
  });

  it('of a frozen account is to cancel it and nothing else', async () => {
    const { company, accounts } = of();
    const { id } = await accounts.student();
    await company.done('admin', '/v1/student/freeze', { id, frozenReason: '共享账号' });
    const newMobile = accounts.freshNumber();
    expect((await accounts.create(id, 'reset_password')).message).toContain('不能申请');
    expect((await accounts.create(id, 'change_mobile', { newMobile })).message).toContain('不能申请');
    expect((await accounts.create(id, 'cancel_account')).code).toBe('0');
  });

  it('gives a number to one of two who want it at the same moment', async () => {
    const { accounts } = of();
    for (let round = 0; round < 3; round += 1) {
      const newMobile = accounts.freshNumber();
      const ops = [];
      for (const { id } of [await accounts.student(), await accounts.student()])
        ops.push(await accounts.applied(id, 'change_mobile', { newMobile }));
      const answers = await Promise.all(ops.map((op) => accounts.on('academic', 'approve', op)));
      expect(answers.map((answer) => refusalOf(answer)).sort()).toEqual(['0', 'E_ACCOUNT_NUMBER_USED']);
    }
  });
}

/** What a link is worth. */
export function isOpenToItsStudent(of: () => Company): void {
  it('is good for thirty minutes, for a password alone, and for nothing that is not done', async () => {
    const { company, accounts } = of();
    const { id } = await accounts.student();
    const signedInAt = new Date().toISOString();
    const op = await accounts.applied(id, 'reset_password');
    const ends = "update student_account_op set link_expires_at = now() + interval '9 minutes' where id = $1";
    const opened = async (one: string) =>
      refusalOf(await accounts.tell({ kind: 'resetLink', link: await accounts.signedLink(one) }));
    await company.database.rows(ends, [op]);
    expect(await opened(op)).toBe('E_RESET_LINK');
    await company.run('student_account_op.links');
    expect(await company.stored('student_account_op', op)).toMatchObject({ linkSentAt: null });
    await accounts.on('academic', 'approve', op);
    const { linkExpiresAt, doneAt } = await company.stored('student_account_op', op);
    expect(timeOf(linkExpiresAt) - timeOf(doneAt)).toBe(30 * minute);
    // Whoever knew the old password is signed out.
    expect((await accounts.tell({ kind: 'session', studentId: id, signedInAt })).data).toMatchObject({
      status: 'ended',
    });
    const other = await accounts.student();
    const cancel = await accounts.applied(other.id, 'cancel_account');
    await accounts.on('academic', 'approve', cancel);
    await company.database.rows(ends, [cancel]);
    await company.run('student_account_op.links');
    expect(await company.stored('student_account_op', cancel)).toMatchObject({ linkSentAt: null, linkFault: null });
    expect(await opened(cancel)).toBe('E_RESET_LINK');
    // Once he has another number, whoever holds the old one opens nothing.
    const moved = await accounts.student();
    const link = await accounts.applied(moved.id, 'reset_password');
    await accounts.on('academic', 'approve', link);
    const change = await accounts.applied(moved.id, 'change_mobile', { newMobile: accounts.freshNumber() });
    await accounts.on('academic', 'approve', change);
    expect(await opened(link)).toBe('E_RESET_LINK');
    for (const wrong of ['none', 'none.none', `${'-'.repeat(36)}.none`])
      expect(refusalOf(await accounts.tell({ kind: 'resetLink', link: wrong }))).toBe('E_RESET_LINK');
  });
}

/** To whom a link is sent, and who is told that he is signed in still. */
export function isSentToItsStudent(of: () => Company): void {
  it('is not sent once its time is over, and not again to a number that is none', async () => {
    const { company, accounts } = of();
    const folder = smsFolder(company.database);
    const sent = async () => {
      const texts = await Promise.all(
        (await readdir(path.join(folder, 'sent'))).map((name) => readFile(path.join(folder, 'sent', name), 'utf8')),
      );
      return texts.map((text): string => JSON.parse(text).mobile);
    };
    const approved = async () => {
      const { id, mobile } = await accounts.student();
      const op = await accounts.applied(id, 'reset_password');
      await accounts.on('academic', 'approve', op);
      return { op, mobile };
    };
    const late = await approved();
    await company.database.rows(
      "update student_account_op set link_expires_at = now() - interval '1 minute' where id = $1",
      [late.op],
    );
    const none = await approved();
    await mkdir(folder, { recursive: true });
    const carrier = (refused: readonly string[]) =>
      writeFile(path.join(folder, 'carrier.json'), JSON.stringify({ refused }));
    await carrier([none.mobile.slice(-6)]);
    await company.run('student_account_op.links');
    expect(await company.stored('student_account_op', none.op)).toMatchObject({
      ...{ linkSentAt: null, linkFault: '短信没有发出：号码不存在' },
    });
    await carrier([]);
    await company.run('student_account_op.links');
    for (const { mobile } of [late, none]) expect(await sent()).not.toContain(mobile);
  });

  it('ends with a frozen or cancelled account, whenever he signed in, and is nobody’s where there is none', async () => {
    const { company, accounts } = of();
    const { id } = await accounts.student();
    const told = async () => {
      const signedInAt = new Date(Date.now() + minute).toISOString();
      return (await accounts.tell({ kind: 'session', studentId: id, signedInAt })).data.status;
    };
    expect(await told()).toBe('valid');
    await company.done('admin', '/v1/student/freeze', { id, frozenReason: '共享账号' });
    expect(await told()).toBe('ended');
    await company.done('admin', '/v1/student/unfreeze', { id });
    expect(await told()).toBe('valid');
    const nobody = {
      kind: 'session',
      studentId: company.ids.sales ?? '',
      signedInAt: new Date().toISOString(),
    } as const;
    expect(refusalOf(await accounts.tell(nobody))).toBe('E_NOT_FOUND');
  });
}

/** What happens within the seven days of a cancelled account, and what may be revoked. */
export function waitsSevenDays(of: () => Company): void {
  const order = async (values: Readonly<Record<string, unknown>>) => {
    const { company, accounts } = of();
    return company.records.insert('sales_order', {
      ...{ orderNo: `DD-B${accounts.serial}`, kind: 'new', projectId: company.ids.project, payMode: 'full' },
      ...{ sellerId: company.ids.sales, sellerDeptId: company.ids.group1, listTotal: 100, discountTotal: 0 },
      ...{ payableTotal: 100, paidTotal: 0, refundedTotal: 0, status: 'pending_payment', refundFlag: 'none' },
      ...values,
    });
  };

  it('waits seven days, ends his sessions at once, and is not wiped while something of his was opened since', async () => {
    const { company, accounts } = of();
    const { id, customerId } = await accounts.student();
    const signedInAt = new Date().toISOString();
    const op = await accounts.applied(id, 'cancel_account');
    const orderId = await order({ customerId });
    // Opened after he applied.
    expect(refusalOf(await accounts.on('academic', 'approve', op))).toBe('E_ACCOUNT_OPEN_BUSINESS');
    expect(await accounts.statusOf(op)).toBe('pending');
    const finish = "update sales_order set status = 'finished' where id = $1";
    await company.database.rows(finish, [orderId]);
    await accounts.on('academic', 'approve', op);
    const { cancelDueAt } = await company.stored('student', id);
    expect(Math.abs(timeOf(cancelDueAt) - Date.now() - 7 * 1440 * minute)).toBeLessThan(minute);
    expect((await accounts.tell({ kind: 'session', studentId: id, signedInAt })).data.status).toBe('ended');
    // Opened while he waited.
    const later = await order({ customerId, orderNo: `DD-C${accounts.serial}` });
    await accounts.passed(id);
    expect(await company.stored('student', id)).toMatchObject({
      status: 'cancelling',
      realName: `学员${accounts.serial}`,
    });
    expect((await accounts.on('academic', 'revoke', op)).message).toContain('冷静期已过，不能撤销');
    await company.database.rows(finish, [later]);
    await accounts.passed(id);
    expect(await company.stored('student', id)).toMatchObject({ status: 'cancelled', realName: '已注销' });
    expect((await accounts.on('academic', 'revoke', op)).message).toContain('账号不在冷静期');
  });

  it('is open business of the student himself too, who is no customer', async () => {
    const { company, accounts } = of();
    const { id } = await accounts.student({ customerId: null });
    const { customerId } = await accounts.student();
    const orderId = await order({ customerId, studentId: id });
    expect((await accounts.create(id, 'cancel_account')).message).toBe('学员还有未结束的订单，不能注销');
    await company.database.rows("update sales_order set status = 'finished' where id = $1", [orderId]);
    expect((await accounts.create(id, 'cancel_account')).code).toBe('0');
  });

  it('is frozen again where it was frozen before: whoever revokes it lets nobody go on whom an administrator stopped', async () => {
    const { company, accounts } = of();
    const { id } = await accounts.student();
    await company.done('admin', '/v1/student/freeze', { id, frozenReason: '共享账号' });
    const op = await accounts.applied(id, 'cancel_account');
    await accounts.on('academic', 'approve', op);
    expect(await company.stored('student', id)).toMatchObject({ status: 'cancelling' });
    expect((await accounts.on('academic', 'revoke', op)).code).toBe('0');
    expect(await company.stored('student', id)).toMatchObject({
      ...{ status: 'frozen', frozenReason: '共享账号', cancelDueAt: null },
    });
  });

  it('is revoked by the application that began it, by no other', async () => {
    const { accounts } = of();
    const { id } = await accounts.student();
    const reset = await accounts.applied(id, 'reset_password');
    await accounts.on('academic', 'approve', reset);
    await accounts.on('academic', 'approve', await accounts.applied(id, 'cancel_account'));
    expect((await accounts.on('academic', 'revoke', reset)).message).toBe('只有注销的申请可以撤销');
  });
}
