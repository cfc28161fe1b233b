import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, uploadAs } from '../../testing/multipart.ts';
import { filesOf } from '../../testing/test-database.ts';
import { codeOf } from '../orders/order-company.testing.ts';
import { type AgreementCompany, startAgreementCompany } from './agreement-company.testing.ts';

let company: AgreementCompany;
beforeAll(async () => {
  company = await startAgreementCompany();
}, 60_000);
afterAll(async () => {
  expect(company.worker.faults).toEqual([]);
  // One live agreement of each order and template; whatever is signed has its file.
  const broken =
    await company.database.rows(`select order_id from agreement where deleted_at is null and replaces_id is null
    and status not in ('rejected', 'expired', 'revoked', 'void') group by order_id, template_id having count(*) > 1
    union all select id from agreement where status in ('signed', 'archived') and (file is null or content_hash is null)`);
  expect(broken).toEqual([]);
  await company.close();
});

const stored = (id: string) => company.stored('agreement', id);
const order = (id: string) => company.stored('sales_order', id);
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex'),
  Buffer.alloc(64, 7),
]);
const contentOf = async (id: string) => {
  const { data } = await company.move('sales', 'read', id);
  return { body: String(data.body), hash: data.hash };
};
/** Puts other bytes in the place of those of a file. */
const tamper = async (id: string) => {
  const key = String((await company.stored('file_object', String((await stored(id)).file))).storageKey);
  await writeFile(path.join(filesOf(company.database), key.slice(-2), key), '换过的文件');
};

describe('a template', () => {
  const template = '/v1/agreement/template';
  it('says only variables that are known, each told by its name and place, none split by its format', async () => {
    const base = { code: 'BAD', name: '坏', bindType: 'class_type' };
    const unknown = await company.act('academic', `${template}/create`, { ...base, body: '<p>一</p><p>{foo}</p>' });
    expect(JSON.stringify(unknown.data)).toContain('第 2 段没有变量“{foo}”');
    const body = '<p>{cus<strong>tomer</strong>}</p>';
    const { data } = await company.act('academic', `${template}/create`, { ...base, body });
    expect(codeOf(await company.act('academic', `${template}/publish`, { id: data.id }))).toBe('E_AGREEMENT_SPLIT');
  });

  it('is fixed once published; editing is the next edition, and agreements keep theirs', async () => {
    const id = await company.template();
    const agreement = await company.sent({ templateId: id });
    const { contentHash } = await stored(agreement);
    const { version } = await company.stored('agreement_template', id);
    const fixed = await company.act('academic', `${template}/modify`, { id, version, body: '<p>新</p>' });
    expect(codeOf(fixed)).toBe('E_NOT_EDITABLE');
    const revised = await company.act('academic', `${template}/revise`, { id });
    const draft = String(revised.data.id);
    const { version: ofDraft } = await company.stored('agreement_template', draft);
    await company.act('academic', `${template}/modify`, { id: draft, version: ofDraft, body: '<p>第二版</p>' });
    expect(await company.act('manager', `${template}/publish`, { id: draft })).toMatchObject({ code: '0' });
    expect(await company.stored('agreement_template', id)).toMatchObject({ status: 'archived', edition: 1 });
    expect(await company.stored('agreement_template', draft)).toMatchObject({ status: 'published', edition: 2 });
    expect(await stored(agreement)).toMatchObject({ templateId: id, templateVersion: 1, contentHash });
    expect((await contentOf(agreement)).body).toContain('班型A');
    const late = await company.act('sales', '/v1/agreement/create', {
      ...{ orderId: await company.payable(), templateId: id, mode: 'online' },
    });
    expect(JSON.stringify(late.data)).toContain('第 1 版不是已发布的一版');
  });

  it('is copied to another under a code of its own, as a draft, by the academics', async () => {
    const id = await company.template({ guaranteeRatio: 60 });
    const { code: used } = await company.stored('agreement_template', id);
    const copy = (body: Readonly<Record<string, unknown>>, by = 'academic') =>
      company.act(by, `${template}/copy`, { id, name: '另一份', ...body });
    const refused = await copy({ code: used });
    expect(refused.message).toBe(`已有编码是“${String(used)}”的协议`);
    expect(JSON.stringify(refused.data)).toContain('"pointer":"/code"');
    const all = await Promise.all(Array.from({ length: 20 }, () => copy({ code: 'NEW' })));
    const [made, ...more] = all.filter(({ code }) => code === '0');
    expect(more).toEqual([]);
    expect(await company.stored('agreement_template', String(made?.data.id))).toMatchObject({
      ...{ code: 'NEW', name: '另一份', status: 'draft', edition: 1, guaranteeRatio: 60, bindType: 'class_type' },
      body: (await company.stored('agreement_template', id)).body,
    });
    expect(codeOf(await copy({ code: 'OTHER' }, 'manager'))).toBe('E_NO_PERMISSION');
    const beyond = await company.act('academic', `${template}/create`, {
      ...{ code: 'RATIO', name: '比例', bindType: 'class_type', body: '<p>一</p>', guaranteeRatio: 101 },
    });
    expect(JSON.stringify(beyond.data)).toContain('"pointer":"/guaranteeRatio"');
  });

  it('is shown as it reads for an order in reach, without names', async () => {
    const id = await company.template();
    const orderId = await company.payable();
    const { data } = await company.act('manager', `${template}/preview`, { id, orderId });
    expect(data.body).toContain(
      '甲方〔客户〕，<strong>班型A 10000.00 元</strong>，共10000.00 元（壹万元整），一次付清',
    );
    expect(codeOf(await company.act('sales', `${template}/preview`, { id, orderId }))).toBe('E_NO_PERMISSION');
    expect(codeOf(await company.act('manager', `${template}/preview`, { id, orderId: id }))).not.toBe('0');
  });
});

describe('drafting', () => {
  it('follows from an order that names a template being approved, in the edition published by then', async () => {
    const first = await company.template();
    const orderId = await company.order('sales', { agreementTemplateId: first });
    const revised = await company.act('academic', '/v1/agreement/template/revise', { id: first });
    await company.act('academic', '/v1/agreement/template/publish', { id: revised.data.id });
    expect(await order(orderId)).toMatchObject({ agreementStatus: 'none' });
    await company.act('sales', '/v1/sales/order/submit', { id: orderId });
    expect(await company.records.find('agreement', { orderId })).toMatchObject([
      { templateId: revised.data.id, templateVersion: 2, status: 'draft', ownerId: company.ids.sales, mode: 'online' },
    ]);
    expect(await order(orderId)).toMatchObject({ agreementStatus: 'pending' });
  });

  it('refuses an order that is not approved, and a template of another project or of other classes', async () => {
    const [full, other] = company.classTypes;
    const draft = await company.order('sales');
    const create = async (body: Readonly<Record<string, unknown>>) =>
      codeOf(await company.act('sales', '/v1/agreement/create', { mode: 'online', ...body }));
    const templateId = await company.template();
    expect(await create({ orderId: draft, templateId })).toBe('E_AGREEMENT_ORDER');
    const orderId = await company.payable();
    expect(await create({ orderId, templateId: await company.template({ classTypeIds: [other] }) })).toBe(
      'E_AGREEMENT_TEMPLATE',
    );
    expect(await create({ orderId, templateId: await company.template({ bindType: 'user' }) })).toBe(
      'E_AGREEMENT_TEMPLATE',
    );
    expect(await create({ orderId, templateId: await company.template({ classTypeIds: [full] }) })).toBe('0');
    expect(await create({ orderId: await company.payable(), templateId, replacesId: await company.sent() })).toBe(
      'E_AGREEMENT_REPLACES',
    );
  });

  it('of fifty at once for an order and a template makes one', async () => {
    const [orderId, templateId] = [await company.payable(), await company.template()];
    const body = { orderId, templateId, mode: 'online' };
    const made = await Promise.all(
      Array.from({ length: 50 }, () => company.act('sales', '/v1/agreement/create', body)),
    );
    expect(made.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(JSON.stringify(made.find(({ code }) => code !== '0')?.data)).toContain('已有一份有效的同类协议');
  });
});

describe('signing on paper', () => {
  const offline = (over = {}) => company.drafted({ mode: 'offline', ...over });
  const scan = () => uploadAs(company, 'sales', '扫描件.png', png);

  it('is a scan that another person looks at; rejected once, then filed, and no other file after that', async () => {
    const orderId = await company.payable();
    const id = await offline({ orderId });
    expect(await stored(id)).toMatchObject({ status: 'pending_upload', contentHash: null });
    await company.done('sales', 'upload', id, { file: await scan() });
    expect(await stored(id)).toMatchObject({ contentHash: createHash('sha256').update(png).digest('hex') });
    expect(codeOf(await company.move('sales', 'approve', id))).toBe('E_NO_PERMISSION');
    await company.done('academic', 'reject', id, { rejectReason: '没有签字' });
    expect(await stored(id)).toMatchObject({ status: 'pending_upload', file: null, contentHash: null });
    await company.done('sales', 'upload', id, { file: await scan() });
    await company.done('finance', 'approve', id);
    expect(await stored(id)).toMatchObject({ status: 'archived', reviewerId: company.staff.finance });
    expect(await order(orderId)).toMatchObject({ agreementStatus: 'signed' });
    expect(codeOf(await company.move('sales', 'upload', id, { file: await scan() }))).toBe('E_STATE');
    const { version } = await stored(id);
    expect((await company.move('sales', 'modify', id, { version, signerName: '王五' })).code).not.toBe('0');
  });

  it('is not looked at by whoever sent the scan', async () => {
    const id = await offline();
    await company.done('admin', 'upload', id, { file: await uploadAs(company, 'admin', '扫描件.png', png) });
    expect((await company.move('admin', 'approve', id)).message).toContain('不能审核自己上传的');
    expect((await company.move('admin', 'reject', id, { rejectReason: '不' })).message).toContain('不能审核自己上传的');
    await company.done('academic', 'approve', id);
  });

  it('takes no file of another kind, and none that is too large', async () => {
    const id = await offline();
    const head = Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00', 'latin1');
    const sound = Buffer.concat([head, Buffer.alloc(60)]);
    const file = (await send(company, 'sales', '/v1/file/upload', '录音.wav', sound)).json().data.id;
    expect(JSON.stringify((await company.move('sales', 'upload', id, { file })).data)).toContain('file');
    const large = Buffer.concat([png, Buffer.alloc(10 * 1_048_576 + 1)]);
    expect((await send(company, 'sales', '/v1/file/upload', '大.png', large)).json().message).toContain('最多 10 MB');
    expect(await stored(id)).toMatchObject({ status: 'pending_upload' });
  });
});

describe('a sealed file', () => {
  it('is given out by its agreement alone, to who may see it, with the digest it was sealed under', async () => {
    const id = await company.sent();
    const { file, contentHash } = await stored(id);
    expect(codeOf(await company.act('sales', '/v1/file/download', { id: file }))).toBe('E_FILE_GUARDED');
    expect(await company.move('sales', 'download', id)).toMatchObject({ code: '0', data: { hash: contentHash } });
    expect(codeOf(await company.move('sales3', 'download', id))).toBe('E_NOT_FOUND');
    expect(codeOf(await company.move('sales', 'download', await company.drafted()))).toBe('E_AGREEMENT_NO_FILE');
  });

  it('that is not what was sealed is found at night, told of, and given out and signed no more', async () => {
    const id = await company.sent();
    const link = await company.link(id);
    await company.signing('code/create', link);
    await tamper(id);
    for (const key of ['read', 'download'])
      expect(codeOf(await company.move('sales', key, id))).toBe('E_AGREEMENT_BROKEN');
    expect(codeOf(await company.signing('view', link))).toBe('E_AGREEMENT_BROKEN');
    const code = await company.code(id);
    expect(codeOf(await company.signing('sign', link, { code }))).toBe('E_AGREEMENT_BROKEN');
    await company.schedules.run('agreement.seals');
    expect(await stored(id)).toMatchObject({ sealBroken: true, status: 'sent' });
    expect(await company.records.count('notification', { linkId: id, receiverId: company.staff.academic })).toBe(1);
    await company.schedules.run('agreement.seals');
    expect(await company.records.count('agreement_event', { agreementId: id, kind: 'broken' })).toBe(1);
    // A scan neither: whoever looks at it files what was sent, or nothing.
    const paper = await company.drafted({ mode: 'offline' });
    await company.done('sales', 'upload', paper, { file: await uploadAs(company, 'sales', '扫描件.png', png) });
    await tamper(paper);
    expect(codeOf(await company.move('academic', 'approve', paper))).toBe('E_AGREEMENT_BROKEN');
    expect(await stored(paper)).toMatchObject({ status: 'reviewing' });
  });
});

describe('an agreement in force', () => {
  it('is void only once another is signed in its place', async () => {
    const [orderId, templateId] = [await company.payable(), await company.template()];
    const id = await company.signed({ orderId, templateId });
    expect(codeOf(await company.move('manager', 'void', id, { reason: '不要了' }))).toBe('E_AGREEMENT_VOID');
    expect(codeOf(await company.move('sales', 'void', id, { reason: '不要了' }))).toBe('E_NO_PERMISSION');
    const again = await company.sent({ orderId, templateId, replacesId: id });
    const third = { orderId, templateId, replacesId: id, mode: 'online' };
    expect((await company.act('sales', '/v1/agreement/create', third)).code).not.toBe('0');
    expect(codeOf(await company.move('manager', 'void', id, { reason: '不要了' }))).toBe('E_AGREEMENT_VOID');
    expect(await order(orderId)).toMatchObject({ agreementStatus: 'signed' });
    const link = await company.link(again);
    await company.signing('code/create', link);
    await company.signing('sign', link, { code: await company.code(again) });
    expect(await stored(id)).toMatchObject({ status: 'void', voidReason: expect.stringContaining('重签') });
    expect(await stored(again)).toMatchObject({ status: 'signed' });
    expect(await order(orderId)).toMatchObject({ agreementStatus: 'signed' });
  });

  it('is void once its order was refunded in full, and what was not signed is taken back', async () => {
    const orderId = await company.paid(100_000);
    const id = await company.signed({ orderId });
    const waiting = await company.sent({ orderId, templateId: await company.template() });
    await refundAll(orderId);
    expect(await order(orderId)).toMatchObject({ refundFlag: 'full', agreementStatus: 'void' });
    expect(await stored(id)).toMatchObject({ status: 'void', voidReason: '订单全额退费' });
    expect(await stored(waiting)).toMatchObject({ status: 'revoked' });
    const late = { orderId, templateId: await company.template(), mode: 'online' };
    expect(codeOf(await company.act('sales', '/v1/agreement/create', late))).toBe('E_AGREEMENT_ORDER');
  });

  it('says what goes back by its guarantee, whatever the class says', async () => {
    const orderId = await company.paid(1_000_000);
    await company.database.rows('update order_item set guarantee_rate = 50 where order_id = $1', [orderId]);
    const promised = async () => {
      // A file is the proof of one refund.
      const picture = Buffer.concat([png, Buffer.from(crypto.randomUUID())]);
      const proofs = [await uploadAs(company, 'sales', '成绩单.png', picture)];
      const over = { kind: 'guarantee', closeRights: true, reason: 'exam_failed', proofs };
      const { data } = await company.refund(orderId, 100, over);
      return company.stored('refund', String(data.id));
    };
    expect(await promised()).toMatchObject({ calcAmount: 500_000 });
    const unpromised = await company.paid(1_000_000);
    const picture = Buffer.concat([png, Buffer.from(crypto.randomUUID())]);
    const none = await company.refund(unpromised, 100, {
      ...{ kind: 'guarantee', closeRights: true, reason: 'exam_failed' },
      proofs: [await uploadAs(company, 'sales', '成绩单.png', picture)],
    });
    expect(codeOf(none)).toBe('E_REFUND_GUARANTEE');
    const templateId = await company.template({ guaranteeRatio: 80 });
    const id = await company.sent({ orderId, templateId });
    expect(await promised()).toMatchObject({ calcAmount: 500_000 });
    const link = await company.link(id);
    await company.signing('code/create', link);
    await company.signing('sign', link, { code: await company.code(id) });
    const { calcAmount, calcLines } = await promised();
    expect(calcAmount).toBe(800_000);
    const { agreementNo } = await stored(id);
    expect(JSON.stringify(calcLines)).toContain(`已付 10000.00 元的 80%，协议 ${String(agreementNo)}`);
  });

  it('is what the service of an order waits for', async () => {
    const orderId = await company.paid(1_000_000);
    await company.database.rows("update sales_order set match_status = 'matched' where id = $1", [orderId]);
    const id = await company.sent({ orderId });
    const start = (by = 'academic') => company.act(by, '/v1/sales/order/start/service', { id: orderId });
    expect(await start()).toMatchObject({ message: expect.stringContaining('协议未签署，不能开通服务') });
    await company.signing('code/create', await company.link(id));
    await company.signing('sign', await company.link(id), { code: await company.code(id) });
    expect(codeOf(await start('sales'))).toBe('E_NO_PERMISSION');
    expect(await start()).toMatchObject({ code: '0' });
    expect(await order(orderId)).toMatchObject({ status: 'in_service' });
  });

  it('that is not signed goes with an order that is cancelled', async () => {
    const orderId = await company.payable();
    const id = await company.sent({ orderId });
    const cancelled = await company.act('sales', '/v1/sales/order/cancel', { id: orderId, cancelledReason: '不买了' });
    expect(cancelled.code).toBe('0');
    expect(await stored(id)).toMatchObject({ status: 'revoked', revokeReason: '订单已取消' });
  });
});

async function refundAll(orderId: string): Promise<void> {
  const { data } = await company.refund(orderId, 100_000, { closeRights: true });
  const id = data.id;
  for (const [by, key, more] of [
    ['sales', 'submit', {}],
    ['group_leader', 'approve/leader', {}],
    ['manager', 'approve/manager', { approvedAmount: 100_000 }],
    ['finance', 'approve/finance', {}],
    ['finance2', 'pay', {}],
  ] as const)
    expect(await company.act(by, `/v1/refund/${key}`, { id, ...more })).toMatchObject({ code: '0' });
  await company.schedules.run('refund.payouts');
}
