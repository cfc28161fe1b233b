import { afterAll, beforeAll, expect, it } from 'vitest';
import { tokenHash } from '../access/sessions.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { readSession } from './session-store.ts';

let company: TestApp;
let hash: string;
beforeAll(async () => {
  company = await startTestApp();
  hash = tokenHash(await company.token('sales'));
  await company.database.rows(
    "insert into holiday (id, name, day, kind) values (gen_random_uuid(), '节', '2031-05-01', 'holiday')",
  );
}, 60_000);
afterAll(() => company.close());

const source = () => ({ db: company.connection.db, documents: company.documents });
/** Where the person of the session stands for a node that has served him before, and for one that has just started. */
const onBothNodes = async () => {
  const known = await readSession(source(), { tokenHash: hash });
  const fresh = await readSession({ ...source(), documents: { ...company.documents } }, { tokenHash: hash });
  return { known, fresh };
};

const me = '(select staff_id from login_session order by created_at desc limit 1)';
const mine = `id = ${me}`;
const myRole = `id = any((select role_ids from staff where ${mine})::uuid[])`;

/** Changes of all that a standing is read from, each so that it may be made again and again. */
const changes: readonly string[] = [
  `update staff set name = name || '儿' where ${mine}`,
  `update staff set status = case status when 'active' then 'leaving' else 'active' end where ${mine}`,
  `update staff set first_login = not first_login where ${mine}`,
  `update staff set department_id = (select id from department where deleted_at is null order by random() limit 1) where ${mine}`,
  `update staff set role_ids = array(select id from role where deleted_at is null order by random() limit 2) where ${mine}`,
  `update staff set project_ids = array(select id from project order by random() limit 1) where ${mine}`,
  `update staff set data_scope = case when data_scope is null then 'all' end where ${mine}`,
  `update staff set custom_department_ids = array(select id from department order by random() limit 1) where ${mine}`,
  `update role set permissions = permissions || jsonb_build_array('probe:' || version), version = version + 1 where ${myRole}`,
  `update role set menus = case when jsonb_array_length(menus) > 0 then menus - 0 else '["home"]' end where ${myRole}`,
  `update role set name = left(md5(random()::text), 12) where ${myRole}`,
  `update role set data_scope = (array['self', 'department', 'department_tree', 'custom', 'all'])[1 + floor(random() * 5)::int] where ${myRole}`,
  `update role set entity_scopes = '[{"entity": "lead", "dataScope": "all"}]' where ${myRole} and entity_scopes is distinct from '[{"entity": "lead", "dataScope": "all"}]'`,
  `update role set enabled = not enabled where ${myRole}`,
  `update masking_policy set mode = (array['mask', 'plain', 'hidden'])[1 + floor(random() * 3)::int]`,
  'update masking_policy set reveal_daily_limit = coalesce(reveal_daily_limit, 1) + 1',
  'update masking_policy set call_only = not call_only',
  'update masking_policy set enabled = not enabled',
  `update masking_policy set effective_to = case when effective_to is null then now() - interval '1 day' end`,
  "update holiday set day = day + 1 where kind = 'holiday'",
  `update holiday set deleted_at = case when deleted_at is null then now() end`,
];

it('knows at the next call whatever has changed, in whatever way it was written', async () => {
  await onBothNodes();
  const isDifferent: boolean[] = [];
  let before = (await onBothNodes()).known;
  for (let round = 0; round < 8; round += 1)
    for (const change of changes) {
      await company.database.rows(change);
      const { known, fresh } = await onBothNodes();
      expect(known, change).toEqual(fresh);
      isDifferent.push(JSON.stringify(known) !== JSON.stringify(before));
      before = known;
    }
  // The changes are such as can be seen: not everything is the same for want of an effect.
  expect(isDifferent.filter(Boolean).length).toBeGreaterThan(changes.length * 3);
}, 60_000);

it('has a control: without the trigger a change goes by unnoticed', async () => {
  await company.database.rows('alter table role disable trigger access_epoch');
  try {
    await company.database.rows(`update role set enabled = true where ${myRole}`);
    await company.database.rows(`update staff set name = name || '儿' where ${mine}`);
    await onBothNodes();
    await company.database.rows(`update role set name = left(md5(random()::text), 12) where ${myRole}`);
    const { known, fresh } = await onBothNodes();
    expect(known).not.toEqual(fresh);
  } finally {
    await company.database.rows('alter table role enable trigger access_epoch');
    await company.database.rows(`update role set name = left(md5(random()::text), 12) where ${myRole}`);
  }
});

it('works out once where a person stands, and again only when that is another', async () => {
  const standing = async () => (await readSession(source(), { tokenHash: hash }))?.standing;
  const first = await standing();
  expect(await standing()).toBe(first);
  // A change that is about somebody else gives another epoch, and the same standing.
  await company.database.rows(`update staff set name = name || '儿' where not (${mine})`);
  expect(await standing()).toBe(first);
  await company.database.rows(`update staff set name = name || '儿' where ${mine}`);
  expect(await standing()).not.toBe(first);
});

it('knows nothing of a change that was taken back, and of one in a savepoint only with its transaction', async () => {
  const { known: before } = await onBothNodes();
  const { pool } = company.connection;
  const session = await pool.connect();
  try {
    await session.query('begin');
    await session.query('savepoint inner_one');
    await session.query(`update staff set name = '甲' where ${mine}`);
    await session.query('rollback to savepoint inner_one');
    await session.query(`update staff set name = '乙' where ${mine}`);
    expect((await onBothNodes()).known).toEqual(before);
    await session.query('commit');
  } finally {
    session.release();
  }
  const { known, fresh } = await onBothNodes();
  expect(known).toEqual(fresh);
  expect(JSON.parse(known?.standing.person ?? '{}')).toMatchObject({ name: '乙' });
});

it('knows of a mask at the moment at which it sets in, though nothing is written then', async () => {
  await company.database.rows(
    'update masking_policy set enabled = true, effective_from = null, effective_to = null, deleted_at = null',
  );
  await company.database.rows(
    `update masking_policy set effective_from = clock_timestamp() + interval '400 milliseconds' where target_type = 'role'`,
  );
  const { known: before } = await onBothNodes();
  await expect
    .poll(async () => {
      const { known, fresh } = await onBothNodes();
      // Between the two reads the moment may come.
      return known?.standing.person === fresh?.standing.person && known?.standing.person !== before?.standing.person;
    })
    .toBe(true);
});
