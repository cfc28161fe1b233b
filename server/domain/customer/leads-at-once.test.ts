import { expect, it } from 'vitest';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import {
  company,
  create,
  leadOf,
  newNumber,
  ownersAndNumbersAreWhole,
  register,
  startLeadCompany,
  withRule,
} from './lead-company.testing.ts';

startLeadCompany();

/** Twenty promoters, by account. */
async function promoters(): Promise<readonly string[]> {
  const accounts = Array.from({ length: 20 }, (_, place) => `promoter${place + 100}`);
  const like = await company.records.findOne('staff', { id: company.ids.promoter });
  if (like === undefined) throw new TypeError('no promoter');
  const { departmentId, roleIds, projectIds, passwordHash } = like;
  if ((await company.records.count('staff', { account: accounts[0] })) === 0)
    for (const [place, account] of accounts.entries())
      await company.records.insert('staff', {
        ...{ account, name: account, mobile: `1350000${String(place).padStart(4, '0')}`, departmentId, roleIds },
        ...{ projectIds, passwordHash, firstLogin: false, receiveLeads: false, status: 'active' },
      });
  for (const account of accounts) await company.token(account);
  return accounts;
}

it('makes one lead and one customer of twenty at once, and one of a form sent twice', async () => {
  const accounts = await promoters();
  await withRule({}, async () => {
    const mobile = newNumber();
    const answers = await Promise.all(accounts.map((account) => register(leadOf({ mobile }), account)));
    expect(answers.filter(({ code }) => code !== '0')).toEqual([]);
    expect(await company.records.count('lead', { mobile, status: 'duplicate' })).toBe(19);
    expect(await company.records.count('lead', { mobile, status: 'assigned' })).toBe(1);
    expect(await company.records.count('customer', { mobile })).toBe(1);
    const body = leadOf();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const twice = await Promise.all([1, 2].map(() => company.call('promoter', '/v1/lead/create', body, key)));
    expect(twice[0]).toEqual(twice[1]);
    expect(await company.records.count('lead', { mobile: body.mobile })).toBe(1);
  });
}, 30_000);

it('takes a number once of one promoter within seconds, by every door, and again when it is really asked again', async () => {
  const { records, database, ids } = company;
  const bare = await company.call('promoter', '/v1/lead/create', leadOf());
  expect(bare).toMatchObject({ data: { error: { code: 'E_KEY_REQUIRED' } } });
  const mobile = newNumber();
  const answers = await Promise.all(Array.from({ length: 8 }, () => register(leadOf({ mobile }))));
  expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
  expect(new Set(answers.flatMap(({ data }) => data?.error?.code ?? []))).toEqual(new Set(['E_LEAD_TWICE']));
  expect(await records.count('lead', { mobile })).toBe(1);
  const social = await company.call<{ id: string }>('promoter', '/v1/social/lead/create', {
    ...{
      platform: 'littleredbook',
      accountName: '法考君',
      nickname: '同一个人',
      platformUid: 'u2',
      comment: '想了解',
      mobile,
    },
  });
  expect(social).toMatchObject({ code: '0' });
  const step = (key: string, body: object = {}) =>
    company.call('promoter', `/v1/social/lead/${key}`, { id: social.data.id, ...body });
  await step('follow', { content: '私信问了报名时间' });
  await step('got/contact', { mobile });
  if ((await records.count('channel', { kind: 'littleredbook' })) === 0)
    await records.insert('channel', { code: 'red', name: '小红书', kind: 'littleredbook', enabled: true });
  const converted = await step('convert', { projectId: ids.project });
  expect(converted).toMatchObject({ data: { error: { code: 'E_LEAD_TWICE' } } });
  await database.rows("update lead set created_at = created_at - interval '11 seconds' where mobile_hash is not null");
  expect(await register(leadOf({ mobile }))).toMatchObject({ code: '0' });
});

it('would make several valid leads of them without holding the number', async () => {
  const mobile = newNumber();
  const hold = SqlRecordStore.prototype.holdValues;
  SqlRecordStore.prototype.holdValues = async () => undefined;
  try {
    await Promise.all((await promoters()).map((account) => register(leadOf({ mobile }), account)));
  } finally {
    SqlRecordStore.prototype.holdValues = hold;
  }
  expect(await company.records.count('lead', { mobile, status: 'valid' })).toBeGreaterThan(1);
}, 30_000);

it('never gives one more than his cap when leads come in at once', async () => {
  const { ids, records } = company;
  const before = await records.count('lead', { assigneeId: ids.sales3, status: ['assigned', 'following'] });
  await withRule({ staffIds: [ids.sales3], dailyCapPerStaff: before + 3 }, async () => {
    await withRule({ priority: 2, staffIds: [ids.sales3], dailyCapPerStaff: before + 3 }, async () => {
      await Promise.all(Array.from({ length: 20 }, () => create()));
    });
  });
  expect(await records.count('lead', { assigneeId: ids.sales3, status: ['assigned', 'following'] })).toBe(before + 3);
}, 30_000);

it('keeps owners and numbers whole through all of it', ownersAndNumbersAreWhole);
