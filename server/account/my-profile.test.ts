import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, uploadAs } from '../testing/multipart.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  randomBytes(5000),
]);

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

const view = (account: string) => company.call(account, '/v1/sys/user/my/profile/view');

it('tells everybody who he is: department from the top, roles, projects, the number masked', async () => {
  expect(await view('sales')).toMatchObject({
    code: '0',
    data: {
      id: company.ids.sales,
      account: 'sales',
      mobile: '139****0003',
      departments: ['division', 'group1'],
      roles: [{ name: '业务员' }],
      projects: [{ name: '法律职业资格' }],
      hlAgentId: null,
    },
  });
  expect(JSON.stringify(await view('sales'))).not.toMatch(/1390000|passwordHash|sip/);
});

describe('the picture', () => {
  const base = '/v1/sys/user/my/avatar';
  type Avatar = { readonly id: string; readonly address: string } | null;
  const modify = (account: string, id: string | null) => company.call<Avatar>(account, `${base}/modify`, { id });
  const sent = async (account: string) => {
    const answer = (await send(company, account, '/v1/file/image', '头像.png', png)).json();
    return String(answer.data.id);
  };

  it('is one its owner has sent, can be looked at from then on, and be taken away', async () => {
    const id = await sent('sales');
    const changed = await modify('sales', id);
    expect(changed).toMatchObject({ code: '0', data: { id, address: expect.any(String) } });
    const shown = await company.app.inject({ method: 'GET', url: changed.data?.address ?? '' });
    expect(shown.rawPayload).toEqual(png);
    expect((await company.call<Avatar>('sales', `${base}/view`)).data?.id).toBe(id);
    // Once more changes nothing.
    expect((await modify('sales', id)).code).toBe('0');
    expect(await modify('sales', null)).toMatchObject({ code: '0', data: null });
    const logged = await company.records.find('operation_log', { action: 'staff.avatar' });
    expect(logged).toHaveLength(2);
  });

  it('is nobody else’s file, and no other file than a picture', async () => {
    const refused = { code: '1', data: { error: { code: 'E_INPUT_INVALID' } } };
    expect(await modify('sales2', await sent('sales'))).toMatchObject(refused);
    expect(await modify('sales2', await uploadAs(company, 'sales2', '表.csv', Buffer.from('a,b\n')))).toMatchObject(
      refused,
    );
    expect(await company.call('sales2', `${base}/modify`, { id: 'x' })).toMatchObject(refused);
    expect((await company.call('sales2', `${base}/view`)).data).toBeNull();
  });
});
