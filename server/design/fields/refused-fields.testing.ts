import { expect, it } from 'vitest';
import type { FieldUsesAnswer } from '../../../contract/design/custom-fields.ts';
import { StartError } from '../../kernel/errors/start-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { CustomTables } from '../../kernel/services/custom-tables.ts';
import { copyRow } from '../../testing/copied-rows.ts';
import { downloaded } from '../../testing/read-export.ts';
import { changeTables } from './change-fields.ts';
import {
  ask,
  codeOf,
  columnsOf,
  customer,
  driver,
  faultsOf,
  type Json,
  listed,
  made,
  permit,
  world,
} from './custom-company.testing.ts';

const refused = async (field: Json, account = 'admin', entity = 'customer') =>
  faultsOf(await ask('create', { entity, field }, account));

const changed = async (key: string, more: Json, account = 'admin') => {
  const { field, version } = await listed(key);
  return ask('modify', { entity: 'customer', key, version, field: { ...field, ...more } }, account);
};

/** What no field of the app may be, and what may not be made of one that is there. */
export function isRefusedWhereItDoesNotFit(): void {
  it('keeps what its values are read by: what it refers to, chooses from, is hidden by and counted in', async () => {
    await made({ key: 'xLeadsTo', title: '跟谁', type: 'ref', ref: 'staff' });
    await made({ key: 'xChosen', title: '选的', type: 'enum', dictionary: 'customer_level' });
    await made({ key: 'xHiddenNumber', title: '暗号', type: 'mobile', maxLength: 20, mask: 'mobile' });
    await made({ key: 'xSpan', title: '多久', type: 'int', unit: 'seconds' });
    for (const [key, more, pointer] of [
      ['xLeadsTo', { ref: 'channel' }, '/field/ref'],
      ['xChosen', { dictionary: 'customer_education' }, '/field/dictionary'],
      ['xHiddenNumber', { mask: undefined }, '/field/mask'],
      ['xSpan', { unit: undefined }, '/field/unit'],
    ] as const)
      expect([key, faultsOf(await changed(key, more))]).toMatchObject([key, [{ pointer, code: 'E_SCHEMA_CONFLICT' }]]);
  });

  it('is of what people write, and has a key that is no longer than a column', async () => {
    const plain = { key: 'xPlain', title: '其他', type: 'string' };
    expect(await refused(plain, 'admin', 'operation_log')).toMatchObject([{ pointer: '/entity' }]);
    expect(await refused({ ...plain, key: `x${'L'.repeat(40)}` })).toMatchObject([{ pointer: '/field/key' }]);
    for (const path of ['modify', 'retire', 'restore', 'use/query'])
      expect([
        path,
        codeOf(
          await ask(path, {
            entity: 'customer',
            key: 'xNone',
            ...(path === 'use/query' ? {} : { version: 1 }),
            ...(path === 'modify' ? { field: plain } : {}),
          }),
        ),
      ]).toEqual([path, 'E_NOT_FOUND']);
  });

  it('is unique by what is behind a mask, and names of rows in its way those within reach alone', async () => {
    const number = { type: 'mobile', maxLength: 20, mask: 'mobile' };
    // Of what was written without anything to compare it by nobody knows whether it is the only one.
    await made({ ...number, key: 'xBlind', title: '只看不比' });
    for (const name of ['unique', 'searchable'])
      expect(faultsOf(await changed('xBlind', { [name]: true }))).toMatchObject([
        { pointer: `/field/${name}`, code: 'E_SCHEMA_CONFLICT' },
      ]);
    await made({ ...number, key: 'xSecond', title: '第二号码', searchable: true });
    const [one] = [await customer({ xSecond: '13922220001' }), await customer({ xSecond: '13922220001' })];
    expect(faultsOf(await changed('xSecond', { unique: true }))).toMatchObject([
      { pointer: '/field/unique', got: expect.stringContaining(one.name) },
    ]);
    await permit('sales');
    await world.database.rows('update customer set owner_id = $1 where x_second is not null', [world.ids.sales3]);
    const [fault] = faultsOf(await changed('xSecond', { unique: true }, 'sales'));
    expect([fault?.pointer, fault?.got]).toEqual(['/field/unique', '2 条不是']);
  });
}

/** What it is brought back under, where it is told to be used, and what is said where tables cannot be changed. */
export function isChangedWhereItMay(): void {
  it('comes back under the rules it had only where the rows of today allow it', async () => {
    await made({ key: 'xMust', title: '必填', type: 'int', required: true, defaultValue: '1' });
    await ask('retire', { entity: 'customer', key: 'xMust', version: (await listed('xMust')).version });
    // Its key stays its own: a new field of it would take the values of this one away.
    const another = { key: 'xMust', title: '另一个', type: 'int' };
    expect(codeOf(await ask('create', { entity: 'customer', field: another }))).toBe('E_FIELD_EXISTS');
    expect((await customer()).answer).toMatchObject({ code: '0' });
    await world.database.rows('update customer set x_must = null');
    const back = await ask('restore', { entity: 'customer', key: 'xMust', version: (await listed('xMust')).version });
    expect(faultsOf(back)).toMatchObject([{ pointer: '/field/required' }]);
    await world.database.rows('update customer set x_must = 1');
    const again = { entity: 'customer', key: 'xMust', version: (await listed('xMust')).version };
    expect(await ask('restore', again)).toMatchObject({ code: '0' });
    expect(await changed('xMust', { required: false, defaultValue: undefined })).toMatchObject({ code: '0' });
  });

  it('says where it is used as far as one opens the pages', async () => {
    await world.database.rows("delete from custom_field where entity = 'channel' and status = 'retired'");
    await made({ key: 'xUsed', title: '用到的', type: 'bool' }, 'channel');
    await world.records.insert('page_release', {
      ...{ page: 'promoteChannel', layer: 'org', number: 1, kind: 'publish', note: '加一列', basedOn: 'x' },
      edits: [{ op: 'add', key: 'a', at: 'columns/used', value: { key: 'used', field: 'xUsed' } }],
      releasedAt: new Date().toISOString(),
    });
    const used = async (account: string) =>
      (await ask<FieldUsesAnswer>('use/query', { entity: 'channel', key: 'xUsed' }, account)).data.uses.length;
    await permit('manager');
    expect([await used('admin'), await used('manager')]).toEqual([1, 0]);
  });

  it('is refused in words where tables cannot be changed: by this node, just now, or with these rows', async () => {
    const code = async (customTables: CustomTables | undefined) => {
      const services = customTables === undefined ? {} : { customTables };
      const change = {
        plan: () => ({ content: { fields: [], dictionaries: [] }, entities: [] }),
        record: async () => {},
      };
      // No more of a call is looked at than what it has of services.
      const context = { services } as Pick<CallContext, 'services'> as CallContext;
      return changeTables(context, change).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code,
      );
    };
    const failing = (error: Error): CustomTables => ({ change: () => Promise.reject(error) });
    expect(await code(undefined)).toBe('E_FIELD_NO_TABLES');
    expect(await code(failing(new StartError('E_TABLES_BUSY', {})))).toBe('E_FIELD_BUSY');
    expect(await code(failing(new StartError('E_TABLES', { got: '有重复' })))).toBe('E_FIELD_TABLES');
    await expect(
      changeTables({ services: { customTables: failing(new TypeError('x')) } } as never, null as never),
    ).rejects.toThrow(TypeError);
  });
}

/** While no job can be started. */
async function withoutJobs(work: () => Promise<unknown>): Promise<void> {
  await world.database.rows(`create function refuse_job() returns trigger language plpgsql
    as $$ begin raise exception 'no'; end $$`);
  await world.database.rows(
    'create trigger refuse_job before insert on job_state for each row execute function refuse_job()',
  );
  await work();
  await world.database.rows('drop function refuse_job() cascade');
}

/** What a removal waits for, and whom it is for. */
export function isRemovedByWhoSeesAll(): void {
  const named = { entity: 'classroom', key: 'xTaken' };
  const field = () => listed('xTaken', 'classroom');
  const remove = async (account: string) =>
    ask('remove', { ...named, version: (await field()).version, title: '要拿掉的' }, account);
  const retire = async () => {
    await ask('retire', { ...named, version: (await field()).version });
    await world.database.rows(`update custom_field set retired_at = now() - interval '2 minutes' where key = 'xTaken'`);
  };
  const scopeOf = async (dataScope: string) => {
    const role = await world.records.findOne('role', { code: 'manager' });
    await world.records.update('role', role?.id ?? '', { dataScope });
  };

  /** Starts a removal while the rows are held, changes something, and answers how it ends. */
  async function meanwhile(account: string, change: () => Promise<unknown>) {
    const holder = await world.connection.pool.connect();
    await holder.query('begin');
    await holder.query('lock table classroom in access exclusive mode');
    const started = await remove(account);
    expect(started).toMatchObject({ code: '0' });
    await change();
    await holder.query('rollback');
    holder.release();
    return driver.ended(started.data);
  }

  it('is removed by who sees every row and every value of it in clear, from the first row to the last', async () => {
    await made({ key: 'xTaken', title: '要拿掉的', type: 'mobile', maxLength: 20, mask: 'mobile' }, 'classroom');
    const room = { name: '一号', seats: 9, xTaken: '13933330001' };
    const { data } = await world.call<{ id: string }>('admin', '/v1/classroom/create', room);
    // More than are read at once.
    const others = Array.from({ length: 1001 }, (_, place) => ({ name: `室${place}` }));
    await copyRow(world.database, 'classroom', data.id, others);
    await retire();
    await permit('manager');
    await permit('manager', 'classroom:query');
    await scopeOf('all');
    expect(codeOf(await remove('manager'))).toBe('E_FIELD_REACH');
    await withoutJobs(async () => expect((await remove('admin')).code).not.toBe('0'));
    expect(await field()).toMatchObject({ status: 'retired' });
    await world.database.rows(`update custom_field set definition = definition - 'mask' where key = 'xTaken'`);
    expect(await meanwhile('manager', () => scopeOf('department'))).toMatchObject({ errorCode: 'E_FIELD_REACH' });
    expect(await field()).toMatchObject({ status: 'retired' });
    await scopeOf('department_tree');
    // Whoever brought it back meanwhile has it.
    const back = `update custom_field set status = 'active' where key = 'xTaken'`;
    const ended = await meanwhile('admin', () => world.database.rows(back));
    expect(ended).toMatchObject({ errorCode: 'E_FIELD_VERSION' });
    expect(await columnsOf('classroom')).toEqual(['x_taken']);
    await retire();
    const job = await driver.done((await remove('admin')).data);
    await expect(downloaded(world, 'manager', String(job.fileId))).rejects.toThrow();
    expect(await columnsOf('classroom')).toEqual([]);
  });

  it('leaves the column of what every call reads to the next start', async () => {
    await made({ key: 'xBadge', title: '工牌', type: 'string', maxLength: 10 }, 'staff');
    const own = { entity: 'staff', key: 'xBadge' };
    await ask('retire', { ...own, version: (await listed('xBadge', 'staff')).version });
    await world.database.rows(`update custom_field set retired_at = now() - interval '2 minutes' where key = 'xBadge'`);
    const { version } = await listed('xBadge', 'staff');
    await driver.done((await ask('remove', { ...own, version, title: '工牌' })).data);
    expect(await columnsOf('staff')).toEqual(['x_badge']);
  });
}
