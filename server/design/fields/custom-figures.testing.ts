import { expect, it } from 'vitest';
import type { FieldUsesAnswer } from '../../../contract/design/custom-fields.ts';
import { customer, faultsOf, type Json, made, permit, seen, world } from './custom-company.testing.ts';
import { itIsOfEveryType } from './every-type.testing.ts';

const grade = { key: 'xWish', title: '意愿', type: 'enum', dictionary: 'x_wish' };

/** Such a field among figures, in views, under its mask. */
export function isEverywhere(): void {
  itIsOfEveryType();
  itIsCounted();
  itIsOfWhoListsTheRows();
  itIsShown();
  itIsNamed();
}

function itIsCounted(): void {
  it('groups, filters and adds up figures of its entity; of a masked one nothing does', async () => {
    const values = [
      { key: 'x_hot', title: '强烈' },
      { key: 'x_cold', title: '一般' },
    ];
    await world.call('admin', '/v1/design/dictionary/save', { name: 'x_wish', title: '意愿', version: 0, values });
    await made(grade);
    await made({ key: 'xMentor', title: '推荐人', type: 'ref', ref: 'staff' });
    await made({ key: 'xSince', title: '认识日', type: 'date' });
    await made({ key: 'xBudget', title: '预算', type: 'money' });
    await made({ key: 'xBackup', title: '备用电话', type: 'mobile', mask: 'mobile' });
    const mentor = world.ids.sales2;
    const known = { xWish: 'x_hot', xMentor: mentor, xSince: '2026-03-05', xBackup: '13812349999' };
    for (const more of [{ ...known, xBudget: 1200 }, { xWish: 'x_hot', xBudget: 300 }, { xWish: 'x_cold' }])
      expect((await customer(more)).answer).toMatchObject({ code: '0' });
    type Figures = { rows: readonly Json[]; total: Json };
    // The day at the school, eight hours ahead.
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const days = { startDate: today.slice(0, 8).concat('01'), endDate: today };
    const figures = (body: Json, account = 'sales') =>
      world.call<Figures>(account, '/v1/report/workbench/assigned/query', { ...days, ...body });
    const by = async (dimension: string) => {
      const { data } = await figures({ dimensions: [dimension], measures: ['assigned', 'xBudgetSum'] });
      return data.rows.map((row) => [row.name, row.assigned, row.xBudgetSum]);
    };
    expect(await by('xWish')).toEqual(
      expect.arrayContaining([
        ['强烈', 2, 1500],
        ['一般', 1, 0],
      ]),
    );
    expect((await by('xMentor')).map(([, count]) => count)).toContain(1);
    expect(JSON.stringify(await by('xSince'))).toContain('2026-03');
    const few = await figures({ xWishIn: ['x_hot'], measures: ['assigned', 'xBudgetAverage'] });
    expect(few.data.total).toEqual({ assigned: 2, xBudgetAverage: 750 });
    expect((await figures({})).data.total).not.toHaveProperty('xBudgetSum');
    expect(faultsOf(await figures({ dimensions: ['xBackup'] }))).toMatchObject([{ pointer: '/dimensions/0' }]);
    expect(faultsOf(await figures({ xBackupIn: ['13812349999'] }))).toMatchObject([{ pointer: '/xBackupIn' }]);
    const board = await world.call<{ measures: readonly Json[] }>('admin', '/v1/design/made/board/offers/view', {
      dataset: 'workbench_assigned',
    });
    expect(JSON.stringify(board.data)).toMatch(/预算总和.*意愿/);
  });
}

function itIsOfWhoListsTheRows(): void {
  it('is no part of the figures of who may ask for these and not list the rows, nor of what he designs with', async () => {
    await made({ key: 'xGift', title: '赠课', type: 'bool' }, 'sales_order');
    const gifts = () =>
      world.call<Json>('promoter', '/v1/report/project/order/stat/query', { dimensions: ['xGift'], measures: [] });
    expect(await gifts()).toMatchObject({ code: '0' });
    await permit('promoter', 'page:design');
    const isOffered = async () => {
      const target = { page: 'promoteorderlist', level: 'org' };
      const { data } = await world.call<{ datasets: readonly Json[] }>(
        'promoter',
        '/v1/design/page/parts/view',
        target,
      );
      return JSON.stringify(data.datasets).includes('"xGift"');
    };
    expect(await isOffered()).toBe(true);
    const role = await world.records.findOne('role', { code: 'promoter' });
    const kept: readonly unknown[] = Array.isArray(role?.permissions) ? role.permissions : [];
    const permissions = kept.filter((key) => key !== 'sales_order:query');
    await world.records.update('role', role?.id ?? '', { permissions });
    expect(faultsOf(await gifts())).toMatchObject([{ pointer: '/dimensions/0' }]);
    expect(await isOffered()).toBe(false);
    await world.records.update('role', role?.id ?? '', {
      permissions: kept.filter((key) => key !== 'page:design'),
    });
  });
}

function itIsShown(): void {
  it('is masked as its mask says, laid out as cards and on days, grouped, and an analysis asks for it', async () => {
    const { id } = await customer({ xBackup: '13812348888', xWish: 'x_cold', xSince: '2026-03-09' });
    const masked = await world.call<Json>('manager', '/v1/customer/view', { id });
    expect(JSON.stringify([masked.data.xBackup, (await seen(id)).xBackup])).not.toContain('13812348888');
    expect((await world.call('sales', '/v1/customer/query', { fields: ['name'], sort: ['xBackup'] })).code).not.toBe(
      '0',
    );
    const groups = await world.call('sales', '/v1/customer/group', { by: 'xWish' });
    expect(JSON.stringify(groups.data)).toContain('x_cold');
    const target = { page: 'alllist', level: 'org' };
    const { data } = await world.call<{ document: Json & { views?: Json[] } }>('admin', '/v1/design/page/view', target);
    const views = [
      ...(data.document.views ?? [{ key: 'table', kind: 'table' }]),
      { key: 'byWish', kind: 'kanban', field: 'xWish', card: 'name', facts: ['xMentorRef.name', 'xBudget'] },
      { key: 'onDays', kind: 'calendar', start: 'xSince', card: 'name' },
    ];
    const facts = { document: { ...data.document, views } };
    expect((await world.call<Json>('admin', '/v1/design/page/check', { ...target, ...facts })).data).toMatchObject({
      faults: [],
    });
    const ask = {
      dataset: 'workbench_assigned',
      chart: 'bar',
      measures: ['assigned'],
      dimensions: ['xWish'],
      period: 'thisMonth',
    };
    const saved = await world.call('sales', '/v1/analysis/create', { name: '意愿分布', share: 'private', ask });
    expect(saved).toMatchObject({ code: '0' });
  });
}

function itIsNamed(): void {
  it('is listed wherever something names it before it is retired, what others keep for themselves by how many they are', async () => {
    const conditions = [{ field: 'xWish', op: 'in', value: ['x_cold'] }];
    const target = { page: 'alllist', level: 'org' };
    const { data: opened } = await world.call<{ document: Json & { filters: Json[]; columns: Json[] } }>(
      'admin',
      '/v1/design/page/view',
      target,
    );
    const document = {
      ...opened.document,
      filters: [...opened.document.filters, { key: 'xWish', field: 'xWish' }],
      columns: [...opened.document.columns, { key: 'wishes', field: 'xWish' }],
    };
    const draft = { ...target, document, base: opened.document, version: 0 };
    expect((await world.call('admin', '/v1/design/page/draft/save', draft)).data).toMatchObject({ faults: [] });
    const view = { page: 'alllist', state: { conditions } };
    for (const [account, name] of [
      ['sales', '意愿一般的'],
      ['sales2', '别人的意愿'],
      ['admin', '我的意愿'],
    ] as const)
      expect(await world.call(account, '/v1/saved/view/create', { ...view, name })).toMatchObject({ code: '0' });
    // People arrange columns by their keys, which may be others than the field's own.
    for (const [account, layout] of [
      ['sales', { widths: { wishes: 200 } }],
      ['sales2', { hidden: ['wishes'] }],
      ['sales3', { widths: { name: 200 } }],
    ] as const)
      expect(await world.call(account, '/v1/list/preference/save', { page: target.page, layout })).toMatchObject({
        code: '0',
      });
    const choices = {
      ...{ kind: 'list', title: '意愿表', slug: 'wishes', entity: 'customer', columns: ['name', 'xWish'] },
      ...{ filters: [], fields: [], buttons: [] },
    };
    const page = { version: 0, choices, parent: null, roles: [] };
    expect(await world.call('admin', '/v1/design/made/save', page)).toMatchObject({ code: '0' });
    const published = await world.call('admin', '/v1/design/made/publish', {
      ...{ name: 'ownWishes', version: 1, note: '意愿' },
    });
    expect(published).toMatchObject({ code: '0' });
    const { data } = await world.call<FieldUsesAnswer>('admin', '/v1/design/field/use/query', {
      entity: 'customer',
      key: 'xWish',
    });
    const dataset = world.documents.datasets.get('workbench_assigned')?.title;
    expect(data.uses.map(({ kind, name, people = '' }) => `${kind} ${name} ${people}`).sort()).toEqual([
      `analysis ${dataset} 1`,
      'draft 全部客户 ',
      'layout 全部客户 2',
      'page 意愿表 ',
      'view 全部客户 2',
      'view 我的意愿 ',
    ]);
    expect(JSON.stringify(data)).not.toMatch(/意愿一般的|别人的意愿|意愿分布/);
    expect(data.rows).toBeGreaterThan(0);
    const version = (await world.call<Json & { draft: { version: number } }>('admin', '/v1/design/page/view', target))
      .data.draft.version;
    await world.call('admin', '/v1/design/page/draft/discard', { ...target, version });
    await world.call('admin', '/v1/design/made/retire', { name: 'ownWishes', note: '试过了' });
  });
}
