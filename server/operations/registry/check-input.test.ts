import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bool,
  choice,
  either,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
} from '../../../contract/definition/schema.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import type { CallerOperation } from '../../kernel/operation/operation.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { checkInput } from './check-input.ts';

type Refused = { readonly error?: { readonly code: string; readonly faults?: readonly Fault[] } } | null;

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
}, 60_000);

afterAll(() => company.close());

/** What every caller reads of all operations he may call: their addresses, and how they are called. */
async function described(): Promise<
  readonly { readonly path: string; readonly method: string; readonly body: unknown }[]
> {
  type Described = {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: unknown }>>>>;
  };
  const { data } = await company.call<Described>('admin', '/v1/sys/openapi/view');
  return Object.entries(data.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, body: operation.requestBody })),
  );
}

/** What becomes of a name nobody knows, with these beside it: asked until it is told, since what comes before is refused as well. */
async function answered(path: string, tries: readonly Values[]) {
  let isTold = false;
  let isDone = false;
  for (const more of tries) {
    if (isTold && process.env.TEST_DEPTH !== 'deep') break;
    const key = { 'idempotency-key': crypto.randomUUID() };
    const { code, data } = await company.call<Refused>('admin', path, { ...more, bogus: 1 }, key);
    isTold ||= data?.error?.faults?.some((fault) => fault.pointer === '/bogus') === true;
    isDone ||= code === '0';
  }
  return { isTold, isDone };
}

it('refuses a name it does not know, of every operation that takes a body, those that only read too', async () => {
  const operations = (await described()).filter(({ method }) => method === 'post');
  expect(operations.length).toBeGreaterThan(300);
  const silent: string[] = [];
  for (const { path, body } of operations) {
    if (JSON.stringify(body ?? {}).includes('multipart/form-data')) continue;
    // Enough for those that look at id and version before the values.
    const known = /\/modify$/.test(path) ? { id: crypto.randomUUID(), version: 1 } : {};
    const one = /\/(create|query|view)$/.test(path) ? {} : { id: crypto.randomUUID() };
    const { isTold, isDone } = await answered(path, [known, one, {}]);
    if (!isTold || isDone) silent.push(path);
  }
  expect(silent).toEqual([]);
}, 60_000);

describe('a fault', () => {
  const operation: CallerOperation = {
    path: '/v1/sample/create',
    title: '样例',
    access: { kind: 'signedIn' },
    input: {
      ...object({
        id: id({ title: '编号' }),
        kind: choice(['a', 'b'], { title: '种类' }),
        count: optional(integer({ minimum: 1, maximum: 9, title: '数量' })),
        secret: optional(text({ format: 'password', maxLength: 3, title: '口令' })),
        note: optional(nullable(text({ maxLength: 2 }), { title: '备注' })),
        rows: optional(
          list(object({ name: text({ minLength: 1, title: '名称' }), on: optional(bool()) }), { maxItems: 2 }),
        ),
        event: optional(either([object({ kind: choice(['on']) }), object({ kind: choice(['off']), by: text() })])),
      }),
    },
    output: {},
    scope: null,
    idempotency: 'none',
    audit: 'change',
    run: async () => null,
  };
  const sound = { id: '0190f0a0-0000-7000-8000-000000000001', kind: 'a' };
  const faults = (input: Values): readonly Fault[] => {
    try {
      checkInput(operation, input, company.documents);
      return [];
    } catch (error) {
      if (error instanceof AppError && error.code === 'E_INPUT_INVALID') return error.detail.faults ?? [];
      throw error;
    }
  };

  it('is not there where all is well', () => {
    expect(faults(sound)).toEqual([]);
    expect(faults({ ...sound, count: 9, note: null, rows: [{ name: 'x' }], event: { kind: 'off', by: 'x' } })).toEqual(
      [],
    );
  });

  it.each<[string, Values, Partial<Fault>]>([
    ['what is missing', { id: sound.id }, { code: 'E_INPUT_REQUIRED', pointer: '/kind', title: '种类' }],
    ['what is unknown', { ...sound, colour: 1 }, { code: 'E_INPUT_UNKNOWN', pointer: '/colour', got: 'colour' }],
    [
      'a wrong type',
      { ...sound, count: '3' },
      { code: 'E_INPUT_TYPE', pointer: '/count', title: '数量', expected: '整数', got: '3' },
    ],
    ['what is no id', { ...sound, id: 'x' }, { code: 'E_INPUT_TYPE', pointer: '/id', expected: '编号', got: 'x' }],
    ['no choice', { ...sound, kind: 'z' }, { code: 'E_INPUT_CHOICE', pointer: '/kind', expected: 'a、b', got: 'z' }],
    [
      'a number out of range',
      { ...sound, count: 10 },
      { code: 'E_INPUT_RANGE', pointer: '/count', expected: '1 到 9', got: '10' },
    ],
    [
      'a text too long',
      { ...sound, note: '三个字' },
      { code: 'E_INPUT_TOO_LONG', pointer: '/note', title: '备注', expected: '2' },
    ],
    [
      'a place in a list',
      { ...sound, rows: [{ name: 'x' }, { name: '' }] },
      { code: 'E_INPUT_REQUIRED', pointer: '/rows/1/name', title: '名称' },
    ],
    [
      'an unknown name in a list',
      { ...sound, rows: [{ name: 'x', at: 1 }] },
      { code: 'E_INPUT_UNKNOWN', pointer: '/rows/0/at' },
    ],
  ])('tells %s, and where', (_, input, fault) => {
    const [first, ...others] = faults(input);
    expect(first).toMatchObject(fault);
    expect(others).toEqual([]);
  });

  it('never tells what was typed as a password', () => {
    expect(JSON.stringify(faults({ ...sound, secret: 'hunter2' }))).not.toContain('hunter2');
  });

  it('stands at each place that is wrong, twenty at most', () => {
    expect(faults({ id: 1, kind: 2, count: 0 }).map(({ pointer }) => pointer)).toEqual(['/id', '/kind', '/count']);
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`bad${at}`, at]));
    expect(faults({ ...sound, ...many })).toHaveLength(20);
  });
});
