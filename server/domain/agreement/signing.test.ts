import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../orders/order-company.testing.ts';
import { type AgreementCompany, linkIn, startAgreementCompany, texts } from './agreement-company.testing.ts';

let company: AgreementCompany;
beforeAll(async () => {
  company = await startAgreementCompany();
}, 60_000);
afterAll(async () => {
  expect(company.worker.faults).toEqual([]);
  await company.close();
});

const stored = (id: string) => company.stored('agreement', id);
const order = (id: string) => company.stored('sales_order', id);

describe('signing online', () => {
  it('seals the text filled in, sends a link, and is signed with a code by whoever has it; the order knows', async () => {
    const orderId = await company.payable();
    const id = await company.sent({ orderId });
    const sealed = await stored(id);
    expect(sealed).toMatchObject({ status: 'sent', contentHash: expect.stringMatching(/^[\da-f]{64}$/) });
    expect(Date.parse(String(sealed.expireAt)) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const link = await company.link(id);
    await company.schedules.run('agreement.messages');
    const [words = ''] = (await texts(company)).filter((one) => one.includes(id));
    expect(words).toMatch(/^【.+】《协议\d+》请您签署，\d{4}-\d\d-\d\d 前有效：https:/);
    expect(linkIn(words.slice(words.indexOf('https')))).toEqual(link);
    const { data } = await company.signing('view', link);
    expect(data).toMatchObject({ mobile: '139****2222', hash: sealed.contentHash, signedAt: null });
    expect(data.body).toMatch(/甲方客户\d+，<strong>班型A 10000.00 元<\/strong>，共10000.00 元（壹万元整），一次付清/);
    expect(await stored(id)).toMatchObject({ status: 'viewed' });
    expect(await order(orderId)).toMatchObject({ agreementStatus: 'pending' });
    expect(await company.signing('code/create', link)).toMatchObject({ code: '0', data: { done: true } });
    expect(codeOf(await company.signing('code/create', link))).toBe('E_SIGNING_WAIT');
    const code = await company.code(id);
    const both = await Promise.all(Array.from({ length: 20 }, () => company.signing('sign', link, { code })));
    expect(both.filter((answer) => answer.data.done === true)).toHaveLength(1);
    expect(codeOf(await company.signing('sign', link, { code }))).toBe('E_SIGNING_OVER');
    expect(await stored(id)).toMatchObject({ status: 'signed', contentHash: sealed.contentHash, file: sealed.file });
    expect(await order(orderId)).toMatchObject({ agreementStatus: 'signed' });
    const events = await company.records.find('agreement_event', { agreementId: id });
    expect(events.map(({ kind }) => kind).toSorted()).toEqual(['code', 'sent', 'signed', 'viewed']);
    expect(events.find(({ kind }) => kind === 'signed')).toMatchObject({
      ...{ address: '127.0.0.1', device: '手机浏览器', fileHash: sealed.contentHash },
    });
    await company.done('academic', 'archive', id);
    expect(await order(orderId)).toMatchObject({ agreementStatus: 'signed' });
  });

  it('counts five tries of a code, and takes no other link', async () => {
    const id = await company.sent();
    const link = await company.link(id);
    await company.signing('code/create', link);
    const code = await company.code(id);
    const wrong = code === '000000' ? '000001' : '000000';
    const left: unknown[] = [];
    for (let tries = 0; tries < 6; tries++) left.push((await company.signing('sign', link, { code: wrong })).data.left);
    expect(left).toEqual([4, 3, 2, 1, 0, 0]);
    expect((await company.signing('sign', link, { code })).data).toMatchObject({ done: false, left: 0 });
    expect(await stored(id)).toMatchObject({ status: 'sent' });
    for (const bent of [
      { ...link, sign: `${link.sign.slice(0, -1)}x` },
      { ...link, agreement: await company.sent() },
    ])
      expect(codeOf(await company.signing('view', bent))).toBe('E_SIGNING_LINK');
    await company.done('sales', 'revoke', id, { reason: '改条款' });
    expect(await company.signing('view', link)).toMatchObject({ message: expect.stringContaining('已撤回') });
  });

  it('takes a code for ten minutes', async () => {
    const id = await company.sent();
    const link = await company.link(id);
    await company.signing('code/create', link);
    const sent = (minutes: number) =>
      company.database.rows(
        "update agreement_message set sent_at = now() - $1::interval, due_at = now() - $1::interval where agreement_id = $2 and kind = 'code'",
        [`${minutes} minutes`, id],
      );
    const sign = async () => company.signing('sign', link, { code: await company.code(id) });
    await sent(11);
    expect((await sign()).data).toMatchObject({ done: false });
    expect(await stored(id)).toMatchObject({ status: 'sent' });
    await sent(9);
    expect((await sign()).data).toMatchObject({ done: true });
  });

  it('gives five codes a day, one a minute; without a name or a number nothing is sent', async () => {
    const id = await company.sent();
    const link = await company.link(id);
    const later = () =>
      company.database.rows(
        "update agreement_message set due_at = due_at - interval '2 minutes' where agreement_id = $1 and kind = 'code'",
        [id],
      );
    for (let at = 0; at < 5; at++) {
      expect(await company.signing('code/create', link)).toMatchObject({ code: '0' });
      expect(codeOf(await company.signing('code/create', link))).toBe('E_SIGNING_WAIT');
      await later();
    }
    expect(codeOf(await company.signing('code/create', link))).toBe('E_SIGNING_CODES');
    const nameless = await company.drafted();
    await company.database.rows('update agreement set signer_mobile = null where id = $1', [nameless]);
    expect(codeOf(await company.move('sales', 'send', nameless))).toBe('E_AGREEMENT_SIGNER');
    expect(await stored(nameless)).toMatchObject({ status: 'draft', contentHash: null });
  });

  it('expires, is reminded of before that, and may be sent anew as another', async () => {
    const orderId = await company.payable();
    const templateId = await company.template();
    const id = await company.sent({ orderId, templateId });
    const link = await company.link(id);
    expect((await company.signing('view', link)).code).toBe('0');
    const messages = await company.records.find('agreement_message', { agreementId: id, kind: 'remind' });
    const until = Date.parse(String((await stored(id)).expireAt));
    expect(messages.map(({ dueAt }) => until - Date.parse(String(dueAt)))).toEqual([86_400_000]);
    expect(codeOf(await company.move('sales', 'remind', id))).toBe('E_AGREEMENT_REMINDED');
    await company.database.rows("update agreement set expire_at = now() - interval '1 minute' where id = $1", [id]);
    // Before the schedule has come by, the link is over already.
    expect(await company.signing('view', link)).toMatchObject({ message: expect.stringContaining('已过签署截止时间') });
    for (const [key, more] of [
      ['code/create', {}],
      ['sign', { code: '123456' }],
      ['refuse', { reason: '太晚' }],
    ] as const)
      expect(codeOf(await company.signing(key, link, more)), key).toBe('E_SIGNING_OVER');
    expect(await stored(id)).toMatchObject({ status: 'viewed' });
    await company.schedules.run('agreement.expire');
    expect(await stored(id)).toMatchObject({ status: 'expired' });
    const again = await company.sent({ orderId, templateId });
    expect(await company.link(again)).not.toEqual(link);
  });

  it('follows the steps of its process: its days, its reminders, and filing of itself or by hand', async () => {
    const process = async (name: string, steps: readonly object[]) =>
      (await company.act('academic', '/v1/agreement/process/create', { name, steps, remindHours: ['72', '24'] })).data
        .id;
    const signer = { party: 'signer', withinDays: 5 };
    const none = await company.act('academic', '/v1/agreement/process/create', {
      ...{ name: '倒着的', steps: [{ party: 'company', withinDays: 1 }, signer] },
    });
    expect(JSON.stringify(none.data)).toContain('第一步须是签署人签署');
    const alone = await company.signed({
      templateId: await company.template({ processId: await process('一步', [signer]) }),
    });
    expect(await stored(alone)).toMatchObject({ status: 'archived' });
    const steps = [signer, { party: 'company', withinDays: 2 }];
    const id = await company.signed({
      templateId: await company.template({ processId: await process('两步', steps) }),
    });
    const { signedAt, archiveDueAt, sentAt, expireAt, status } = await stored(id);
    expect(status).toBe('signed');
    expect(Date.parse(String(archiveDueAt)) - Date.parse(String(signedAt))).toBe(2 * 86_400_000);
    expect(Date.parse(String(expireAt)) - Date.parse(String(sentAt))).toBe(5 * 86_400_000);
    expect(await company.records.count('agreement_message', { agreementId: id, kind: 'remind' })).toBe(2);
    // What was due once it was signed is not sent any more.
    await company.database.rows("update agreement_message set due_at = now() where status = 'queued'");
    await company.schedules.run('agreement.messages');
    expect(await company.records.count('agreement_message', { agreementId: id, status: 'dropped' })).toBe(3);
  });

  it('may be refused with a reason, which whoever sent it is told', async () => {
    const id = await company.sent();
    expect(await company.signing('refuse', await company.link(id), { reason: '价格不符' })).toMatchObject({
      code: '0',
    });
    expect(await stored(id)).toMatchObject({ status: 'rejected', rejectReason: '价格不符' });
    expect(await company.records.find('notification', { linkId: id })).toMatchObject([{ title: '协议被拒签' }]);
  });
});

describe('the page of signing', () => {
  const page = async (link: { readonly agreement: string; readonly sign: string }, form?: string) =>
    company.app.inject({
      url: `/sign?${new URLSearchParams(link)}`,
      ...(form === undefined
        ? { method: 'GET' }
        : { method: 'POST', payload: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    });

  it('is whole without a script, under a policy that lets in nothing', async () => {
    const id = await company.sent();
    const link = await company.link(id);
    const { statusCode, headers, body } = await page(link);
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).not.toContain('<script');
    expect((await page(link, 'act=code')).body).toContain('验证码已发出');
    expect((await page(link, 'act=sign&code=12')).body).toContain('六位数字');
    expect((await page(link, `act=sign&code=${await company.code(id)}`)).body).toContain('您已签署这份协议');
    expect((await page({ ...link, sign: 'x' })).statusCode).toBe(404);
    const over = await page(await company.link(await company.sent()), 'act=refuse&reason=%3Cb%3E不同意');
    expect(over.body).toContain('已记录您的拒签');
    expect((await page(link, '{"act":"sign"}')).statusCode).toBe(200);
  });

  it('says what an agreement says in words, never in tags', async () => {
    const customerId = await company.customer({ name: '<script>alert(1)</script>{amount}' });
    const id = await company.sent({ orderId: await company.payable({ customerId }), signerName: '<b>李' });
    const { body } = await page(await company.link(id));
    expect(body).not.toContain('<script>');
    expect(body).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#123;amount&#125;');
    expect(body).toContain('&#60;b&#62;李');
  });
});
