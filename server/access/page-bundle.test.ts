import path from 'node:path';
import { expect, it } from 'vitest';
import { entityOfPage, inLanguage } from '../../engine/model/documents/index.ts';
import { weekdaysOnly } from '../../engine/model/time/index.ts';
import type { Caller } from '../kernel/caller/caller.ts';
import { readDocuments } from '../product/documents.ts';
import { pageBundle } from './page-bundle.ts';

const { documents } = readDocuments(path.resolve(import.meta.dirname, '../../schemas'));

const caller = (role: string, over: Partial<Caller> = {}): Caller => {
  const document = documents.roles.get(role);
  return {
    sessionId: '',
    staffId: '',
    name: role,
    departmentId: '',
    dataScope: 'self',
    departmentIds: [],
    projectIds: [],
    grants: new Set(document?.permissions),
    menus: new Set(document?.menus),
    maskModes: new Map(),
    ip: '',
    ...over,
  };
};

it('sends what a page mentions and nothing that only the server needs', () => {
  for (const name of documents.roles.get('sales')?.menus ?? []) {
    const bundle = pageBundle(name, caller('sales'), documents, weekdaysOnly);
    const text = JSON.stringify(bundle);
    for (const word of ['passwordHash', 'sipPassword', '"indexes"', '"constraints"', '"access"', '"guard"'])
      expect(text, name).not.toContain(word);
    const entity = entityOfPage(bundle.page);
    if (entity !== undefined) expect(bundle.entities.map((document) => document.name)).toContain(entity);
  }
});

it('tells which kinds of masked fields the caller is shown in clear never', () => {
  const told = (over: Partial<Caller>) =>
    pageBundle('alllist', caller('sales', over), documents, weekdaysOnly).unrevealed;
  expect(told({})).toEqual([]);
  const over = { callOnly: new Set(['mobile']), revealLimits: new Map([['wechat', 0]]) };
  expect(told(over)).toEqual(['mobile', 'staff_mobile', 'student_mobile', 'wechat']);
  const own = { callOnly: new Set(['student_mobile']), maskModes: new Map([['student_mobile', 'mask' as const]]) };
  expect(told(own)).toEqual(['student_mobile']);
});

it('tells what may not overlap to a page that moves its records by the hour, and to no other', () => {
  const { documents: library } = readDocuments(path.resolve(import.meta.dirname, '../../e2e/fixtures/library'));
  const grants = new Set(['room_booking:*', 'study_room:*', 'reader:*']);
  const head = caller('head', { grants, menus: new Set(['roomBookings', 'readers']) });
  const { entities } = pageBundle('roomBookings', head, library, weekdaysOnly);
  const told = entities.flatMap(({ name, constraints = [] }) => constraints.map(({ key }) => `${name}.${key}`));
  expect(told).toEqual(['room_booking.room', 'room_booking.reader']);
  expect(JSON.stringify(pageBundle('readers', head, library, weekdaysOnly))).not.toContain('"constraints"');
});

it('brings the names a product has in other languages, of the page, its fields, choices and buttons', () => {
  const { documents: library } = readDocuments(path.resolve(import.meta.dirname, '../../e2e/fixtures/library'));
  const head = caller('head', { grants: new Set(['reader:*']), menus: new Set(['readers']) });
  const bundle = inLanguage(pageBundle('readers', head, library, weekdaysOnly), 'en-US');
  expect(bundle.page).toMatchObject({
    title: 'Readers',
    toolbar: expect.arrayContaining([expect.objectContaining({ title: 'Issue card' })]),
  });
  const fields = bundle.entities.find(({ name }) => name === 'reader')?.fields ?? [];
  // What has no name in the language has its Chinese one.
  expect(fields.map(({ title }) => title)).toEqual(expect.arrayContaining(['Name', '手机号']));
  const levels = bundle.dictionaries.find(({ name }) => name === 'reader_level')?.values ?? [];
  expect(levels.map(({ title }) => title)).toEqual(['Standard', '学生', '金卡']);
});

it('refuses pages the caller does not have, and unknown ones, alike', () => {
  for (const name of ['personalpromote', 'nowhere', undefined]) {
    expect(() => pageBundle(name, caller('sales'), documents, weekdaysOnly)).toThrow(
      '暂无权限，请联系相关人员开通页面权限',
    );
  }
});

it('leaves out what the caller may not see at all', () => {
  const visible = JSON.stringify(pageBundle('alllist', caller('sales'), documents, weekdaysOnly));
  const hidden = JSON.stringify(
    pageBundle('alllist', caller('sales', { maskModes: new Map([['mobile', 'hidden']]) }), documents, weekdaysOnly),
  );
  expect(visible).toContain('"mobile"');
  expect(hidden).not.toContain('"field":"mobile"');
  expect(hidden).not.toContain('"key":"mobile"');
});

it('shows who has a row only where rows may be somebody else’s', () => {
  const ownerOf = (page: string, over: Partial<Caller>) => {
    const { page: seen } = pageBundle(page, caller('sales', over), documents, weekdaysOnly);
    if (seen.kind !== 'list') throw new TypeError(`${page} is a list`);
    return seen.columns.find(({ field }) => field === 'owner.name');
  };
  expect(ownerOf('alllist', {})).toMatchObject({ hidden: true });
  const shown = { key: 'owner', field: 'owner.name', width: expect.any(Number) };
  expect(ownerOf('alllist', { dataScope: 'department' })).toEqual(shown);
  // What is said of one entity goes before what is said of all.
  const customers = { dataScope: 'all' as const, departmentIds: [], projectIds: [] };
  expect(ownerOf('alllist', { entityRowPolicies: new Map([['customer', customers]]) })).toEqual(shown);
});

it('shows who has a row in the pool, which is nobody’s own', () => {
  const pool = documents.pages.get('highsea');
  if (pool?.kind !== 'list') throw new TypeError('highsea is a list');
  const columns = [{ key: 'owner', field: 'owner.name', width: 110 }];
  const set = { ...documents, pages: new Map(documents.pages).set('highsea', { ...pool, columns }) };
  expect(pageBundle('highsea', caller('sales'), set, weekdaysOnly).page).toHaveProperty('columns', columns);
});

it('names the forms by which the caller may make what he chooses from', () => {
  const customer = { entity: 'customer', page: 'alllist', only: true };
  expect(pageBundle('chancelist', caller('sales'), documents, weekdaysOnly).creates).toContainEqual(customer);
  const denied = caller('sales', { grants: new Set(['opportunity:query']) });
  expect(pageBundle('chancelist', denied, documents, weekdaysOnly).creates).toEqual([]);
});

it('changes its hash with its content', () => {
  const mine = pageBundle('alllist', caller('sales'), documents, weekdaysOnly);
  expect(pageBundle('alllist', caller('sales'), documents, weekdaysOnly).hash).toBe(mine.hash);
  expect(pageBundle('alllist', caller('group_leader'), documents, weekdaysOnly).hash).not.toBe(mine.hash);
});

it('says of a page whether it shows personal data, to who may see it', () => {
  const isPersonal = (page: string, over: Partial<Caller> = {}) =>
    pageBundle(page, caller('admin', over), documents, weekdaysOnly).isPersonal;
  expect([isPersonal('alllist'), isPersonal('allpromotepanoramic'), isPersonal('poolRules')]).toEqual([
    true,
    true,
    false,
  ]);
  const kinds = ['mobile', 'idcard', 'email', 'wechat', 'bankcard', 'address', 'text'] as const;
  const maskModes = new Map(kinds.map((kind) => [kind, 'hidden'] as const));
  expect(isPersonal('alllist', { maskModes })).toBe(false);
});
