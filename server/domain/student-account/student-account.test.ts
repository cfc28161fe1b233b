import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smsFolder } from '../../testing/job-worker.ts';
import { uploadAs } from '../../testing/multipart.ts';
import { type Office, refusalOf, startOffice } from '../../testing/office.ts';
import { Accounts } from './accounts.testing.ts';
import { isHeldToItsForm, isOpenToItsStudent, isSentToItsStudent, waitsSevenDays } from './refused-accounts.testing.ts';
import { tablesWith } from './stored-text.testing.ts';

type Body = Readonly<Record<string, unknown>>;

let company: Office;
let accounts: Accounts;
beforeAll(async () => {
  company = await startOffice();
  accounts = await Accounts.of(company);
}, 60_000);
afterAll(() => company.close());

describe('an account', () => {
  it('is frozen with a reason by the administrator alone, who also lets it go on', async () => {
    const { id } = await accounts.student();
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
    const { id } = await accounts.student();
    const answers = await Promise.all(Array.from({ length: 50 }, () => accounts.create(id, 'reset_password')));
    const [op, ...more] = answers.filter(({ code }) => code === '0').map(({ data }) => String(data.id));
    expect(more).toEqual([]);
    expect(JSON.stringify(answers.find(({ code }) => code !== '0'))).toContain('已有进行中的同类申请');
    const own = await accounts.applied((await accounts.student()).id, 'reset_password', {}, 'academic');
    expect((await accounts.on('academic', 'approve', own)).message).toBe('申请人不能审核自己的申请');
    expect((await accounts.on('academic', 'reject', own, { reviewComment: '不' })).message).toBe(
      '申请人不能审核自己的申请',
    );
    expect(refusalOf(await accounts.on('supervisor', 'approve', own))).toBe('E_NO_PERMISSION');
    expect((await accounts.on('academic2', 'cancel', own)).message).toBe('只有申请人可以取消');
    expect((await company.modify('academic', 'student_account_op', String(op), { reason: '另改' })).message).toBe(
      '只有申请人可以修改',
    );
    const results = await Promise.all(['academic', 'academic2'].map((by) => accounts.on(by, 'approve', String(op))));
    expect(results.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(await accounts.statusOf(String(op))).toBe('done');
    expect(await company.records.count('notification', { linkId: op })).toBe(1);
    expect(refusalOf(await accounts.on('academic2', 'execute', String(op)))).toBe('E_NO_PERMISSION');
    expect((await accounts.on('academic', 'cancel', own)).code).toBe('0');
    expect((await accounts.create(id, 'reset_password')).code).toBe('0');
  });

  it('is of a supervisor for a student of his own, and says what a form must hold', async () => {
    const foreign = await accounts.student({ supervisorId: null });
    expect(refusalOf(await accounts.create(foreign.id, 'reset_password'))).not.toBe('0');
    const { id } = await accounts.student();
    const bare = await accounts.create(id, 'cancel_account', { proofs: [] });
    expect(bare.message).toBe('请上传身份证明');
    expect((await accounts.create(id, 'change_mobile')).message).toBe('请填写新手机号');
    expect((await accounts.create(id, 'reset_password', { newMobile: accounts.freshNumber() })).message).toContain(
      '只有修改手机号',
    );
    const op = await accounts.applied(id, 'reset_password');
    expect((await accounts.on('academic', 'reject', op, { reviewComment: '证件不清' })).code).toBe('0');
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
    const [{ id, customerId, mobile }, newMobile] = [await accounts.student(), accounts.freshNumber()];
    const op = await accounts.applied(id, 'change_mobile', { newMobile });
    const signedInAt = new Date().toISOString();
    expect((await accounts.tell({ kind: 'session', studentId: id, signedInAt })).data).toMatchObject({
      status: 'valid',
    });
    expect((await accounts.on('academic', 'approve', op)).message).toBe('操作成功');
    expect(await company.stored('student', id)).toMatchObject({ mobile: newMobile });
    expect(await company.stored('customer', customerId)).toMatchObject({ mobile: newMobile });
    const phones = await company.records.find('customer_phone', { customerId });
    expect(phones.map(({ phone, kind }) => [phone, kind])).toEqual([[newMobile, 'main']]);
    expect((await accounts.tell({ kind: 'session', studentId: id, signedInAt })).data).toMatchObject({
      status: 'ended',
    });
    const again = await accounts.student({ mobile });
    expect(await company.stored('student', again.id)).toMatchObject({ mobile });
  });

  it('refuses the number of another student, and rolls back whole where the customer side does not take it', async () => {
    const [{ id, mobile, customerId }, other, newMobile] = [
      await accounts.student(),
      await accounts.student(),
      accounts.freshNumber(),
    ];
    const taken = await accounts.create(id, 'change_mobile', { newMobile: other.mobile });
    expect(taken).toMatchObject({
      data: { error: { code: 'E_ACCOUNT_NUMBER_USED', faults: [{ pointer: '/newMobile' }] } },
    });
    expect(refusalOf(await accounts.create(id, 'change_mobile', { newMobile: mobile }))).toBe('E_ACCOUNT_SAME_NUMBER');
    const op = await accounts.applied(id, 'change_mobile', { newMobile });
    const blocked = `create function refuse_phone() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`;
    await company.database.rows(blocked);
    await company.database.rows(
      'create trigger refuse_phone before update on customer for each row execute function refuse_phone()',
    );
    expect((await accounts.on('academic', 'approve', op)).code).not.toBe('0');
    await company.database.rows('drop trigger refuse_phone on customer');
    const phone = await company.records.findOne('customer_phone', { customerId, kind: 'main' });
    expect([(await company.stored('student', id)).mobile, phone?.phone, await accounts.statusOf(op)]).toEqual([
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
    expect(refusalOf(await accounts.on('academic', 'approve', op))).toBe('E_CUSTOMER_EXISTS');
    expect(await accounts.statusOf(op)).toBe('pending');
  });
});

describe('a link to set a new password', () => {
  it('goes to the student alone, is used once and within its time, and stands in no list, log or row', async () => {
    const { id, mobile } = await accounts.student();
    const op = await accounts.applied(id, 'reset_password');
    await accounts.on('academic', 'approve', op);
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
    expect((await accounts.tell({ kind: 'resetLink', link: `${link}x` })).data).toMatchObject({
      error: { code: 'E_RESET_LINK' },
    });
    const opened = await Promise.all(Array.from({ length: 5 }, () => accounts.tell({ kind: 'resetLink', link })));
    expect(opened.filter(({ code }) => code === '0').map(({ data }) => data.id)).toEqual([id]);
    expect(await company.stored('student_account_op', op)).toMatchObject({
      ...{ linkUsedAt: expect.anything(), linkSentAt: expect.anything() },
    });
    const late = await accounts.applied(id, 'reset_password');
    await accounts.on('academic', 'approve', late);
    await company.run('student_account_op.links');
    const names = await readdir(sent);
    const lastText = await readFile(path.join(sent, names.find((name) => name.includes(late)) ?? ''), 'utf8');
    const lateLink = /reset\/(\S+)/.exec(JSON.parse(lastText).text)?.[1] ?? '';
    expect(await accounts.signedLink(late)).toBe(lateLink);
    await company.database.rows(
      "update student_account_op set link_expires_at = now() - interval '1 minute' where id = $1",
      [late],
    );
    // Signed as the server signs it: nothing but its time is over.
    expect((await accounts.tell({ kind: 'resetLink', link: await accounts.signedLink(late) })).data).toMatchObject({
      error: { code: 'E_RESET_LINK' },
    });
  });
});

describe('an account that is cancelled', () => {
  it('waits while an order, refund or work order is open, and is taken back within seven days', async () => {
    const { id, customerId } = await accounts.student();
    const work = await company.records.insert('work_order', {
      ...{ woNo: `GD-A${accounts.serial}`, type: 'service', customerId, title: '咨询', content: '问', source: 'staff' },
      ...{ priority: 'normal', status: 'pending_assign', creatorId: company.ids.sales },
      ...{ assigneeDeptId: company.ids.group1, workHoursOnly: false, isDivision: false, autoClosed: false },
    });
    const order = await company.records.insert('sales_order', {
      ...{
        orderNo: `DD-A${accounts.serial}`,
        kind: 'new',
        customerId,
        projectId: company.ids.project,
        payMode: 'full',
      },
      ...{ sellerId: company.ids.sales, sellerDeptId: company.ids.group1, listTotal: 100, discountTotal: 0 },
      ...{ payableTotal: 100, paidTotal: 0, refundedTotal: 0, status: 'pending_payment', refundFlag: 'none' },
    });
    const said = async () => (await accounts.create(id, 'cancel_account')).message;
    expect(await said()).toBe('学员还有未结束的订单，不能注销');
    await company.database.rows("update sales_order set status = 'finished', refund_flag = 'applying' where id = $1", [
      order,
    ]);
    expect(await said()).toBe('学员还有未结束的退费，不能注销');
    await company.database.rows("update sales_order set refund_flag = 'none' where id = $1", [order]);
    expect(await said()).toBe('学员还有未结束的工单，不能注销');
    await company.database.rows("update work_order set status = 'cancelled' where id = $1", [work]);
    const op = await accounts.applied(id, 'cancel_account');
    await accounts.on('academic', 'approve', op);
    expect(await company.stored('student', id)).toMatchObject({ status: 'cancelling' });
    expect((await accounts.create(id, 'reset_password')).message).toContain('不能申请');
    await company.run('student.completeCancel');
    expect(await company.stored('student', id)).toMatchObject({ status: 'cancelling' });
    expect((await accounts.on('academic', 'revoke', op)).message).toBe('操作成功');
    expect(await company.stored('student', id)).toMatchObject({ status: 'active', cancelDueAt: null });
    expect(await accounts.statusOf(op)).toBe('cancelled');
  });

  it('leaves no number of the student in any table, log or file name after seven days, and frees it', async () => {
    const { id, customerId, mobile } = await accounts.student({ idCard: '110101199003078515' });
    const [changed, removed] = [accounts.freshNumber(), accounts.freshNumber()];
    const phone = { customerId, phone: removed, kind: 'backup' };
    const phoneId = await company.done('sales', '/v1/customer/phone/create', phone);
    await company.done('sales', '/v1/customer/phone/delete', { id: phoneId });
    await accounts.on('academic', 'approve', await accounts.applied(id, 'change_mobile', { newMobile: changed }));
    await company.records.insert('follow_up', {
      ...{ bizType: 'customer', bizId: customerId, customerId, staffId: company.ids.sales, method: 'wechat' },
      ...{ departmentId: company.ids.group1, result: 'interested' },
      content: `加了微信，号码 ${mobile}、${changed} 与 ${removed}`,
    });
    // What he asked himself, and what others were told of it.
    const questionId = await company.records.insert('student_question', {
      ...{
        questionNo: `TW-A${accounts.serial}`,
        studentId: id,
        projectId: company.ids.project,
        bizType: 'free',
        title: '问',
      },
      ...{ content: `<p>请打 ${mobile}</p>`, status: 'answered', followUps: 1, featured: false },
    });
    const content = `<p>还是打 ${changed}</p>`;
    await company.records.insert('student_answer', { questionId, authorType: 'student', content });
    await company.records.insert('notification', {
      ...{ receiverId: company.ids.sales, type: '16', title: '追问', content: `学员说：请打 ${mobile}` },
    });
    const leadId = await company.records.insert('lead', {
      ...{
        leadNo: `XS-A${accounts.serial}`,
        name: '学员',
        mobile: changed,
        projectId: company.ids.project,
        status: 'new',
      },
      ...{ channelId: company.ids.channel, intention: 'middle', promoterId: company.ids.sales, reassignCount: 0 },
      ...{ promoterDeptId: company.ids.group1, remark: `又留了 ${mobile}` },
    });
    const fileId = await uploadAs(company, 'supervisor', `证明-${changed}.txt`, Buffer.from('同意'));
    const op = await accounts.applied(id, 'cancel_account', { proofs: [fileId] });
    await accounts.on('academic', 'approve', op);
    expect(await tablesWith(changed, company)).toEqual(expect.arrayContaining(['student', 'customer', 'file_object']));
    await accounts.passed(id);
    expect(await company.stored('student', id)).toMatchObject({
      status: 'cancelled',
      realName: '已注销',
      nickname: null,
    });
    for (const number of [mobile, changed, removed, '110101199003078515'])
      expect(await tablesWith(number, company), number).toEqual([]);
    // Nor is he found by the last digits of one.
    const tails = `select mobile_tail_hash as tail from customer where id = $1
      union all select mobile_tail_hash from lead where id = $2`;
    expect(await company.database.rows(tails, [customerId, leadId])).toEqual([{ tail: null }, { tail: null }]);
    expect(await company.stored('file_object', fileId)).toMatchObject({ name: '已删除', bizId: null });
    const fields = ['studentName', 'oldMobile', 'newMobile', 'student.realName'];
    const { data } = await company.act('admin', '/v1/student/account/op/query', {
      ...{ fields, where: { field: 'studentId', op: 'eq', value: id } },
    });
    expect(JSON.stringify(data)).not.toMatch(/138|学员\d/);
    const exported = await accounts.exported('admin', '/v1/student/account/op/export', fields);
    expect(exported).toContain('已注销');
    for (const number of [mobile, changed]) {
      expect(exported).not.toContain(number);
      expect(exported).not.toContain(`${number.slice(0, 3)}****${number.slice(-4)}`);
    }
    const again = await accounts.student({ mobile: changed });
    expect(await company.stored('student', again.id)).toMatchObject({ mobile: changed });
  });
});

it('an account that is cancelled leaves his customer, and another student of it, as they are', async () => {
  const { id, customerId, mobile } = await accounts.student();
  const other = await accounts.student({ customerId });
  await accounts.on('academic', 'approve', await accounts.applied(id, 'cancel_account'));
  await accounts.passed(id);
  expect(await company.stored('student', id)).toMatchObject({ status: 'cancelled', realName: '已注销' });
  expect(await company.stored('student', other.id)).toMatchObject({ status: 'active', mobile: other.mobile });
  expect(await company.stored('customer', customerId)).toMatchObject({ mobile });
  // The last one takes his customer with him.
  await accounts.on('academic', 'approve', await accounts.applied(other.id, 'cancel_account'));
  await accounts.passed(other.id);
  for (const number of [mobile, other.mobile]) expect(await tablesWith(number, company)).not.toContain('customer');
});

describe('an application and its form', () => isHeldToItsForm(() => ({ company, accounts })));
describe('a link on its way', () => isSentToItsStudent(() => ({ company, accounts })));
describe('a link and a session', () => isOpenToItsStudent(() => ({ company, accounts })));
describe('an account on its way out', () => waitsSevenDays(() => ({ company, accounts })));
