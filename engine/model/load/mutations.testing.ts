type Json = { [name: string]: unknown } | unknown[];

/** A place of a document: object properties by name, array items by index. */
export type Place = readonly (string | number)[];

/** A document with one thing changed, and where. */
export type Mutation = { readonly json: unknown; readonly at: Place; readonly what: string };

/** A repeatable source of numbers below 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function placesOf(json: unknown, at: Place = []): readonly Place[] {
  if (typeof json !== 'object' || json === null) return [at];
  const entries = Array.isArray(json) ? [...json.entries()] : Object.entries(json);
  return [...(at.length === 0 ? [] : [at]), ...entries.flatMap(([key, value]) => placesOf(value, [...at, key]))];
}

const strange: readonly (() => unknown)[] = [
  () => null,
  () => 0,
  () => -1.5,
  () => true,
  () => '',
  () => 'nowhere',
  () => '__proto__',
  () => 'record.constructor',
  () => '{{$self.value}}',
  () => '<script>alert(1)</script>',
  () => 'x'.repeat(5000),
  () => [],
  () => ({}),
  () => [null],
  () => ({ key: 'key' }),
  () => Array.from({ length: 200 }, (_, index) => ({ key: `k${index}` })),
];

/** Changes one place of a document in one of the ways a slip of the pen, a bad merge or malice would. */
export function mutate(source: unknown, random: () => number): Mutation {
  const json: unknown = structuredClone(source);
  const places = placesOf(json);
  const at = pick(places, random);
  const parent = parentOf(json, at);
  const last = at.at(-1) ?? '';
  const ways: readonly (readonly [string, () => void])[] = [
    ['remove', () => remove(parent, last)],
    ['replace', () => put(parent, last, pick(strange, random)())],
    ['misspell', () => put(parent, last, misspelt(get(parent, last), random))],
    ['rename', () => rename(parent, last)],
    ['double', () => double(parent, last)],
    ['copy', () => put(parent, last, structuredClone(valueAt(json, pick(places, random))))],
    ['add', () => add(get(parent, last), pick(strange, random)())],
  ];
  const [what, run] = pick(ways, random);
  run();
  return { json, at, what };
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new TypeError('nothing to pick from');
  return item;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function get(parent: unknown, key: string | number): unknown {
  return isJson(parent) && Object.hasOwn(parent, key) ? Reflect.get(parent, key) : undefined;
}

function parentOf(json: unknown, at: Place): unknown {
  let node = json;
  for (const key of at.slice(0, -1)) node = get(node, key);
  return node;
}

function valueAt(json: unknown, at: Place): unknown {
  return get(parentOf(json, at), at.at(-1) ?? '');
}

function put(parent: unknown, key: string | number, value: unknown): void {
  if (isJson(parent))
    Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true });
}

function remove(parent: unknown, key: string | number): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (isJson(parent)) Reflect.deleteProperty(parent, key);
}

function rename(parent: unknown, key: string | number): void {
  if (!isJson(parent) || Array.isArray(parent)) return;
  const value = get(parent, key);
  remove(parent, key);
  put(parent, `${key}s`, value);
}

function double(parent: unknown, key: string | number): void {
  if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]));
  else put(parent, `${key}Copy`, get(parent, key));
}

function add(target: unknown, value: unknown): void {
  if (Array.isArray(target)) target.push(value);
  else put(target, 'added', value);
}

function misspelt(value: unknown, random: () => number): unknown {
  if (typeof value !== 'string' || value.length < 2) return `${String(value)}x`;
  const at = Math.floor(random() * (value.length - 1));
  return `${value.slice(0, at)}${value[at + 1]}${value[at]}${value.slice(at + 2)}`;
}
