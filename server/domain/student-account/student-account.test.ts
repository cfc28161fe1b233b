import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudentEvent } from '../../../contract/student-app.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { signed } from '../../kernel/crypto/signature.ts';
import { importDriver } from '../../testing/import-driver.ts';
import { smsFolder } from '../../testing/job-worker.ts';
import { uploadAs } from '../../testing/multipart.ts';
import { type Office, refusalOf, startOffice } from '../../testing/office.ts';
import { downloaded } from '../../testing/read-export.ts';
import { testStudentSecret } from '../../testing/test-app.ts';
import { tablesWith } from './stored-text.testing.ts';

let company: Office;
beforeAll(async () => {
  company = await startOffice();
  await company.hire('academic', 'academic');
  await company.hire('academic2', 'academic');
  supervisorId = await company.hire('supervisor', 'supervisor');
}, 60_000);
afterAll(() => company.close());

type Body = Readonly<Record<string, unknown>>;
type Kind = 'reset_password' | 'cancel_account' | 'change_mobile';
let supervisorId = '';
let serial = 0;
const freshNumber = () => {
  serial += 1;
  return `1385550${String(1000 + serial)}`;
};

/** A student who is a customer too, under the same number. */
async function student(over: Body = {}) {
  const mobile = freshNumber();
  const customerId = await company.done('sales', '/v1/customer/create', {
    ...{ name: `学员${serial}`, mobile, intentionProjectIds: [company.ids.project], channelId: company.ids.channel },
  });
  const id = await company.records.insert('student', {
    ...{ studentNo: `XA${serial}`, realName: `学员${serial}`, mobile, customerId, supervisorId },
    ...{ registeredAt: '2026-01-01T00:00:00Z', ...over },
  });
  return { id, customerId, mobile };
}

const proof = (by: string) => uploadAs(company, by, '证明.txt', Buffer.from('同意'));
const create = async (studentId: string, op: Kind, over: Body = {}, by = 'supervisor') =>
  company.act(by, '/v1/student/account/op/create', {
    ...{ studentId, op, reason: '本人要求' },
    ...(op === 'reset_password' ? {} : { proofs: [await proof(by)] }),
    ...over,
  });
const applied = async (studentId: string, op: Kind, over: Body = {}, by = 'supervisor') => {
  const answer = await create(studentId, op, over, by);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
  return String(answer.data.id);
};
const on = (by: string, verb: string, id: string, more: Body = {}) =>
  company.act(by, `/v1/student/account/op/${verb}`, { id, ...more });
const statusOf = async (id: string) => (await company.stored('student_account_op', id)).status;
const tell = (event: StudentEvent) => {
  const text = JSON.stringify(event);
  const body = { ...signed(text, testStudentSecret), event: text };
  return company.call<{ readonly id: string; readonly status: string }>(
    undefined,
    '/v1/student/app/event/create',
    body,
  );
};

describe('an account', () => {
  it('is frozen with a reason by the administrator alone, who also lets it go on', async () => {
    const { id } = await student();
    const freeze = (by: string, more: Body = {}) => company.act(by, '/v1/student/freeze', { id, ...more });
    const reason = { frozenReason: '共享账号' };
    for (const by of ['academic', 'supervisor', 'sales'])
      expect(refusalOf(await freeze(by, reason))).toBe('E_NO_PERMISSION');
    expect((await freeze('admin')).code).not.toBe('0');
    const both = await Promise.all([freeze('admin', reason), freeze('admin', reason)]);
    expect(both.filter(({ code }) => code === '0')).toHaveLength(1);
    const frozen = await company.stored('student', id);
    expect(frozen).toMatchObject({ status: 'frozen', frozenReason: '共享账号' });
    expect(Date.parse(String(frozen.sessionsRevokedAt))).toBeGreaterThan(Date.now() - 60_000);
    expect(await company.act('admin', '/v1/student/unfreeze', { id })).toMatchObject({ code: '0' });
    expect(await company.stored('student', id)).toMatchObject({ status: 'active', frozenReason: null });
  });
});

describe('an application', () => {
  it('is there once of a kind, is approved by another than who applied, and he is told once', async () => {
    const { id } = await student();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(id, 'reset_password')));
    const [op, ...more] = answers.filter(({ code }) => code === '0').map(({ data }) => String(data.id));
    expect(more).toEqual([]);
    expect(JSON.stringify(answers.find(({ code }) => code !== '0'))).toContain('已有进行中的同类申请');
    const own = await applied((await student()).id, 'reset_password', {}, 'academic');
    expect((await on('academic', 'approve', own)).message).toBe('申请人不能审核自己的申请');
    expect((await on('academic', 'reject', own, { reviewComment: '不' })).message).toBe('申请人不能审核自己的申请');
    expect(refusalOf(await on('supervisor', 'approve', own))).toBe('E_NO_PERMISSION');
    expect((await on('academic2', 'cancel', own)).message).toBe('只有申请人可以取消');
    expect((await company.modify('academic', 'student_account_op', String(op), { reason: '另改' })).message).toBe(
      '只有申请人可以修改',
    );
    const results = await Promise.all(['academic', 'academic2'].map((by) => on(by, 'approve', String(op))));
    expect(results.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(await statusOf(String(op))).toBe('done');
    expect(await company.records.count('notification', { linkId: op })).toBe(1);
    expect(refusalOf(await on('academic2', 'execute', String(op)))).toBe('E_NO_PERMISSION');
    expect((await on('academic', 'cancel', own)).code).toBe('0');
    expect((await create(id, 'reset_password')).code).toBe('0');
  });

  it('is of a supervisor for a student of his own, and says what a form must hold', async () => {
    const foreign = await student({ supervisorId: null });
    expect(refusalOf(await create(foreign.id, 'reset_password'))).not.toBe('0');
    const { id } = await student();
    const bare = await create(id, 'cancel_account', { proofs: [] });
    expect(bare.message).toBe('请上传身份证明');
    expect((await create(id, 'change_mobile')).message).toBe('请填写新手机号');
    expect((await create(id, 'reset_password', { newMobile: freshNumber() })).message).toContain('只有修改手机号');
    const op = await applied(id, 'reset_password');
    expect((await on('academic', 'reject', op, { reviewComment: '证件不清' })).code).toBe('0');
    expect(await company.stored('student_account_op', op)).toMatchObject({
      status: 'rejected',
      reviewComment: '证件不清',
    });
    const list = await company.act('supervisor', '/v1/student/account/op/query', { fields: ['opNo', 'oldMobile'] });
    expect(JSON.stringify(list.data)).not.toMatch(/1385550\d{4}/);
  });
});

describe('a change of number', () => {
  it('moves student, customer and his phone together, and ends the sessions', async () => {
    const [{ id, customerId, mobile }, newMobile] = [await student(), freshNumber()];
    const op = await applied(id, 'change_mobile', { newMobile });
    const signedInAt = new Date().toISOString();
    expect((await tell({ kind: 'session', studentId: id, signedInAt })).data).toMatchObject({ status: 'valid' });
    expect((await on('academic', 'approve', op)).message).toBe('操作成功');
    expect(await company.stored('student', id)).toMatchObject({ mobile: newMobile });
    expect(await company.stored('customer', customerId)).toMatchObject({ mobile: newMobile });
    const phones = await company.records.find('customer_phone', { customerId });
    expect(phones.map(({ phone, kind }) => [phone, kind])).toEqual([[newMobile, 'main']]);
    expect((await tell({ kind: 'session', studentId: id, signedInAt })).data).toMatchObject({ status: 'ended' });
    const again = await student({ mobile });
    expect(await company.stored('student', again.id)).toMatchObject({ mobile });
  });

  it('refuses the number of another student, and rolls back whole where the customer side does not take it', async () => {
    const [{ id, mobile, customerId }, other, newMobile] = [await student(), await student(), freshNumber()];
    const taken = await create(id, 'change_mobile', { newMobile: other.mobile });
    expect(taken).toMatchObject({
      data: { error: { code: 'E_ACCOUNT_NUMBER_USED', faults: [{ pointer: '/newMobile' }] } },
    });
    expect(refusalOf(await create(id, 'change_mobile', { newMobile: mobile }))).toBe('E_ACCOUNT_SAME_NUMBER');
    const op = await applied(id, 'change_mobile', { newMobile });
    const blocked = `create function refuse_phone() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`;
    await company.database.rows(blocked);
    await company.database.rows(
      'create trigger refuse_phone before update on customer for each row execute function refuse_phone()',
    );
    expect((await on('academic', 'approve', op)).code).not.toBe('0');
    await company.database.rows('drop trigger refuse_phone on customer');
    const phone = await company.records.findOne('customer_phone', { customerId, kind: 'main' });
    expect([(await company.stored('student', id)).mobile, phone?.phone, await statusOf(op)]).toEqual([
      mobile,
      mobile,
      'pending',
    ]);
    // In the meantime somebody else becomes a customer under the number.
    await company.done('sales', '/v1/customer/create', {
      ...{
        name: '别人',
        mobile: newMobile,
        intentionProjectIds: [company.ids.project],
        channelId: company.ids.channel,
      },
    });
    expect(refusalOf(await on('academic', 'approve', op))).toBe('E_CUSTOMER_EXISTS');
    expect(await statusOf(op)).toBe('pending');
  });
});

/** The link of an application as it is signed for the moment at which it ends. */
async function signedLink(id: string): Promise<string> {
  const { linkExpiresAt } = await company.stored('student_account_op', id);
  const until = new Date(String(linkExpiresAt)).toISOString();
  return `${id}.${createProtection(company.database.secretKey).sign(`reset ${id} ${until}`)}`;
}

describe('a link to set a new password', () => {
  it('goes to the student alone, is used once and within its time, and stands in no list, log or row', async () => {
    const { id, mobile } = await student();
    const op = await applied(id, 'reset_password');
    await on('academic', 'approve', op);
    await company.run('student_account_op.links');
    await company.run('student_account_op.links');
    const sent = path.join(smsFolder(company.database), 'sent');
    const messages = await Promise.all((await readdir(sent)).map((name) => readFile(path.join(sent, name), 'utf8')));
    const own = messages.map((text) => JSON.parse(text)).filter((message) => message.mobile === mobile);
    expect(own).toHaveLength(1);
    const link = /reset\/(\S+)/.exec(own[0].text)?.[1] ?? '';
    const secret = link.split('.')[1] ?? '';
    expect(secret.length).toBeGreaterThan(20);
    expect(await tablesWith(secret, company)).toEqual([]);
    expect((await tell({ kind: 'resetLink', link: `${link}x` })).data).toMatchObject({
      error: { code: 'E_RESET_LINK' },
    });
    const opened = await Promise.all(Array.from({ length: 5 }, () => tell({ kind: 'resetLink', link })));
    expect(opened.filter(({ code }) => code === '0').map(({ data }) => data.id)).toEqual([id]);
    expect(await company.stored('student_account_op', op)).toMatchObject({ linkUsedAt: expect.anything() });
    const late = await applied(id, 'reset_password');
    await on('academic', 'approve', late);
    await company.run('student_account_op.links');
    const names = await readdir(sent);
    const lastText = await readFile(path.join(sent, names.find((name) => name.includes(late)) ?? ''), 'utf8');
    const lateLink = /reset\/(\S+)/.exec(JSON.parse(lastText).text)?.[1] ?? '';
    expect(await signedLink(late)).toBe(lateLink);
    await company.database.rows(
      "update student_account_op set link_expires_at = now() - interval '1 minute' where id = $1",
      [late],
    );
    // Signed as the server signs it: nothing but its time is over.
    expect((await tell({ kind: 'resetLink', link: await signedLink(late) })).data).toMatchObject({
      error: { code: 'E_RESET_LINK' },
    });
  });
});

describe('an account that is cancelled', () => {
  it('waits while an order, refund or work order is open, and is taken back within seven days', async () => {
    const { id, customerId } = await student();
    const work = await company.records.insert('work_order', {
      ...{ woNo: `GD-A${serial}`, type: 'service', customerId, title: '咨询', content: '问', source: 'staff' },
      ...{ priority: 'normal', status: 'pending_assign', creatorId: company.ids.sales },
      ...{ assigneeDeptId: company.ids.group1, workHoursOnly: false, isDivision: false, autoClosed: false },
    });
    const order = await company.records.insert('sales_order', {
      ...{ orderNo: `DD-A${serial}`, kind: 'new', customerId, projectId: company.ids.project, payMode: 'full' },
      ...{ sellerId: company.ids.sales, sellerDeptId: company.ids.group1, listTotal: 100, discountTotal: 0 },
      ...{ payableTotal: 100, paidTotal: 0, refundedTotal: 0, status: 'pending_payment', refundFlag: 'none' },
    });
    const said = async () => (await create(id, 'cancel_account')).message;
    expect(await said()).toBe('学员还有未结束的订单，不能注销');
    await company.database.rows("update sales_order set status = 'finished', refund_flag = 'applying' where id = $1", [
      order,
    ]);
    expect(await said()).toBe('学员还有未结束的退费，不能注销');
    await company.database.rows("update sales_order set refund_flag = 'none' where id = $1", [order]);
    expect(await said()).toBe('学员还有未结束的工单，不能注销');
    await company.database.rows("update work_order set status = 'cancelled' where id = $1", [work]);
    const op = await applied(id, 'cancel_account');
    await on('academic', 'approve', op);
    expect(await company.stored('student', id)).toMatchObject({ status: 'cancelling' });
    expect((await create(id, 'reset_password')).message).toContain('不能申请');
    await company.run('student.completeCancel');
    expect(await company.stored('student', id)).toMatchObject({ status: 'cancelling' });
    expect((await on('academic', 'revoke', op)).message).toBe('操作成功');
    expect(await company.stored('student', id)).toMatchObject({ status: 'active', cancelDueAt: null });
    expect(await statusOf(op)).toBe('cancelled');
  });

  it('leaves no number of the student in any table, log or file name after seven days, and frees it', async () => {
    const { id, customerId, mobile } = await student({ idCard: '110101199003078515' });
    const changed = freshNumber();
    await on('academic', 'approve', await applied(id, 'change_mobile', { newMobile: changed }));
    await company.records.insert('follow_up', {
      ...{ bizType: 'customer', bizId: customerId, customerId, staffId: company.ids.sales, method: 'wechat' },
      ...{ departmentId: company.ids.group1, result: 'interested' },
      content: `加了微信，号码 ${mobile} 与 ${changed}`,
    });
    const fileId = await uploadAs(company, 'supervisor', `证明-${changed}.txt`, Buffer.from('同意'));
    const op = await applied(id, 'cancel_account', { proofs: [fileId] });
    await on('academic', 'approve', op);
    await company.database.rows("update student set cancel_due_at = now() - interval '1 minute' where id = $1", [id]);
    expect(await tablesWith(changed, company)).toEqual(expect.arrayContaining(['student', 'customer', 'file_object']));
    await company.run('student.completeCancel');
    expect(await company.stored('student', id)).toMatchObject({
      status: 'cancelled',
      realName: '已注销',
      nickname: null,
    });
    for (const number of [mobile, changed, '110101199003078515'])
      expect(await tablesWith(number, company), number).toEqual([]);
    expect(await company.stored('file_object', fileId)).toMatchObject({ name: '已删除', bizId: null });
    const fields = ['studentName', 'oldMobile', 'newMobile', 'student.realName'];
    const { data } = await company.act('admin', '/v1/student/account/op/query', {
      ...{ fields, where: { field: 'studentId', op: 'eq', value: id } },
    });
    expect(JSON.stringify(data)).not.toMatch(/138|学员\d/);
    const exported = await exportOf('admin', '/v1/student/account/op/export', fields);
    expect(exported).toContain('已注销');
    for (const number of [mobile, changed]) {
      expect(exported).not.toContain(number);
      expect(exported).not.toContain(`${number.slice(0, 3)}****${number.slice(-4)}`);
    }
    const again = await student({ mobile: changed });
    expect(await company.stored('student', again.id)).toMatchObject({ mobile: changed });
  });
});

/** What an export has to say, as text. */
async function exportOf(by: string, path: string, columns: readonly string[]): Promise<string> {
  const { data } = await company.act(by, path, { format: 'csv', columns });
  const job = await importDriver(company).done(data);
  return (await downloaded(company, by, String(job.fileId))).toString('utf8');
}
