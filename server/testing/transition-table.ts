import { describe, expect, it } from 'vitest';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import type { StoredRecord, Values } from '../kernel/operation/record-store.ts';
import { offeredIn, type ShownPage, scopeOn } from './shown-pages.ts';

/**
 * What becomes of a transition, by who asks and in the order of the states: `y` it is done, `.` refused for the state,
 * `?` out of reach, `!` refused with the words, or one of several. Who is not named is not permitted, whatever the state.
 */
export type TransitionLine<Person extends string> = {
  readonly who: Partial<Readonly<Record<Person, string>>>;
  readonly words?: string | readonly string[];
  /** It may be done again and again. */
  readonly repeats?: true;
};

/** The transitions of an entity, written down by hand. */
export type TransitionTable<Person extends string> = {
  readonly entity: string;
  readonly states: readonly string[];
  readonly actions: Readonly<Record<string, TransitionLine<Person>>>;
};

type Answer = { readonly code: string; readonly message: string; readonly data?: Values };

/** Where a table is tried out. */
export type TransitionHarness = {
  readonly documents: DocumentSet;
  /** A row in a state, as its steps would have left it, for a transition to be tried on. */
  rowIn(entity: string, state: string, action: string): Promise<string>;
  /** What somebody fills in for it. */
  input(entity: string, action: string, by: string): Values | Promise<Values>;
  act(by: string, path: string, body: Values): Promise<Answer>;
  stored(entity: string, id: string): Promise<StoredRecord | Values>;
};

const isDeep = process.env.TEST_DEPTH === 'deep';
const letters: Readonly<Record<string, string>> = { E_STATE: '.', E_NOT_FOUND: '?', E_NO_PERMISSION: '-' };

/** Registers the tests of some tables; `harness` is asked for once a test runs. */
export function testTransitions<Person extends string>(
  people: readonly Person[],
  tables: readonly TransitionTable<Person>[],
  harness: () => TransitionHarness,
): void {
  const cases = tables.flatMap((table) =>
    Object.entries(table.actions).map(([action, line]) => ({ ...table, action, line })),
  );
  describe.each(cases)('$entity $action', ({ entity, states, action, line }) => {
    it('is open to whom the table says, in the states it says, and leaves what it refuses as it was', async () => {
      for (const [place, state] of states.entries()) {
        const asked = people.map((person) => ({ person, letter: line.who[person]?.[place] ?? '-' }));
        // Who may not call it at all is told so before anything is looked at: in the first state, in a deep run in each.
        const telling = asked.filter(({ letter }) => letter !== '-' || place === 0 || isDeep);
        const refused = await harness().rowIn(entity, state, action);
        const before = await harness().stored(entity, refused);
        const got: string[] = [];
        for (const { person, letter } of telling) {
          const id = letter === 'y' ? await harness().rowIn(entity, state, action) : refused;
          got.push(`${person} ${letterOf(await tried(harness(), person, { entity, action, id }), line)}`);
        }
        expect(got, state).toEqual(telling.map(({ person, letter }) => `${person} ${letter}`));
        expect(await harness().stored(entity, refused), state).toEqual(before);
      }
    });

    const by = people.find((person) => line.who[person]?.includes('y'));
    it.skipIf(by === undefined)(`is done ${line.repeats ? 'by each' : 'once'} of ten at once`, async () => {
      if (by === undefined) return;
      const id = await harness().rowIn(entity, states[line.who[by]?.indexOf('y') ?? 0] ?? '', action);
      const once = Array.from({ length: 10 }, () => tried(harness(), by, { entity, action, id }));
      const letters = (await Promise.all(once)).map((answer) => letterOf(answer, line));
      expect(letters.filter((letter) => letter === 'y')).toHaveLength(line.repeats ? 10 : 1);
    });
  });

  it.each(tables)('the table names every transition of $entity', ({ entity, actions }) => {
    const { states = [] } = harness().documents.entities.get(entity) ?? {};
    const keys = states.flatMap(({ transitions }) => transitions.map(({ key }) => key));
    expect(Object.keys(actions).toSorted()).toEqual(keys.toSorted());
  });
}

/** Pages as somebody has them, and who he is. */
export type OfferHarness = TransitionHarness & {
  page(by: string, name: string): Promise<ShownPage | undefined>;
  idOf(by: string): Promise<unknown>;
};

/**
 * Registers a test for each table: on its pages nobody is shown a button that the table says is refused to him in the
 * state of the row, and each that is shown does what it says to a row that looks the same.
 */
export function testOffers<Person extends string>(
  people: readonly Person[],
  tables: readonly TransitionTable<Person>[],
  pages: Readonly<Record<string, readonly string[]>>,
  harness: () => OfferHarness,
): void {
  it.each(tables)('no button of $entity is shown that would be refused', async (table) => {
    const { entity, states } = table;
    const shown = await Promise.all(people.map((by) => pagesFor(by, pages[entity] ?? [], harness())));
    const wrong: string[] = [];
    let tries = 0;
    for (const [place, state] of states.entries()) {
      const row = await harness().rowIn(entity, state, '');
      const offers = new Map<string, Person>();
      for (const person of shown)
        for (const action of await offeredOn(person.pages, row, person.id)) {
          if (!isDone(table, action, person.by, place)) wrong.push(`${person.by} ${state} ${action}`);
          offers.set(action, offers.get(action) ?? person.by);
        }
      tries += offers.size;
      wrong.push(...(await refusedOf(entity, state, offers, harness())));
    }
    expect(wrong).toEqual([]);
    expect(tries).toBeGreaterThan(1);
  });
}

async function pagesFor<Person extends string>(by: Person, names: readonly string[], { idOf, page }: OfferHarness) {
  return { by, id: await idOf(by), pages: await Promise.all(names.map((name) => page(by, name))) };
}

function isDone<Person extends string>({ actions }: TransitionTable<Person>, action: string, by: Person, at: number) {
  return actions[action]?.who[by]?.[at] === 'y';
}

/** What comes of it where each of some transitions is done once, by somebody to whom it is offered, and is refused. */
async function refusedOf(
  entity: string,
  state: string,
  offers: ReadonlyMap<string, string>,
  harness: OfferHarness,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [action, by] of offers) {
    const id = await harness.rowIn(entity, state, action);
    const letter = letterOf(await tried(harness, by, { entity, action, id }), { who: {} });
    if (letter !== 'y') wrong.push(`${by} ${state} ${action}: ${letter}`);
  }
  return wrong;
}

/** The transitions that some pages offer somebody of a row. */
async function offeredOn(
  pages: readonly (ShownPage | undefined)[],
  id: string,
  userId: unknown,
): Promise<ReadonlySet<string>> {
  const offered = new Set<string>();
  for (const page of pages.filter((one) => one !== undefined)) {
    const scope = await scopeOn(page, id, userId);
    if (scope === undefined) continue;
    for (const { operation } of offeredIn(scope, page.actions))
      if (operation?.kind === 'transition') offered.add(operation.key);
  }
  return offered;
}

type Try = { readonly entity: string; readonly action: string; readonly id: string };

/** Asks for a transition as its page does: after what it would do was looked at, where that is asked for. */
async function tried(harness: TransitionHarness, by: string, { entity, action, id }: Try): Promise<Answer> {
  const path = `/v1/${entity.replaceAll('_', '/')}/${action.replaceAll(/[A-Z]/g, (letter) => `/${letter.toLowerCase()}`)}`;
  const body = { id, ...(await harness.input(entity, action, by)) };
  const { states = [] } = harness.documents.entities.get(entity) ?? {};
  const transition = states.flatMap(({ transitions }) => transitions).find(({ key }) => key === action);
  if (transition?.preview === undefined) return harness.act(by, path, body);
  const seen = await harness.act(by, path, { ...body, preview: true });
  if (seen.code !== '0') return seen;
  return harness.act(by, path, { ...body, previewed: Object(seen.data?.preview).digest });
}

function letterOf({ code, message, data }: Answer, { words }: TransitionLine<string>): string {
  if (code === '0') return 'y';
  const error = Object(data?.error);
  return letters[String(error.code)] ?? ([words].flat().includes(message) ? '!' : `${String(error.code)} ${message}`);
}
