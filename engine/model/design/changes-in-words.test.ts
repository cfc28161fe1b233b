import '../all-texts/all-texts.testing.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { diffDocuments } from '../layers/diff.ts';
import { foldLayers } from '../layers/fold.ts';
import { valueAt, withContainer } from '../layers/key-path.ts';
import { changeOf } from '../layers/random-edits.testing.ts';
import { loadShipped } from '../shipped.testing.ts';
import { setLanguageSource } from '../texts/current-language.ts';
import { changesInWords } from './changes-in-words.ts';
import { nodeKind, nodeTitle, propertyTitle } from './node-words.ts';
import { valueText } from './value-text.ts';

const { documents } = loadShipped();
const pages = [...documents.pages.values()].map((page): JsonObject => ({ ...page }));
const list = documents.pages.get('myorderlist');
const isDeep = process.env.TEST_DEPTH === 'deep';
const runs = { seed: 20_261_126, numRuns: isDeep ? 10_000 : 60 };

function page(name: string): JsonObject {
  const document = documents.pages.get(name);
  if (document === undefined) throw new Error(`no page ${name}`);
  return { ...document };
}

/** What the words say after one thing was changed. */
function said(from: JsonObject, path: readonly string[], change: (value: unknown) => unknown): readonly string[] {
  const to = withContainer(from, path, change(valueAt(from, path)));
  return changesInWords(from, isJsonObject(to) ? to : from, documents).map(({ text }) => text);
}

const without = (key: string) => (items: unknown) =>
  Array.isArray(items) ? items.filter((item) => !isJsonObject(item) || item.key !== key) : items;
const altered = (properties: JsonObject) => (value: unknown) =>
  isJsonObject(value) ? { ...value, ...properties } : value;

afterEach(() => setLanguageSource(() => 'zh-CN'));

describe('changes in words', () => {
  const orders = page('myorderlist');

  it('say what became of columns, filters and buttons, by their titles', () => {
    expect(list).toBeDefined();
    expect(said(orders, ['columns', 'customer'], altered({ width: 160 }))).toEqual(['列「客户」宽度 110 → 160']);
    expect(said(orders, ['columns', 'customer'], altered({ title: '下单客户' }))).toEqual([
      '列「客户」改名为「下单客户」',
    ]);
    expect(said(orders, ['columns', 'customer'], altered({ hidden: true, pin: 'left' }))).toEqual([
      '列「客户」默认隐藏',
      '列「客户」固定位置设为 左侧',
    ]);
    expect(said(orders, ['filters'], without('payMode'))).toEqual(['隐藏筛选「付款方式」']);
    expect(said(orders, ['row'], without('edit'))).toEqual(['隐藏行操作「编辑」']);
    const city = { key: 'campus', field: 'customer.city' };
    expect(said(orders, ['filters'], (items) => [...(Array.isArray(items) ? items : []), city])).toEqual([
      '新增筛选「客户城市」',
    ]);
  });

  it('are said in the language of the reader, as far as the documents are', () => {
    setLanguageSource(() => 'en-US');
    expect(said(orders, ['columns', 'customer'], altered({ width: 160, hidden: true }))).toEqual([
      'Column “客户” › Width 110 → 160',
      'Column “客户” › hidden at first',
    ]);
    expect(said(orders, ['filters'], without('payMode'))).toEqual(['Filter “付款方式” hidden']);
    setLanguageSource(() => 'pt-BR');
    expect(said(orders, ['row'], without('edit'))).toEqual(['Ação de linha “编辑”: ocultação']);
  });

  it('say where something went', () => {
    const moved = (items: unknown) => {
      const all: readonly unknown[] = Array.isArray(items) ? items : [];
      const payMode = all.find((item) => isJsonObject(item) && item.key === 'payMode');
      return [payMode, ...all.filter((item) => item !== payMode)];
    };
    expect(said(orders, ['columns'], moved)).toEqual(['列「付款方式」移到最前']);
  });

  it('speak of fields of forms by their form, whether they were text or not', () => {
    const policy = page('discountPolicy');
    const [section] = listAt(policy, ['forms', 'edit', 'sections']);
    expect(isJsonObject(section) && listOf(section.fields)).toContain('maxAmount');
    const widen = (items: unknown) =>
      listOf(items).map((item) => (item === 'maxAmount' ? { key: item, required: true } : item));
    expect(said(policy, ['forms', 'edit', 'sections', 'base', 'fields'], widen)).toEqual([
      '表单「编辑优惠权限」字段「每单最高优惠」改为必填',
    ]);
  });

  it('say nothing where nothing changed', () => {
    for (const document of pages) expect(changesInWords(document, structuredClone(document), documents)).toEqual([]);
  });

  it(
    'name every difference of any change of any page once, and never with a code that has a title',
    () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...pages),
          fc.array(
            fc.record({
              what: fc.nat(999),
              where: fc.nat(99_999),
              how: fc.nat(999),
              value: fc.constantFrom(120, true, false, '新名', null),
            }),
            { minLength: 1, maxLength: 4 },
          ),
          (from, gestures) => {
            const to = gestures.reduce(changeOf, from);
            const differences = diffDocuments(from, to);
            const words = changesInWords(from, to, documents);
            expect(new Set(words.map(({ at, how }) => `${how} ${at}`)).size).toBe(words.length);
            for (const { at } of differences)
              expect(words.some((word) => word.at === at || word.at.startsWith(`${at}/`))).toBe(true);
            for (const { at } of words)
              expect(differences.some((edit) => at === edit.at || at.startsWith(`${edit.at}/`))).toBe(true);
            for (const { text } of words) expect(text).not.toMatch(/undefined|\[object|「」/);
          },
        ),
        runs,
      );
    },
    isDeep ? 1_200_000 : 20_000,
  );

  it('are the words of the edits that make the page', () => {
    const to = gesturesOn(orders);
    const { document } = foldLayers(orders, [
      { level: 'org', name: 'org', basedOn: 'a', operations: diffDocuments(orders, to) },
    ]);
    expect(changesInWords(document, to, documents)).toEqual([]);
  });
});

describe('the words of nodes', () => {
  it('name every node of every page, and no node by its key where it has a title', () => {
    const unnamed: string[] = [];
    for (const document of pages)
      for (const at of nodesOf(document)) {
        const title = nodeTitle(document, at, documents);
        const isCode = /^[a-z][A-Za-z0-9_.]*$/.test(title) || title === '';
        if (isCode) unnamed.push(`${String(document.name)}/${at.join('/')}: ${title}`);
        expect(nodeKind(document, at)).toMatch(/\p{Script=Han}/u);
      }
    expect(unnamed.filter((text) => !/\/(props|operations)\//.test(text))).toEqual([]);
  });

  it('tell what values mean', () => {
    const orders = page('myorderlist');
    expect(valueText(orders, ['columns', 'customer', 'field'], 'customer.name', documents)).toBe('客户');
    expect(valueText(orders, ['columns', 'customer', 'pin'], 'left', documents)).toBe('左侧');
    expect(valueText(orders, ['sort'], ['-createdAt'], documents)).toBe('创建时间倒序');
    expect(valueText(orders, ['columns', 'customer', 'link'], 'chancelist', documents)).toBe(page('chancelist').title);
    expect(propertyTitle(orders, ['columns', 'customer', 'width'])).toBe('宽度');
    expect(propertyTitle(orders, ['tabs'])).toBe('页签');
  });
});

function gesturesOn(document: JsonObject): JsonObject {
  return [3, 14, 159, 2653].reduce(
    (value, where) => changeOf(value, { what: 2, where, how: 1, value: '新名' }),
    document,
  );
}

/** The paths of all items of keyed lists. */
function nodesOf(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (Array.isArray(value))
    return value.flatMap((item) =>
      isJsonObject(item) && typeof item.key === 'string'
        ? [[...at, item.key], ...nodesOf(item, [...at, item.key])]
        : [],
    );
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => nodesOf(inner, [...at, name]));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function listAt(document: JsonObject, at: readonly string[]): readonly unknown[] {
  return listOf(valueAt(document, at));
}
