import '../all-texts/all-texts.testing.ts';
import { describe, expect, it } from 'vitest';
import type { EntityDocument } from '../generated/documents.ts';
import { lookupsRead, pathsRead } from './dependencies.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { type ExpressionLocation, expressionUses } from './expression-use.ts';
import { parseExpression } from './parse.ts';
import { textLookups } from './text-lookups.ts';
import { checkExpression } from './types/check-expression.ts';

const level: EntityDocument = {
  schemaVersion: 2,
  name: 'level',
  title: '服务级别',
  label: 'name',
  operations: [],
  fields: [
    { key: 'name', title: '名称', type: 'string', unique: true },
    { key: 'projectId', title: '项目', type: 'ref', ref: 'ticket' },
    { key: 'urgency', title: '紧急度', type: 'int' },
    { key: 'minutes', title: '时限', type: 'int' },
    { key: 'doubled', title: '两倍', type: 'int', compute: 'record.minutes * 2' },
    { key: 'mobile', title: '电话', type: 'mobile', mask: 'mobile' },
    { key: 'enabled', title: '启用', type: 'bool' },
    { key: 'kind', title: '种类', type: 'string' },
  ],
  indexes: [
    { key: 'one', fields: ['projectId', 'urgency'], unique: true, where: 'record.enabled' },
    { key: 'other', fields: ['kind'], unique: true, where: 'record.minutes > 3' },
  ],
};
const ticket: EntityDocument = {
  ...level,
  name: 'ticket',
  title: '工单',
  indexes: [],
  fields: [
    { key: 'projectId', title: '项目', type: 'ref', ref: 'ticket' },
    { key: 'urgency', title: '紧急度', type: 'int' },
    { key: 'title', title: '标题', type: 'string' },
  ],
};
const environment = {
  entities: new Map([level, ticket].map((document) => [document.name, document])),
  dictionaries: new Map(),
  record: ticket,
};

const both = '{"projectId": record.projectId, "urgency": record.urgency}';
const parsed = (source: string) => {
  const outcome = parseExpression(source);
  if (!outcome.ok) throw new TypeError(`${source}: ${outcome.expectedEn} at ${outcome.offset}`);
  return outcome.expression;
};
const rows = [
  { projectId: 'p', urgency: 1, name: '一', minutes: 30 },
  { projectId: 'p', urgency: 2, name: '二', minutes: 60 },
  { projectId: null, urgency: 1, name: null, minutes: 90 },
];
const scope = (record: Readonly<Record<string, unknown>>): Scope => ({ record, lookups: new Map([['level', rows]]) });

describe('a value that is looked up', () => {
  it.each([
    ['is of the row that holds every value', { projectId: 'p', urgency: 2 }, 60],
    ['is missing where no row holds them', { projectId: 'p', urgency: 3 }, null],
    ['is missing where a value is missing, whatever the rows lack', { projectId: null, urgency: 1 }, null],
  ] as const)('%s', (_title, record, expected) => {
    expect(evaluate(parsed(`lookup("level", ${both}).minutes`), scope(record))).toBe(expected);
  });

  it('is missing where the rows have not been read', () => {
    expect(evaluate(parsed(`lookup("level", ${both}).minutes`), { record: rows[0] ?? {} })).toBeNull();
  });

  it('stands within other expressions, and others within it', () => {
    const source = 'lookup("level", {"name": lookup("level", {"name": record.title}).name}).minutes + 1 > 30';
    expect(evaluate(parsed(source), scope({ title: '一' }))).toBe(true);
    expect(
      evaluate(parsed('sum(record.items, lookup("level", {"name": row.name}).minutes)'), scope({ items: rows })),
    ).toBe(90);
  });

  it('says what it reads', () => {
    const expression = parsed(`any(record.items, lookup("level", ${both}).minutes > 1)`);
    expect(lookupsRead(expression)).toEqual(new Map([['level', new Set(['projectId', 'urgency', 'minutes'])]]));
    expect(pathsRead(parsed(`lookup("level", ${both}).minutes`), 'record')).toEqual(['projectId', 'urgency']);
    expect(textLookups({ a: [{ b: 'lookup("level", {"name": form.x}).minutes' }], c: 'lookup(' })).toEqual(
      new Map([['level', new Set(['name', 'minutes'])]]),
    );
  });
});

const faultsOf = (source: string, location: ExpressionLocation = 'guard') =>
  checkExpression(source, expressionUses[location], environment).map(({ code, got, expectedEn, offset, length }) => ({
    code,
    got,
    expectedEn,
    at: source.slice(offset, offset + length),
  }));

describe('the check of a look-up', () => {
  it.each(['guard', 'entityRule'] as const)('takes one that finds at most one row, in %s', (location) => {
    expect(faultsOf(`lookup("level", ${both}).minutes > 10`, location)).toEqual([]);
    expect(faultsOf('lookup("level", {"name": record.title}).minutes == null', location)).toEqual([]);
  });

  it.each([
    ['level', 'a lookup("levle", {"name": record.title}).minutes'.slice(2), 'levle', 'an entity'],
    ['field', 'lookup("level", {"nmae": record.title}).minutes', 'nmae', 'stored field of level that is not masked'],
    ['value', 'lookup("level", {"name": record.title}).minute', 'minute', 'stored field of level that is not masked'],
    [
      'computed',
      'lookup("level", {"name": record.title}).doubled',
      'doubled',
      'stored field of level that is not masked',
    ],
    ['masked', 'lookup("level", {"name": record.title}).mobile', 'mobile', 'stored field of level that is not masked'],
  ])('finds an unknown %s', (_what, source, got, expectedEn) => {
    expect(faultsOf(`${source} == null`)).toMatchObject([{ code: 'E_SCHEMA_UNKNOWN_NAME', got, expectedEn }]);
  });

  it.each([
    ['lookup("level", {"projectId": record.projectId}).minutes > 1'],
    ['lookup("level", {"kind": record.title}).minutes > 1'],
  ])('refuses what may find several rows: %s', (source) => {
    expect(faultsOf(source)).toMatchObject([
      { code: 'E_SCHEMA_EXPRESSION', expectedEn: 'fields that are unique in level, so that at most one row is found' },
    ]);
  });

  it('refuses a value of another type, located', () => {
    expect(faultsOf('lookup("level", {"name": record.urgency}).minutes > 1')).toHaveLength(1);
    expect(faultsOf('lookup("level", {"name": record.title}).minutes == \'x\'')).toHaveLength(1);
  });

  it.each(['visibleWhen', 'scope', 'compute', 'who'] as const)(
    'refuses it in %s, where nothing is looked up',
    (place) => {
      expect(faultsOf('lookup("level", {"name": record.title}).minutes > 1', place)).toMatchObject([
        { expectedEn: 'an expression that looks nothing up' },
      ]);
    },
  );

  it.each([
    'lookup("level", {"name": record.title}) == null',
    'lookup("level").minutes > 1',
    'lookup("level", {}).minutes > 1',
    'lookup(record.title, {"name": record.title}).minutes > 1',
    'lookup("level", {1: record.title}).minutes > 1',
    'lookup("level", {"name": record.title, "name": record.title}).minutes > 1',
    'lookup("level", {"name": record.title}, 1).minutes > 1',
    'lookup("level", {"name": record.title}).project.name == null',
    'record.title.lookup("level") == null',
    'lookup("level", {"__proto__": record.title}).minutes > 1',
    'lookup("level", {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}).minutes > 1',
  ])('refuses %s, with its place', (source) => {
    const [fault, ...more] = faultsOf(source);
    expect(more).toEqual([]);
    expect(fault?.code).toBe('E_SCHEMA_EXPRESSION');
    expect(source).toContain(fault?.at);
  });
});
