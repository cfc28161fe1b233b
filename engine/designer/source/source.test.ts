import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageGrammar } from '../../model/grammar/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { sameJson } from '../../model/layers/index.ts';
import { changeOf } from '../../model/layers/random-edits.testing.ts';
import { loadCandidatePage } from '../../model/load/index.ts';
import { loadShipped } from '../../model/shipped.testing.ts';
import { inChinese } from '../texts/chinese.testing.ts';
import { jsonText } from './json-text.ts';
import { parseFaultText, readSource } from './read-source.ts';
import { sourceFaults } from './source-faults.ts';
import { hintAt, offersAt } from './source-offers.ts';
import { keyPathAt, rangeAt } from './source-places.ts';
import { editsTo, type TextEdit } from './text-edits.ts';

const { documents } = loadShipped();
const pages = [...documents.pages.values()].map((page): JsonObject => ({ ...page }));
const orders = pages.find(({ name }) => name === 'myorderlist') ?? {};
const grammar = pageGrammar('list');
const runs = { seed: 20_261_126, numRuns: process.env.TEST_DEPTH === 'deep' ? 5000 : 60 };

function treeOf(text: string) {
  const { tree } = readSource(text);
  if (tree === undefined) throw new Error('no tree');
  return tree;
}

function edited(text: string, edits: readonly TextEdit[]): string {
  return edits.toReversed().reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);
}

describe('the text of a document', () => {
  it('says the document', () => {
    for (const page of pages) expect(readSource(jsonText(page)).document).toEqual(page);
  });

  it('is told with line and column where it is none', () => {
    const faultOf = (text: string) => {
      const { fault } = readSource(text);
      return fault && [fault.line, fault.column, parseFaultText(inChinese, fault)];
    };
    expect(faultOf('{\n  "title": "订单"\n  "kind": "list"\n}')).toEqual([3, 3, '前面缺少逗号']);
    expect(faultOf('{\n  "title": "订单",\n}')?.[0]).toBe(3);
    expect(faultOf('{ "a": 1, "a": 2 }')).toEqual([1, 11, '同一对象中的属性“a”写了两次']);
    expect(faultOf('[]')?.[2]).toContain('一个对象');
    expect(faultOf('')?.[2]).toBeTypeOf('string');
    expect(faultOf('{ "a": 1 } // 说明')?.[2]).toContain('注释');
    expect(readSource('{ "a": 1 }')).toMatchObject({ document: { a: 1 } });
  });

  it('follows another document, and leaves alone what is the same', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pages),
        fc.array(
          fc.record({
            what: fc.nat(999),
            where: fc.nat(99_999),
            how: fc.nat(999),
            value: fc.constantFrom(1, 'x', null),
          }),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        (page, gestures) => {
          const text = jsonText(page);
          const to = gestures.reduce(changeOf, page);
          const next = edited(text, editsTo(text, treeOf(text), to));
          expect(sameJson(readSource(next).document, to)).toBe(true);
        },
      ),
      runs,
    );
    const odd = '{"title":   "订单" ,\n\n"kind":"list","columns":[ {"key":"a","width":80} ]}';
    const to = { title: '订单', kind: 'list', columns: [{ key: 'a', width: 120 }] };
    expect(edited(odd, editsTo(odd, treeOf(odd), to))).toBe(odd.replace('80', '120'));
    expect(editsTo(odd, treeOf(odd), { ...to, columns: [{ key: 'a', width: 80 }] })).toEqual([]);
  });

  it('leads to what stands in it, and back', () => {
    const text = jsonText(orders);
    const tree = treeOf(text);
    for (const at of [
      'title',
      'columns',
      'columns/customer',
      'columns/customer/width',
      'filters/payMode/field',
      'sort',
    ]) {
      const range = rangeAt(tree, at);
      expect(range && keyPathAt(tree, range.from), at).toBe(at);
    }
    expect(rangeAt(tree, 'columns/nobody')).toBeUndefined();
    expect(keyPathAt(tree, 0)).toBe('');
  });
});

/** A text with `|` where the cursor is. */
function offered(marked: string) {
  const offset = marked.indexOf('|');
  return offersAt(marked.replace('|', ''), offset, grammar, inChinese, documents);
}

describe('what the source offers', () => {
  it('is the properties a node may have and has not, with their titles', () => {
    const found = offered('{ "kind": "list", "entity": "sales_order", "columns": [ { "key": "a", "wi|" } ] }');
    const width = found?.offers.find(({ label }) => label === 'width');
    expect(width).toMatchObject({ detail: '宽度', insert: '"width": ' });
    expect(found?.offers.map(({ label }) => label)).not.toContain('key');
    expect(offered('{ "kind": "list", | }')?.offers.map(({ label }) => label)).toContain('filters');
    const before = offered('{ "kind": "list", "|" "title": "x" }');
    expect(before?.offers.find(({ label }) => label === 'search')?.insert).toBe('"search": true,');
  });

  it('is the choices of a property, and the names the documents know', () => {
    const pin = offered('{ "kind": "list", "columns": [ { "key": "a", "pin": "|" } ] }');
    expect(pin?.offers.map(({ label, detail }) => [label, detail])).toEqual([
      ['"left"', '左侧'],
      ['"right"', '右侧'],
    ]);
    const field = offered('{ "kind": "list", "entity": "sales_order", "columns": [ { "key": "a", "field": "|" } ] }');
    expect(field?.offers.find(({ label }) => label === '"customer.name"')?.detail).toBe('客户');
    expect(field?.offers.some(({ label }) => /^"\w+\.\w+\.\w+"$/.test(label))).toBe(true);
    const page = offered('{ "kind": "list", "columns": [ { "key": "a", "link": | } ] }');
    expect(page?.offers.find(({ label }) => label === '"chancelist"')?.detail).toBe(
      documents.pages.get('chancelist')?.title,
    );
  });

  it('never fails, wherever the cursor stands and whatever the text is', () => {
    const text = jsonText(orders);
    for (let offset = 0; offset < text.length; offset += 397) {
      offersAt(text, offset, grammar, inChinese, documents);
      offersAt(text.slice(0, offset), offset, grammar, inChinese, documents);
      hintAt(text, offset, grammar, inChinese, documents);
    }
    expect(hintAt(text, text.indexOf('"width"') + 2, grammar, inChinese, documents)?.title).toBe('宽度');
  });
});

describe('faults in the source', () => {
  it('are underlined where they are written, and say the nearest name', () => {
    const columns = Array.isArray(orders.columns) ? orders.columns : [];
    const wrong = columns.map((column: unknown) =>
      isJsonObject(column) && column.key === 'customer' ? { ...column, field: 'customer.nam', widt: 90 } : column,
    );
    for (const broken of [{ ...orders, columns: wrong }]) {
      const text = jsonText(broken);
      const shape = loadCandidatePage({ file: 'pages/x.json', text }, documents).faults;
      const [found] = sourceFaults(text, treeOf(text), shape);
      expect(found?.message).toContain('width');
      expect(text.slice(found?.from, found?.to)).toContain('"widt": 90');
      expect(found?.repair && text.slice(found.repair.from, found.repair.to)).toBe('widt');
    }
    const named = jsonText({ ...orders, columns: wrong }).replace(/,\s*"widt": 90/, '');
    const faults = loadCandidatePage({ file: 'pages/x.json', text: named }, documents).faults;
    const found = sourceFaults(named, treeOf(named), faults).find(({ message }) => message.includes('customer.nam”'));
    expect(found && named.slice(found.from, found.to)).toContain('customer.nam');
    expect(found?.repair).toMatchObject({ nearest: 'customer.name' });
  });

  it('in an expression are underlined at the part that is wrong', () => {
    const text = '{ "row": [ { "key": "edit", "visibleWhen": "record.a == \\"x\\" && record.nobody" } ] }';
    const fault = { code: 'E_SCHEMA_UNKNOWN_NAME', pointer: '/row/0/visibleWhen', offset: 19, got: 'nobody' } as const;
    const [found] = sourceFaults(text, treeOf(text), [fault]);
    expect(found && text.slice(found.from, found.to)).toBe('record');
  });
});
