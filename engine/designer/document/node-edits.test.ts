import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../model/json/index.ts';
import { commandStack, doEdits } from './command-stack.ts';
import type { DocumentEdit } from './edits.ts';
import { addEdits, freshKey, hideEdits, placeEdits, propertyEdits, restoreEdits, stepEdits } from './node-edits.ts';
import { withHidden } from './with-hidden.ts';

const page = {
  columns: ['a', 'b', 'c', 'd'].map((key) => ({ key })),
  form: { sections: [{ key: 's', fields: ['x', 'y'] }] },
};
const made = (document: JsonObject, edits: readonly DocumentEdit[]) => doEdits(commandStack(document), edits).document;
const keys = ({ columns }: JsonObject) =>
  (columns as readonly { readonly key: string }[]).map(({ key }) => key).join('');

describe('nodes', () => {
  it('move one place, several together, and stop at the ends', () => {
    expect(keys(made(page, stepEdits(page, ['columns/c'], -1)))).toBe('acbd');
    expect(keys(made(page, stepEdits(page, ['columns/b', 'columns/c'], 1)))).toBe('adbc');
    expect(keys(made(page, stepEdits(page, ['columns/a', 'columns/b'], -1)))).toBe('abcd');
    expect(stepEdits(page, ['columns/d'], 1)).toEqual([]);
  });

  it('moving one is one edit, wherever it goes', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const long = { columns: names.map((key) => ({ key })) };
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.option(fc.constantFrom(...names), { nil: null }), (key, behind) => {
        const edits = placeEdits(long, 'columns', [key], behind);
        expect(edits.length).toBeLessThanOrEqual(1);
        if (key === behind) return;
        const rest = names.filter((name) => name !== key);
        rest.splice(behind === null ? 0 : rest.indexOf(behind) + 1, 0, key);
        expect(keys(made(long, edits))).toBe(rest.join(''));
      }),
    );
  });

  it('go together to a place beside one of them', () => {
    expect(keys(made(page, placeEdits(page, 'columns', ['a', 'c'], 'c')))).toBe('bacd');
    expect(keys(made(page, placeEdits(page, 'columns', ['a', 'b', 'd'], 'b')))).toBe('abdc');
    expect(placeEdits(page, 'columns', ['a', 'b'], 'b')).toEqual([]);
  });

  it('that are hidden come back where they stood', () => {
    const hidden = made(
      page,
      hideEdits(page, ['columns/b', 'columns/c'], () => true),
    );
    expect(keys(hidden)).toBe('ad');
    const back = restoreEdits(withHidden(hidden, page), hidden, ['columns/c', 'columns/b']);
    expect(made(hidden, back)).toEqual(page);
  });

  it('take an optional list with them when they were its last', () => {
    const one = { bulk: [{ key: 'a' }] };
    const hidden = made(
      one,
      hideEdits(one, ['bulk/a'], () => false),
    );
    expect(hidden).toEqual({});
    expect(made(hidden, restoreEdits(withHidden(hidden, one), hidden, ['bulk/a']))).toEqual(one);
    expect(made({}, addEdits({}, 'bulk', { key: 'b' }, undefined))).toEqual({ bulk: [{ key: 'b' }] });
  });

  it('that are only named get properties, and lose them again', () => {
    const wide = made(page, propertyEdits(page, 'form/sections/s/fields/x', 'span', 2));
    expect(wide.form).toEqual({ sections: [{ key: 's', fields: [{ key: 'x', span: 2 }, 'y'] }] });
    expect(made(wide, propertyEdits(wide, 'form/sections/s/fields/x', 'span', undefined))).toEqual(page);
  });

  it('get keys of their own', () => {
    expect(freshKey(page, 'columns', 'owner.name')).toBe('ownerName');
    expect(freshKey(page, 'columns', 'a')).toBe('a2');
  });
});
