import { describe, expect, it } from 'vitest';
import { booksBoard, libraryDictionaries, libraryEntities, loanList, noteBoard } from '../../../fixtures/index.ts';
import type { ListPage } from '../../../model/documents/index.ts';
import { type KanbanDisplay, listView, viewContext } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { isMovable, laneMove } from './lane-moves.ts';

function board(page: ListPage) {
  const bundle = {
    page,
    entities: libraryEntities,
    dictionaries: libraryDictionaries,
    datasets: [],
    faults: [],
    hash: page.name,
  };
  const view = listView(page, viewContext(bundle)) ?? expect.fail('no view');
  const display =
    view.displays.find((item): item is KanbanDisplay => item.kind === 'kanban') ?? expect.fail('no board');
  const move = (record: WireRecord, to: string) => {
    const lane = display.lanes.find((item) => item.value === to) ?? expect.fail(`no lane ${to}`);
    return laneMove(view, display, record, lane, { record });
  };
  return { view, display, move };
}

const record = (values: Readonly<Record<string, unknown>>): WireRecord => ({ id: 'b1', version: 3, ...values });

describe('moving a card between states', () => {
  const { move } = board(booksBoard);

  it('is the transition that leads from its state to that of the lane', () => {
    const found = move(record({ state: 'shelved' }), 'lent');
    expect(found.kind === 'actions' ? found.actions.map((action) => action.key) : found).toEqual(['lend']);
  });

  it('offers every transition that does it', () => {
    const found = move(record({ state: 'shelved' }), 'repair');
    expect(found.kind === 'actions' ? found.actions.map((action) => action.key) : found).toEqual(['repair', 'inspect']);
  });

  it('is refused where no transition leads, and where the page does not list the one that does', () => {
    expect(move(record({ state: 'lent' }), 'repair')).toEqual({ kind: 'refused', why: 'noTransition' });
    expect(move(record({ state: 'shelved' }), 'lost')).toEqual({ kind: 'refused', why: 'noTransition' });
  });

  it('is refused in the words of the page while its action is disabled', () => {
    expect(move(record({ state: 'repair', keeperId: null }), 'shelved')).toEqual({
      kind: 'refused',
      why: 'notAllowed',
      reason: '先指定保管人，才能上架',
    });
    expect(move(record({ state: 'repair', keeperId: 's1' }), 'shelved').kind).toBe('actions');
  });

  it('means nothing in its own lane', () => {
    expect(move(record({ state: 'lent' }), 'lent')).toEqual({ kind: 'here' });
  });
});

describe('moving a card without states', () => {
  it('changes the field where the page can change its records', () => {
    const { view, display, move } = board(noteBoard);
    expect(isMovable(view, display)).toBe(true);
    expect(move(record({ kind: 'check' }), 'damage')).toMatchObject({ kind: 'modify', action: { key: 'edit' } });
  });

  it('is not possible where the page cannot', () => {
    const { view, display, move } = board(loanList);
    expect(isMovable(view, display)).toBe(false);
    expect(move(record({ state: 'open' }), 'closed')).toEqual({ kind: 'refused', why: 'readonly' });
  });
});

it('the lanes of a board are the named ones, else all values and a spare lane for none', () => {
  const lanes = (page: ListPage) => board(page).display.lanes.map((lane) => [lane.value, lane.isSpare]);
  expect(lanes(booksBoard).map(([value]) => value)).toEqual(['shelved', 'lent', 'repair', 'lost']);
  expect(lanes(loanList)).toEqual([
    ['open', false],
    ['overdue', false],
    ['closed', false],
    [null, true],
  ]);
});
