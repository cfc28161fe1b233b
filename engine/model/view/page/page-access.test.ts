import { expect, it } from 'vitest';
import { loadShipped } from '../../shipped.testing.ts';
import { pageDependencies } from './page-dependencies.ts';
import { pageForUser } from './page-for-user.ts';

const { documents } = loadShipped();

const actionsOf = (page: object) =>
  [...JSON.stringify(page).matchAll(/"permission":"([^"]+)"/g)].map((match) => match[1]);

it('leaves a user only actions, tabs and cards he holds the permission of', () => {
  for (const role of documents.roles.values()) {
    const grants = new Set(role.permissions);
    if (grants.has('*')) continue;
    for (const page of documents.pages.values()) {
      // Of a form without its permission the server gives nothing at all.
      if (page.kind === 'form' && !grants.has(page.permission)) continue;
      for (const permission of actionsOf(pageForUser(page, { grants, mayOpen: () => true }, documents)))
        expect(grants, `${role.code} on ${page.name}`).toContain(permission);
    }
  }
});

it('mentions every operation a page names, and the query of every entity its forms pick from', () => {
  for (const page of documents.pages.values()) {
    const { operations } = pageDependencies(page, documents);
    const named = [...JSON.stringify(page).matchAll(/"(\/v1\/[a-z/0-9]+)"/g)].map((match) => match[1]);
    for (const api of named) expect(operations, page.name).toContain(api);
  }
  const bulkAssign = [...documents.pages.values()].find(
    (page) => page.kind === 'list' && (page.bulk ?? []).some((action) => action.key === 'assign'),
  );
  expect(bulkAssign && pageDependencies(bulkAssign, documents).operations).toContain('/v1/sys/user/query');
});

it('brings what is told beside the label of a record to choose', () => {
  const follow = documents.pages.get('allpromotepanoramic');
  const entities = follow && pageDependencies(follow, documents).entities;
  const facts = documents.entities.get('call_record')?.labelFacts ?? [];
  expect(facts).toEqual(expect.arrayContaining(['startedAt', 'customer.name', 'staff.name', 'status']));
  expect([...(entities ?? [])]).toEqual(expect.arrayContaining(['call_record', 'customer', 'staff']));
});

it('brings every kind that a field may name, so that each is told by its label', () => {
  const hits = documents.pages.get('forbiddenHit');
  const returned = documents.pages.get('RecycleLog');
  expect([...((hits && pageDependencies(hits, documents).entities) ?? [])]).toContain('call_record');
  expect([...((returned && pageDependencies(returned, documents).entities) ?? [])]).toEqual(
    expect.arrayContaining(['customer', 'study_service']),
  );
});

it('brings the history of the record a page shows, and the reveal of masked fields it shows', () => {
  const panorama = [...documents.pages.values()].find((page) => page.kind === 'panorama' && page.entity === 'customer');
  const operations = panorama && pageDependencies(panorama, documents).operations;
  expect(operations).toContain('/v1/customer/history');
  expect(operations).toContain('/v1/customer/reveal');
});

it('leaves out the tabs of a dashboard, and the cards of other lists, whose page the user may not open', () => {
  const reader = (opened: readonly string[]) => ({
    grants: new Set(['*']),
    mayOpen: (name: string) => opened.includes(name),
  });
  const seen = (name: string, opened: readonly string[]) => {
    const page = documents.pages.get(name);
    const shown = page && pageForUser(page, reader(opened), documents);
    if (shown?.kind !== 'dashboard') throw new TypeError(`${name} is no dashboard`);
    return { tabs: (shown.tabs ?? []).map(({ key }) => key), cards: shown.cards.map(({ key }) => key) };
  };
  expect(seen('surveylist', ['businessworkbench']).tabs).toEqual(['business']);
  expect(seen('surveylist', [])).toEqual({ tabs: [], cards: ['home'] });
  const { cards } = seen('controllerworkbench', ['promoteWaiting']);
  expect(cards).toContain('leads');
  expect(cards).not.toContain('workOrders');
  expect(cards).toContain('due');
});

it('leads from the rows of a list to pages that show every one of them', () => {
  const faults = [...documents.pages.values()].flatMap((page) =>
    page.kind !== 'list' || page.scope === 'mine'
      ? []
      : page.columns.flatMap(({ link }) => {
          const target = link === undefined ? undefined : documents.pages.get(link);
          const isRecord = target?.kind === 'panorama' || target?.kind === 'detail';
          return isRecord && target.entity === page.entity && target.scope === 'mine' ? [`${page.name} → ${link}`] : [];
        }),
  );
  expect(faults).toEqual([]);
});

it('gives every role something to do on its home', () => {
  const home = documents.pages.get('surveylist');
  for (const { code, menus, permissions } of documents.roles.values()) {
    const grants = new Set(permissions);
    const mayOpen = (name: string) => menus.includes('*') || menus.includes(name);
    const shown = (name: string) => {
      const page = documents.pages.get(name);
      const opened = page && pageForUser(page, { grants, mayOpen }, documents);
      return opened?.kind === 'dashboard' ? opened : undefined;
    };
    if (!mayOpen('surveylist') || home === undefined) continue;
    const cards = (shown('surveylist')?.tabs ?? []).map(({ page }) => [page, shown(page)?.cards.length ?? 0] as const);
    expect([code, cards.length > 0 && cards.every(([, count]) => count > 0)], JSON.stringify(cards)).toEqual([
      code,
      true,
    ]);
  }
});

it('lets rows of a tab drawn as a tree be moved by who may edit them only', () => {
  const page = documents.pages.get('coursedetail');
  const treeFor = (...grants: readonly string[]) => {
    const shown = page && pageForUser(page, { grants: new Set(grants), mayOpen: () => true }, documents);
    const tab = shown?.kind === 'panorama' ? shown.tabs.find(({ key }) => key === 'chapters') : undefined;
    return tab?.kind === 'list' ? tab.tree : undefined;
  };
  expect(treeFor('course_chapter:query')).toEqual({ add: true });
  expect(treeFor('course_chapter:query', 'course_chapter:edit')).toEqual({
    move: '/v1/course/chapter/move',
    add: true,
  });
});
