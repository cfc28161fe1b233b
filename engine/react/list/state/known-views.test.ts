import { describe, expect, it } from 'vitest';
import type { SavedView } from '../../../model/wire/index.ts';
import { addressOfView, chosenView, readKnown } from './known-views.ts';

const saved: SavedView = {
  id: 'a',
  version: 1,
  name: '甲',
  share: 'private',
  state: {},
  layout: null,
  isMine: true,
  author: null,
  departmentName: null,
  lastUsedAt: null,
};
const known = { views: [saved], canShare: false, defaultViewId: 'a', layouts: [] };

describe('the view of an address', () => {
  it('is the one it names, the default without any parameter, else the standard one', () => {
    expect(chosenView({ view: 'a', q: 'x' }, known).saved).toBe(saved);
    expect(chosenView({}, known).saved).toBe(saved);
    expect(chosenView({ q: 'x' }, known)).toEqual({ isMissing: false });
    expect(chosenView({ view: 'standard' }, known)).toEqual({ isMissing: false });
    expect(chosenView({}, { ...known, defaultViewId: null })).toEqual({ isMissing: false });
  });

  it('is missing only where somebody asked for it: a default that is gone gives way in silence', () => {
    expect(chosenView({ view: 'gone' }, known)).toEqual({ isMissing: true });
    expect(chosenView({}, { ...known, defaultViewId: 'gone' })).toEqual({ isMissing: false });
  });

  it('names the standard view only where another would open by itself', () => {
    expect(addressOfView(null, known)).toEqual({ view: 'standard' });
    expect(addressOfView(null, { defaultViewId: null })).toEqual({});
    expect(addressOfView('a', known)).toEqual({ view: 'a' });
  });
});

it('takes nothing from the browser that is not an answer', () => {
  expect(readKnown(known)).toEqual(known);
  for (const junk of [null, 'x', [], {}, { ...known, views: [null] }, { ...known, layouts: 7 }])
    expect(readKnown(junk)).toBeUndefined();
});
