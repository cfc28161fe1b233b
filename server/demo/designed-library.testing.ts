import { expect, it } from 'vitest';
import type { TestApp } from '../testing/test-app.ts';

type Call = <Data = Record<string, unknown>>(path: string, body?: object) => Promise<Data>;

/** The library is designed as any product is. */
export function itIsDesigned(libraryOf: () => TestApp): void {
  it('is designed by its own people: a field, a page with it, a page of one record, figures of one\u2019s own, a package of it all', async () => {
    const library = libraryOf();
    const role = await library.records.findOne('role', { code: 'head_librarian' });
    const kept: readonly unknown[] = Array.isArray(role?.permissions) ? role.permissions : [];
    const keys = ['page:design', 'page:publish', 'field:design', 'menu:edit'];
    await library.records.update('role', role?.id ?? '', { permissions: [...kept, ...keys] });
    const call: Call = async <Data = Record<string, unknown>>(path: string, body: object = {}) => {
      const answer = await library.call<Data>('head', `/v1/${path}`, { ...body });
      expect(answer, path).toMatchObject({ code: '0' });
      return answer.data;
    };
    await call('design/field/create', { entity: 'reader', field: { key: 'xClub', title: '读书会', type: 'bool' } });
    const target = { page: 'readers', level: 'org' };
    const { document } = await call<{ document: { columns: readonly object[] } }>('design/page/view', target);
    const changed = { ...document, columns: [...document.columns, { key: 'xClub', field: 'xClub' }] };
    const input = { ...target, document: changed, base: document, version: 0 };
    const draft = await call<{ version: number; faults: readonly unknown[] }>('design/page/draft/save', input);
    expect(draft.faults).toEqual([]);
    await call('design/page/publish', { ...target, version: draft.version, note: '读书会' });
    const seen = await library.call('librarian', '/v1/sys/page/view', { name: 'readers' });
    expect(JSON.stringify(seen.data)).toContain('xClub');

    await makesMore(call);
  });
}

/** A page of one record, figures of one’s own, and a package of it all. */
async function makesMore(call: Call): Promise<void> {
  type Offers = Readonly<Record<'facts' | 'tabs', readonly { readonly key: string }[]>> & { readonly slug: string };
  const { facts, tabs, slug } = await call<Offers>('design/made/offers/view', { entity: 'reader', kind: 'panorama' });
  const chosen = {
    facts: facts.map(({ key }) => key),
    tabs: tabs.map(({ key }) => key),
    tags: [],
    fields: [],
    buttons: [],
  };
  const choices = { kind: 'panorama', title: '读者全貌', slug, entity: 'reader', ...chosen };
  expect(tabs.map(({ key }) => key)).toContain('loanReaderId');
  expect(facts.map(({ key }) => key)).toContain('xClub');
  const place = { parent: null, roles: ['head_librarian'] };
  const made = await call<{ name: string; version: number }>('design/made/save', { version: 0, choices, ...place });
  await call('design/made/publish', { ...made, note: '读者全貌' });
  expect(await call('sys/page/view', { name: made.name })).toMatchObject({
    page: { kind: 'panorama', entity: 'reader' },
  });

  const ask = {
    dataset: 'desk_loans',
    chart: 'bar',
    measures: ['loans'],
    dimensions: ['category'],
    period: 'thisYear',
  };
  await call('analysis/create', { name: '各类借出', share: 'private', ask });
  expect(await call('analysis/query')).toMatchObject({ analyses: [{ name: '各类借出', ask }] });
  const { dimensions, measures } = ask;
  const { rows: figures } = await call<{ rows: readonly unknown[] }>('report/desk/loans/query', {
    dimensions,
    measures,
  });
  expect(figures.length).toBeGreaterThan(0);
  await call('menu/arrange', { nodes: [{ name: 'readers', title: '全部读者', sortNo: 1 }] });
  const packed = await call('design/package/export');
  expect(packed).toMatchObject({
    ...{ fields: [{ entity: 'reader' }], pages: [{ name: made.name }], layers: [{ page: 'readers' }] },
    menu: [{ name: 'readers', title: '全部读者', sortNo: 1 }],
  });
  const { lines } = await call<{ lines: readonly { state: string }[] }>('design/package/check', { package: packed });
  expect(new Set(lines.map(({ state }) => state))).toEqual(new Set(['same']));
}
