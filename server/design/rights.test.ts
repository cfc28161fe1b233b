import { describe, expect, it } from 'vitest';
import type { DocumentSet, PageDocument } from '../../engine/model/documents/index.ts';
import type { LayerOperation } from '../../engine/model/layers/index.ts';
import { type ListeningNode, startListeningNode } from '../testing/listening-node.ts';
import { world } from './design-company.testing.ts';
import { gains, type Observed, observe, observeFreely, type Probe, probed, toldOf, unlike } from './gains.testing.ts';
import { effectiveEdits, type Hand, hostilePage, randomHands } from './random-layers.testing.ts';
import {
  type Account,
  accounts,
  asker,
  calledIn,
  customers,
  documents,
  knownTo,
  permissionsOf,
  probesFor,
  putInForce,
  putPage,
  startRightsCompany,
  takeAway,
  takeBack,
} from './rights-company.testing.ts';

startRightsCompany();

const isDeep = process.env.TEST_DEPTH === 'deep';
const layers = isDeep ? 5000 : 8;
const newPages = isDeep ? 500 : 3;

/** Two people, other ones with every seed. */
function twoOf(seed: number): readonly Account[] {
  return [seed, seed + 1 + (seed % 3)].flatMap((place) => accounts[place % accounts.length] ?? []);
}

/** What two people gain by a layer over a page: one of the organisation is over it for both, one of a role for each alone. */
async function gainedBy(page: PageDocument, edits: readonly LayerOperation[], seed: number) {
  const two = twoOf(seed);
  const rounds = seed % 4 === 0 ? two.map((account) => [account]) : [two];
  const probes = probesFor(seed, calledIn(edits));
  const all = [];
  for (const readers of rounds) {
    const seen = readers.map(async (account) => ({ account, before: await observe(knownTo(account), page.name, []) }));
    const before = await Promise.all(seen);
    const release = await putInForce(page.name, seed % 4 === 0 ? `role:${readers[0]}` : 'org', edits);
    const changed = before.map(async (one) => ({
      ...one,
      after: await observe(asker(one.account), page.name, probes),
    }));
    const after = await Promise.all(changed);
    await takeBack(release);
    all.push(...(await Promise.all(after.map((one) => compared(page, one, probes)))));
  }
  return {
    found: all.flatMap(({ told }) => told.map((gain) => `${gain} by ${JSON.stringify(edits)}`)),
    isSeen: all.some(({ isSeen }) => isSeen),
    own: all.reduce((sum, { own }) => sum + own, 0),
  };
}

type Seen = { readonly account: Account; readonly before: Observed; readonly after: Observed };

/** What somebody has more of than before; of the page as it was shipped only what is not answered as from no page is tried. */
async function compared({ name }: PageDocument, { account, before, after }: Seen, probes: readonly Probe[]) {
  const [ask, headers] = [knownTo(account), { 'x-app-page': name }];
  const free = await probed(ask, probes);
  const tried = await probed(ask, unlike(probes, after, free), headers);
  // The same columns of the page as it was shipped.
  const { values } = await toldOf(ask, after.page, headers);
  const permissions = permissionsOf(account);
  const told = gains({ ...before, values, probes: tried }, after, free, { documents, permissions });
  return {
    told: told.map((gain) => `${account} ${name}: ${gain}`),
    isSeen: JSON.stringify(after.page) !== JSON.stringify(before.page),
    own: [...after.values.keys()].filter((at) => / x[A-Z]/.test(at)).length,
  };
}

/** What somebody gains by a page that was made in the app, over what he has without it. */
async function gainedByPage(account: Account, name: string, probes: readonly Probe[], node?: ListeningNode) {
  const ask = asker(account, node);
  const after = await observe(ask, name, probes);
  const free = await observeFreely(knownTo(account), after, probes);
  const told = gains(free, after, free.probes, { documents, permissions: permissionsOf(account) });
  return { after, told: told.map((gain) => `${account} ${name}: ${gain}`) };
}

/** Pages of customers mostly, where rows are somebody's; the others now and then. */
function pageAt(place: number, documents: DocumentSet): PageDocument | undefined {
  const pages = [...documents.pages.values()];
  const near = ['alllist', 'highsea', 'chancelist', 'allpromotepanoramic'].flatMap(
    (name) => documents.pages.get(name) ?? [],
  );
  return place % 3 === 0 ? pages[place % pages.length] : near[place % near.length];
}

/** How many pages made in the app are in force at a time. */
const atOnce = 10;

/** A page that a hand makes in the app, and two people who may open it. */
function madeBy(hand: Hand, seed: number) {
  const page = pageAt(seed === 0 ? 1 : hand.page, documents);
  if (page === undefined) return [];
  const readers = [accounts[seed % 3], accounts[3 + (seed % 2)]].filter((one) => one !== undefined);
  const name = `ownTry${seed}`;
  return [{ name, page: hostilePage(page, hand, name, documents), seed, readers }];
}

describe('no change of a page gives anybody', { timeout: isDeep ? 7_200_000 : 120_000 }, () => {
  it(`a row, a field or an operation: ${layers} random layers, asked of the API`, async () => {
    let [seen, ofMade] = [0, 0];
    // Most of them change what somebody sees, else nothing would have been tried: of few, some more are taken.
    for (const [seed, hand] of randomHands(layers * 3, 20_261_126).entries()) {
      if (seed >= layers && seen > layers / 3) break;
      const page = pageAt(hand.page, documents);
      if (page === undefined) continue;
      const edits = effectiveEdits(page, hand, documents);
      const { found, isSeen, own } = await gainedBy(page, edits, seed);
      expect(found).toEqual([]);
      seen += isSeen ? 1 : 0;
      ofMade += own;
    }
    expect(seen).toBeGreaterThan(layers / 3);
    expect(ofMade, 'values of fields made in the app').toBeGreaterThan(0);
  });

  it(`nor does a page made in the app, whatever stands in it: ${newPages} of them`, async () => {
    let [opened, rows] = [0, 0];
    const hands = randomHands(newPages, 20_261_127);
    for (let first = 0; first < newPages; first += atOnce) {
      const made = hands.slice(first, first + atOnce).flatMap((hand, index) => madeBy(hand, first + index));
      for (const { page, readers } of made) await putPage(page, readers);
      const seen = made.flatMap((one) => one.readers.map((account) => ({ ...one, account })));
      for (const { account, name, page, seed } of seen) {
        const { after, told } = await gainedByPage(account, name, probesFor(seed, calledIn(page)));
        expect(told).toEqual([]);
        opened += Number(after.isOpen);
        rows += after.rows.size;
      }
      await takeAway(made.map(({ name }) => name));
    }
    expect(opened).toBeGreaterThan(newPages);
    expect(rows).toBeGreaterThan(0);
  });

  it('and a hole would be found: a node that heeds the page as if it were one of the product', async () => {
    const highsea = world.documents.pages.get('highsea');
    if (highsea === undefined) throw new TypeError('no page');
    const page: PageDocument = { ...highsea, name: 'ownHole', path: '/own/hole' };
    await putPage(page, ['sales']);
    expect((await gainedByPage('sales', 'ownHole', probesFor(1))).told).toEqual([]);
    const heeding = { ...world.documents, pages: new Map(world.documents.pages).set('ownHole', page) };
    const node = await startListeningNode(heeding, world.database);
    try {
      const { told } = await gainedByPage('sales', 'ownHole', probesFor(1), node);
      expect(told.join()).toContain('row');
    } finally {
      await node.close();
    }
  });

  it('and a hole would be found: a node that decides by the page as it was changed', async () => {
    const highsea = world.documents.pages.get('highsea');
    if (highsea?.kind !== 'list') throw new TypeError('no list');
    const edit = { key: 'edit', title: '编辑', permission: 'customer:query', api: '/v1/customer/assign' };
    const holes: readonly [string, PageDocument][] = [
      ['row', { ...highsea, filter: { ownState: 'pooled' } }],
      ['operation', { ...highsea, api: { ...highsea.api, view: '/v1/customer/view' } }],
      ['button', { ...highsea, row: [...(highsea.row ?? []), edit] }],
      ['field', { ...highsea, columns: [...highsea.columns, { key: 'none', field: 'noSuchField' }] }],
    ];
    const probes = probesFor(1);
    const before = await observe(asker('sales'), 'highsea', probes);
    expect(before.rows).toEqual(new Set([customers.pooled]));
    for (const [kind, page] of holes) {
      const after = await observedAt(
        { ...world.documents, pages: new Map(world.documents.pages).set('highsea', page) },
        probes,
      );
      const free = await probed(asker('sales'), probes);
      const told = gains(before, after, free, { documents, permissions: permissionsOf('sales') });
      expect(
        told.map((gain) => gain.split(' ', 1)[0]),
        kind,
      ).toContain(kind);
    }
  });

  it('and a hole would be found: a node that shows everybody a field made in the app of what he sees in part', async () => {
    const [highsea, teacher] = [world.documents.pages.get('highsea'), world.documents.entities.get('teacher')];
    const shows = teacher?.access?.shows;
    if (highsea?.kind !== 'list' || teacher === undefined || shows === undefined) throw new TypeError('no list');
    const column = { key: 'plate', field: 'xTeacher.xPlate' };
    const page = { ...highsea, columns: [...highsea.columns, column] };
    const open = { ...teacher, access: { ...teacher.access, shows: { ...shows, only: [...shows.only, 'xPlate'] } } };
    const probes = probesFor(1);
    const before = await observe(asker('sales'), 'highsea', probes);
    const after = await observedAt(
      {
        ...world.documents,
        pages: new Map(world.documents.pages).set('highsea', page),
        entities: new Map(world.documents.entities).set('teacher', open),
      },
      probes,
    );
    const { values } = await toldOf(asker('sales'), after.page, { 'x-app-page': 'highsea' });
    const free = await probed(asker('sales'), probes);
    const told = gains({ ...before, values }, after, free, { documents, permissions: permissionsOf('sales') });
    expect(told).toContain(`value ${customers.pooled} xTeacher.xPlate`);
  });
});

async function observedAt(documents: DocumentSet, probes: readonly Probe[]): Promise<Observed> {
  const node = await startListeningNode(documents, world.database);
  try {
    return await observe(asker('sales', node), 'highsea', probes);
  } finally {
    await node.close();
  }
}
