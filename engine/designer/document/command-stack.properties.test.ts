import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../model/json/index.ts';
import { diffDocuments, foldLayers } from '../../model/layers/index.ts';
import { type CommandStack, commandStack, doEdits, redoOne, undoOne, withDocument } from './command-stack.ts';
import { applyEdit, type DocumentEdit } from './edits.ts';
import { withHidden } from './with-hidden.ts';

const runs = process.env.TEST_DEPTH === 'deep' ? 20_000 : 300;
const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const item = fc.record({ key, title: fc.string({ maxLength: 3 }), width: fc.nat(9) }, { requiredKeys: ['key'] });
const items = fc.uniqueArray(item, { selector: (one) => one.key, maxLength: 5 });
const page: fc.Arbitrary<JsonObject> = fc.record({
  title: fc.string({ maxLength: 3 }),
  columns: items,
  toolbar: items,
  header: fc.record({ tags: items, title: key }),
  facts: fc
    .array(fc.record({ key, fields: fc.uniqueArray(key, { maxLength: 4 }) }), { maxLength: 2 })
    .map((groups) => groups.map((group, index) => ({ ...group, key: `g${index}` }))),
});
const list = fc.constantFrom('columns', 'toolbar', 'header/tags', 'facts/g0/fields');
const after = fc.option(key, { nil: null });
const edit: fc.Arbitrary<DocumentEdit> = fc.oneof(
  fc.record({ op: fc.constant('set' as const), at: fc.constant('title'), value: fc.string({ maxLength: 3 }) }),
  fc.tuple(list, key, fc.nat(9)).map(([at, name, value]) => ({ op: 'set' as const, at: `${at}/${name}/width`, value })),
  fc.tuple(list, key).map(([at, name]) => ({ op: 'unset' as const, at: `${at}/${name}/title` })),
  fc.tuple(list, key, after).map(([at, name, behind]) => ({
    op: 'add' as const,
    at: `${at}/${name}`,
    value: at === 'facts/g0/fields' ? name : { key: name },
    after: behind,
  })),
  fc.tuple(list, key).map(([at, name]) => ({ op: 'remove' as const, at: `${at}/${name}` })),
  fc.tuple(list, key, after).map(([at, name, behind]) => ({ op: 'move' as const, at: `${at}/${name}`, after: behind })),
);
const commands = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 12 });

const whole = (stack: CommandStack, step: (one: CommandStack) => CommandStack): CommandStack => {
  const next = step(stack);
  return next === stack ? stack : whole(next, step);
};

describe('what is done to a page', () => {
  it('is taken back to where it began, and done again to where it ended', () => {
    fc.assert(
      fc.property(page, commands, (document, given) => {
        const ended = given.reduce<CommandStack>((stack, edits) => doEdits(stack, edits), commandStack(document));
        const begun = whole(ended, undoOne);
        expect(begun.document).toEqual(document);
        expect(whole(begun, redoOne).document).toEqual(ended.document);
      }),
      { numRuns: runs },
    );
  });

  it('leaves what was given as it is, and has an inverse for every edit that changes something', () => {
    fc.assert(
      fc.property(page, edit, (document, one) => {
        const before = JSON.stringify(document);
        const edited = applyEdit(document, one);
        expect(JSON.stringify(document)).toBe(before);
        if (edited === undefined) return;
        expect(edited.document).not.toEqual(document);
        expect(applyEdit(edited.document, edited.inverse)?.document).toEqual(document);
      }),
      { numRuns: runs },
    );
  });

  it('is stored as the difference, which makes the same page of the one below', () => {
    fc.assert(
      fc.property(page, commands, (document, given) => {
        const { document: ended } = given.reduce<CommandStack>(
          (stack, edits) => doEdits(stack, edits),
          commandStack(document),
        );
        const operations = diffDocuments(document, ended);
        const folded = foldLayers(document, [{ level: 'org', name: 'org', basedOn: '', operations }]);
        expect(folded.document).toEqual(ended);
      }),
      { numRuns: runs },
    );
  });

  it('shows every node of the page below once, hidden or not, and none twice', () => {
    fc.assert(
      fc.property(page, commands, (document, given) => {
        const { document: ended } = given.reduce<CommandStack>(
          (stack, edits) => doEdits(stack, edits),
          commandStack(document),
        );
        const { document: drawn, hidden } = withHidden(ended, document);
        for (const name of ['columns', 'toolbar']) {
          const keys = (of: JsonObject) => keysIn(of[name]);
          expect(new Set(keys(drawn))).toEqual(new Set([...keys(ended), ...keys(document)]));
          expect(keys(drawn).length).toBe(new Set(keys(drawn)).size);
          const gone = keys(document).filter((one) => !keys(ended).includes(one));
          expect([...hidden].filter((at) => at.startsWith(`${name}/`))).toEqual(gone.map((one) => `${name}/${one}`));
        }
        if (hidden.size === 0) expect(drawn).toEqual(ended);
      }),
      { numRuns: runs },
    );
  });
});

function keysIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map((one: { readonly key: string }) => one.key) : [];
}

describe('letters typed one after the other', () => {
  const typed = (stack: CommandStack, title: string) =>
    doEdits(stack, [{ op: 'set', at: 'title', value: title }], 'title');

  it('are taken back together', () => {
    const stack = typed(typed(commandStack({ title: '客户' }), '客户列'), '客户列表');
    expect(undoOne(stack).document).toEqual({ title: '客户' });
    expect(redoOne(undoOne(stack)).document).toEqual({ title: '客户列表' });
  });
});

describe('what another one did meanwhile', () => {
  it('stays when one takes back his own', () => {
    const mine = doEdits(commandStack({ title: 'a', columns: [{ key: 'x' }] }), [
      { op: 'set', at: 'columns/x/width', value: 5 },
    ]);
    const merged = withDocument(mine, { title: 'theirs', columns: [{ key: 'x', width: 5 }] });
    expect(undoOne(merged).document).toEqual({ title: 'theirs', columns: [{ key: 'x' }] });
  });
});
