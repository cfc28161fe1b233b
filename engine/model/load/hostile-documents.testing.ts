import { mutate } from './mutations.testing.ts';

/** A page document as somebody wrote it who means harm, as text, and in what way. */
export type HostileDocument = { readonly what: string; readonly text: string };

type Json = Readonly<Record<string, unknown>>;
type Make = (page: Json, random: () => number) => string;

const megabyte = 1_000_000;

/** Text where a property stands whose value no JavaScript object could hold that way: a mark is put, then replaced. */
const mark = '"\u2620"';

function withMark(page: Json, property: string, text: string): string {
  return JSON.stringify({ ...page, [property]: '\u2620' }).replace(mark, () => text);
}

function pick<Item>(items: readonly [Item, ...Item[]], random: () => number): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

const properties = [
  'title',
  'columns',
  'filters',
  'forms',
  'cards',
  'tabs',
  'facts',
  'row',
  'header',
  'entity',
  'kind',
  'name',
  'path',
  'scope',
  'api',
  'odd',
] as const;

const prototypeNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'] as const;

const oddNames = [
  '',
  '/',
  '~',
  '~1',
  'a/b',
  '\u0000',
  '\u202e',
  '\ud800',
  '𝕏',
  ' ',
  '0',
  '-1',
  'then',
  'key',
  '$ref',
] as const;

const oddTexts = [
  'not json',
  '',
  '\ufeff{}',
  'null',
  '[]',
  '"page"',
  '{"schemaVersion":NaN}',
  '{"name":"x",}',
  '{"name":"x"}{"name":"y"}',
  '{"name":"x","name":"y","kind":"list","kind":"list"}',
  '// page\n{}',
  "{'name':'x'}",
  '{"name":"\\ud800"}',
  '{"name":"x',
  '\u0000\u0001\u0002',
  '{"schemaVersion":1e999}',
] as const;

function nested(open: string, close: string, depth: number, core = '1'): string {
  return `${open.repeat(depth)}${core}${close.repeat(depth)}`;
}

function hostileExpression(random: () => number): string {
  const depth = pick([200, 5_000, 60_000], random);
  return pick<() => string>(
    [
      () => nested('(', ')', depth, 'true'),
      () => nested('!', '', depth, 'true'),
      () => nested('-', '', depth),
      () => nested('[', ']', depth),
      () => `record.${'a.'.repeat(depth)}b`,
      () => nested('true ? false : ', '', depth, 'true'),
      () => Array.from({ length: depth }, () => 'true').join(' && '),
      () => Array.from({ length: depth }, (_, place) => `'${place}'`).join(' + '),
      () => nested('size(', ')', depth, "'a'"),
      () => `'${'x'.repeat(depth)}`,
      () => `"\\u{${'f'.repeat(depth)}}"`,
      () => `record['${'constructor'}']`,
      () => 'record.constructor.constructor("return this")()',
      () => 'record.__proto__ == null',
      () => `'a'.matches('${'(a+)+'.repeat(30)}$')`,
      () => '{{$self.value}}',
      () => '1e999 > 1 && 9223372036854775808 == 1',
      () => 'x'.repeat(depth),
    ],
    random,
  )();
}

const ways: Readonly<Record<string, Make>> = {
  'five megabytes': (page, random) =>
    pick<() => string>(
      [
        () => withMark(page, pick(properties, random), `"${'长'.repeat(2 * megabyte)}"`),
        () => `${JSON.stringify(page).slice(0, -1)},"odd":"${'x'.repeat(5 * megabyte)}"}`,
        () => JSON.stringify({ ...page, ['k'.repeat(5 * megabyte)]: 1 }),
      ],
      random,
    )(),
  deep: (page, random) => {
    const depth = pick([200, 2_000, 50_000], random);
    return withMark(
      page,
      pick(properties, random),
      pick([nested('[', ']', depth), nested('{"key":', '}', depth), nested('{"children":[', ']}', depth)], random),
    );
  },
  'wrong types': (page, random) => {
    let json: unknown = page;
    for (let count = 0; count < 40 && JSON.stringify(json) !== '{}'; count += 1) json = mutate(json, random).json;
    return JSON.stringify(json);
  },
  'prototype names': (page, random) => {
    const name = pick(prototypeNames, random);
    const value = pick(['{"polluted":1}', '[{"key":"__proto__"}]', `"${name}"`, 'null'], random);
    const own = `{"${name}":${value},"key":"${name}","field":"${name}","title":"x","permission":"${name}:${name}"}`;
    return withMark(page, pick([...properties, name], random), pick([own, `[${own}]`], random));
  },
  extends: (page, random) =>
    JSON.stringify({
      ...page,
      extends: pick<unknown>([page.name, '__proto__', ['a'], {}, 1, '', 'x'.repeat(megabyte), null], random),
      omit: pick<unknown>(['columns', ['__proto__/x'], ['/'.repeat(10_000)], [1, null], { a: 1 }, undefined], random),
    }),
  'giant arrays': (page, random) => {
    const length = pick([2_000, 20_000], random);
    const items = pick<(place: number) => unknown>(
      [
        (place) => ({ key: `k${place}`, field: 'name', width: 100 }),
        () => ({ key: 'same', field: 'name' }),
        () => null,
        (place) => place,
        (place) => ({ key: `k${place}`, field: `nowhere${place}` }),
        () => [],
      ],
      random,
    );
    const name = pick(['columns', 'filters', 'row', 'toolbar', 'cards', 'tabs', 'facts', 'sort'], random);
    return JSON.stringify({ ...page, [name]: Array.from({ length }, (_, place) => items(place)) });
  },
  'odd names': (page, random) => {
    const count = pick([1, 20, 5_000], random);
    const odd = Object.fromEntries(
      Array.from({ length: count }, (_, place) => [`${pick(oddNames, random)}${place === 0 ? '' : place}`, place]),
    );
    return JSON.stringify(
      pick<unknown>(
        [
          { ...page, ...odd },
          { ...page, forms: odd },
          { ...page, api: odd },
        ],
        random,
      ),
    );
  },
  expressions: (page, random) => {
    const expression = hostileExpression(random);
    const row = {
      key: 'x',
      title: 'x',
      permission: 'customer:edit',
      api: '/v1/customer/modify',
      visibleWhen: expression,
      enabledWhen: expression,
      values: { name: expression },
    };
    return JSON.stringify({
      ...page,
      row: [row],
      toolbar: [row],
      columns: [{ key: 'name', field: 'name', tone: expression }],
    });
  },
  numbers: (page, random) => {
    const number = pick(['1e999', '-1e999', '-0', '1e21', '9007199254740993', '0.30000000000000004', '-1'], random);
    const [named, list] = [
      `{"width":${number},"key":"a","field":"name"}`,
      pick(['pageSize', 'schemaVersion', 'size'], random),
    ];
    return random() < 0.5 ? withMark(page, list, number) : withMark(page, 'columns', `[${named}]`);
  },
  'no document': (_, random) => pick(oddTexts, random),
};

/** The nth hostile document made from a page; every way comes up early. */
export function hostileDocument(page: object, place: number, random: () => number): HostileDocument {
  const names = Object.keys(ways);
  const what = names[place % names.length] ?? '';
  return { what, text: ways[what]?.({ ...page }, random) ?? '' };
}
