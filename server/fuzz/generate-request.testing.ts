import type { Random } from '../demo/crm/values/random.ts';
import { type Material, ValueGenerator } from './generate-value.testing.ts';
import type { FuzzOperation } from './material.testing.ts';

/** One call to be made. */
export type FuzzRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'HEAD';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
  /** Whose token goes with it; none for a call without, `broken` for one that is no token. */
  readonly account: 'admin' | 'manager' | 'sales' | 'promoter' | 'broken' | undefined;
};

const accounts = ['admin', 'admin', 'admin', 'manager', 'sales', 'sales', 'promoter', 'broken', undefined] as const;
const json = { 'content-type': 'application/json' };

/** Makes calls: most to an operation with what it takes, bent a little or much; some bent in path, method or headers. */
export class RequestGenerator {
  constructor(
    readonly operations: readonly FuzzOperation[],
    readonly material: Material,
    readonly pages: readonly string[],
    readonly random: Random,
  ) {}

  next(): FuzzRequest {
    const operation = this.#pick(this.operations);
    const roll = this.random.next();
    if (roll < 0.7) return this.#call(operation);
    if (roll < 0.78) return this.#brokenBody(operation);
    if (roll < 0.86) return this.#brokenPath(operation);
    if (roll < 0.9) return { ...this.#call(operation), method: this.#pick(methods) };
    if (roll < 0.94) return this.#brokenType(operation);
    return this.#brokenHeaders(operation);
  }

  #call(operation: FuzzOperation, malice = this.random.pick([0, 0, 0, 0.03, 0.1, 0.3, 0.8] as const)): FuzzRequest {
    const values = new ValueGenerator(this.material, this.random, malice, operation.scope);
    const body = values.value(operation.input);
    const account = malice === 0 && this.random.chance(0.6) ? 'admin' : this.#pick(accounts);
    const page: Record<string, string> = this.random.chance(0.1) ? { 'x-app-page': this.#pick(this.pages) } : {};
    if (operation.method === 'GET' || operation.takes === 'file') {
      const query = typeof body === 'object' && body !== null ? Object.entries(body) : [];
      const text = query.map(([key, value]) => `${encode(key)}=${encode(String(value ?? ''))}`).join('&');
      return { method: operation.method, url: `${operation.path}?${text}`, headers: page, account };
    }
    return { method: 'POST', url: operation.path, headers: { ...json, ...page }, payload: textOf(body), account };
  }

  #brokenBody(operation: FuzzOperation): FuzzRequest {
    const payload = this.#pick(rawBodies);
    const made = typeof payload === 'string' ? payload : payload();
    return { method: 'POST', url: operation.path, headers: json, payload: made, account: this.#pick(accounts) };
  }

  #brokenPath(operation: FuzzOperation): FuzzRequest {
    return { ...this.#call(operation), url: this.#pick(pathTricks)(operation.path) };
  }

  #brokenType(operation: FuzzOperation): FuzzRequest {
    const call = this.#call(operation);
    return { ...call, headers: { ...call.headers, 'content-type': this.#pick(contentTypes) } };
  }

  #brokenHeaders(operation: FuzzOperation): FuzzRequest {
    const call = this.#call(operation, 0);
    const [name, value] = this.#pick(headerTricks);
    return { ...call, headers: { ...call.headers, [name]: value } };
  }

  #pick<Item>(items: readonly Item[]): Item {
    // No list here is empty.
    return items[this.random.int(0, items.length - 1)] as Item;
  }
}

/** Numbers and keys that an object cannot be written with go in by hand. */
function textOf(body: unknown): string {
  return JSON.stringify(body) ?? 'null';
}

function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text.slice(0, 2000)).toString());
}

const methods = ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const;

const rawBodies: readonly (string | (() => string))[] = [
  '',
  ' ',
  '{',
  '}',
  '[]',
  '[1]',
  '"text"',
  '1',
  'null',
  'true',
  '{"a":1}garbage',
  '{"a":1,}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"size":1e999}',
  '{"size":-1e999}',
  '{"size":-0}',
  '{"size":99999999999999999999}',
  '{"version":1e999,"id":"00000000-0000-0000-0000-000000000000"}',
  '{"__proto__":{"polluted":1}}',
  '{"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"where":{"__proto__":{"polluted":1}}}',
  '{"where":{"and":[{"constructor":{"prototype":{"polluted":1}}}]}}',
  '{"__proto__.polluted":1}',
  '{"constructor.prototype.polluted":1}',
  '{"a[__proto__][polluted]":1}',
  '{"id":"a","id":"b"}',
  '\ufeff{}',
  '{"a":"\ud800"}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '{"a":"\u0001"}',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  'a=1&b=2',
  () => '['.repeat(100_000),
  () => `${'['.repeat(5000)}${']'.repeat(5000)}`,
  () => `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  () => `{"where":${'{"and":['.repeat(30)}{"search":"x"}${']}'.repeat(30)}}`,
  () => `{"where":{"or":[${Array.from({ length: 3000 }, () => '{"search":"x"}').join(',')}]}}`,
  () => `{"a":"${'x'.repeat(1_048_600)}"}`,
  () => `{${Array.from({ length: 20_000 }, (_, place) => `"k${place}":${place}`).join(',')}}`,
  () => `{"fields":[${Array.from({ length: 5000 }, () => '"id"').join(',')}]}`,
];

const pathTricks: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace('/v1/', '/v1//'),
  (path) => path.toUpperCase(),
  (path) => `${path}%00`,
  (path) => `${path}%2f`,
  (path) => path.replace('/v1/', '/v1/%2e%2e/v1/'),
  (path) => path.replace('/v1/', '/v1/../v1/'),
  (path) => `${path}/..`,
  (path) => `${path};a=b`,
  (path) => `${path}.json`,
  (path) => `${path}?a=1&a=2&__proto__[x]=1&constructor.prototype.x=1`,
  (path) => `${path}?${'a='.repeat(2000)}`,
  (path) => path.replace('/v1/', '/v2/'),
  (path) => path.replace('/v1/', '/v9/'),
  (path) => path.replace(/[a-z]$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}%ff`,
  (path) => `${path}%`,
  (path) => `${path}%zz`,
  (path) => `${path}%e4%bd%a0`,
  (path) => `http://127.0.0.1${path}`,
  () => `/${'a/'.repeat(500)}`,
  (path) => `${path}/${'x'.repeat(3000)}`,
  () => '/v1/__proto__',
  () => '/v1/constructor/query',
  () => '/v1/toString',
  () => '/..%2f..%2f..%2fetc/passwd',
  () => '/assets/..%2f..%2fpackage.json',
  () => '/v1',
  () => '/',
];

const contentTypes = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=x',
  'application/json;',
  'application/jsonp',
  'application/xml',
  'application/octet-stream',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'a/b/c',
  '/',
  '\\',
  'application/__proto__',
] as const;

const headerTricks: readonly (readonly [string, string])[] = [
  ['x-app-token', ''],
  ['x-app-token', 'x'.repeat(12_000)],
  ['x-app-token', "' or 1=1 --"],
  ['x-app-token', '%00'],
  ['x-app-token', 'a, b'],
  ['x-app-page', 'unknown'],
  ['x-app-page', '__proto__'],
  ['x-app-page', 'constructor'],
  ['x-app-page', '../alllist'],
  ['x-app-page', 'x'.repeat(8000)],
  ['idempotency-key', ''],
  ['idempotency-key', 'short'],
  ['idempotency-key', 'x'.repeat(201)],
  ['idempotency-key', 'with space inside'],
  ['idempotency-key', '00000000-1111'],
  ['x-app-platform', 'x'.repeat(5000)],
  ['x-app-version', '%'],
  ['x-forwarded-for', '1.2.3.4, 5.6.7.8'],
  ['x-forwarded-host', 'elsewhere.example'],
  ['accept', 'text/html'],
  ['accept-encoding', 'br;q=9'],
  ['content-encoding', 'gzip'],
  ['transfer-encoding', 'gzip, chunked'],
  ['range', 'bytes=0-,1-,2-'],
  ['range', 'bytes=99999999999999999999-'],
  ['if-none-match', '*'],
  ['cookie', '__proto__=1'],
  ['user-agent', '\u00ff'.repeat(3000)],
  ['x-http-method-override', 'DELETE'],
  ['expect', '100-continue'],
];
