import '../../all-texts/all-texts.testing.ts';
import { describe, expect, it } from 'vitest';
import type { EntityDocument, EntityField } from '../../generated/documents.ts';
import { type ExpressionLocation, expressionUses } from '../expression-use.ts';
import { checkExpression } from './check-expression.ts';

const field = (key: string, type: EntityField['type'], more: Partial<EntityField> = {}): EntityField => ({
  key,
  title: key,
  type,
  ...more,
});
const entity = (name: string, ...fields: readonly EntityField[]): EntityDocument => ({
  schemaVersion: 2,
  name,
  title: name === 'gadget' ? '器材' : '人员',
  label: 'name',
  operations: [],
  fields: [field('name', 'string'), ...fields],
});
const gadget = entity(
  'gadget',
  field('status', 'enum', { dictionary: 'status' }),
  field('mood', 'enum', { dictionary: 'mood' }),
  field('count', 'int'),
  field('share', 'decimal'),
  field('locked', 'bool'),
  field('boughtOn', 'date'),
  field('dueAt', 'datetime'),
  field('ownerId', 'ref', { ref: 'person' }),
  field('madeById', 'ref', { ref: 'maker' }),
  field('keeperIds', 'refs', { ref: 'person' }),
  field('tags', 'json'),
  field('mobile', 'mobile', { mask: 'mobile' }),
  field('pin', 'string', { secret: true }),
);
const person = entity('person', field('level', 'int'));
const dictionary = (name: string, ...keys: readonly string[]) =>
  ({ schemaVersion: 2, name, title: name, values: keys.map((key) => ({ key, title: key })) }) as const;
const environment = {
  entities: new Map([gadget, person].map((document) => [document.name, document])),
  dictionaries: new Map(
    [dictionary('status', 'idle', 'lent'), dictionary('mood', 'good')].map((item) => [item.name, item]),
  ),
  record: gadget,
  form: new Map([field('count', 'int'), field('note', 'text')].map((item) => [item.key, item])),
};
const check = (source: string, place: ExpressionLocation = 'guard', target?: EntityField) =>
  checkExpression(source, expressionUses[place], { ...environment, field: target });

describe('an expression that fits', () => {
  it.each([
    "record.status == 'lent' && record.dueAt + days(3) < now",
    "record.status in ['idle', 'lent'] && record.status != null",
    'record.ownerId == user.id || user.departmentId == null',
    'user.id in record.keeperIds && size(record.keeperIds) > 1',
    "record.owner.level / 2 > 1 && 'a' in record.tags",
    "record.dueAt >= '2026-03-01' && record.boughtOn < dayOf(now)",
    "record.mobile != null && record.mobile == '1'",
    "form.note == 'x' && form.count > record.count",
    '(record.locked ? record.count : 0) > 1 && coalesce(record.share, 0) < 1',
    'daysBetween(record.boughtOn, now) > 30',
    'addWorkDays(record.boughtOn, 3) < dayOf(now) && addWorkDays(record.dueAt, record.count) < now',
    "addWorkDays('2026-03-01', 1) > record.boughtOn && workDays(record.boughtOn, record.dueAt) > 3",
    "record.ownerId == '018f0000-0000-7000-8000-000000000001'",
  ])('%s', (source) => {
    expect(check(source)).toEqual([]);
  });
});

describe('working days', () => {
  const counting = [
    'addWorkDays(record.boughtOn, 1)',
    'workDays(record.boughtOn, record.dueAt) * 2',
    'workSpan(record.dueAt, 1)',
  ];
  const places = Object.entries(expressionUses);

  it('are counted where the time is known too, for holidays change what they answer as time does', () => {
    for (const [place, use] of places)
      for (const source of counting) {
        const faults = checkExpression(source, { ...use, result: 'any' }, environment).filter(
          ({ expectedEn }) => expectedEn === 'an expression that holidays do not change: what it answers here is kept',
        );
        const isKept = ['index', 'migration', 'measure', 'demo'].includes(place);
        expect(faults.length > 0, `${place}: ${source}`).toBe(isKept);
      }
  });

  it('are refused where the answer is kept, at the very place', () => {
    const source = "record.status == 'lent' && workDays(record.boughtOn, record.dueAt) > 3";
    const [fault] = checkExpression(source, expressionUses.index, environment);
    expect(source.slice(fault?.offset ?? 0)).toMatch(/^workDays\(/);
  });
});

describe('an expression that does not fit', () => {
  it.each([
    ["record.status == 'lnt'", 'lnt', 17, 'lent'],
    ["record.status in ['idle', 'lentt']", 'lentt', 26, 'lent'],
    ["record.stauts == 'lent'", 'stauts', 0, 'status'],
    ["record.owner == 'x'", 'owner', 0, 'ownerId'],
    ['record.owner.levl > 1', 'owner.levl', 0, 'owner.level'],
    ["form.nte == 'x'", 'nte', 0, 'note'],
    ['user.departmntId == null', 'departmntId', 0, 'departmentId'],
    ['recrd.count > 1', 'recrd', 0, 'record'],
    ['siz(record.name) > 1', 'siz', 0, 'size'],
  ])('%s names what is near', (source, got, offset, nearest) => {
    expect(check(source)).toMatchObject([{ got, offset, nearest }]);
  });

  it.each([
    ["record.dueAt > 'soon'", "'soon' (text)"],
    ['record.dueAt > record.name', 'record.name (text)'],
    ['record.boughtOn < now', 'now (datetime)'],
    ["record.count == '1'", "'1' (text)"],
    ['record.status == 1', '1 (number)'],
    ['record.status == record.mood', 'record.mood (enum mood)'],
    ["record.status > 'idle'", 'record.status (enum status)'],
    ['record.ownerId == 1', '1 (number)'],
    ["record.ownerId == 'me'", "'me' (text)"],
    ['record.ownerId == record.madeById', 'record.madeById (ref maker)'],
    ['record.count && record.locked', 'record.count (number)'],
    ['!record.count', 'record.count (number)'],
    ["record.name + 1 == 'x'", 'record.name (text)'],
    ["record.name * record.name == 'x'", 'record.name (text)'],
    ['record.dueAt - record.boughtOn > 1', 'record.boughtOn (date)'],
    ['record.name in record.name', 'record.name (text)'],
    ['record.count in record.keeperIds', 'record.count (number)'],
    ['record.count < null', 'null (null)'],
    ["record.locked ? record.count > 1 : 'x'", "'x' (text)"],
    ['record.name ? true : false', 'record.name (text)'],
    ["contains(record.count, '1')", 'record.count (number)'],
    ['dayOf(record.boughtOn) == record.boughtOn', 'record.boughtOn (date)'],
    ['addWorkDays(record.boughtOn, 1) < now', 'now (datetime)'],
    ['addWorkDays(record.dueAt, 1) < record.boughtOn', 'record.boughtOn (date)'],
    ['addWorkDays(record.name, 1) == null', 'record.name (text)'],
    ['addWorkDays(record.dueAt, record.name) == null', 'record.name (text)'],
    ['workDays(record.count, now) > 1', 'record.count (number)'],
    ['min(record.name, record.name) == null', 'min(record.name, record.name) (text)'],
    ['coalesce(record.count, record.name) == null', 'record.name (text)'],
    ["contains(record.mobile, '1')", 'record.mobile (masked)'],
    ["record.mobile < '1'", 'record.mobile (masked)'],
    ["record.tags == 'a'", 'record.tags (json)'],
    ["record.pin == '1'", 'record.pin'],
    ["page.name == 'x'", 'page.name'],
    ['record == null', 'record'],
    ['record.count', 'record.count (number)'],
  ])('%s blames %s', (source, got) => {
    const faults = check(source);
    expect(faults).toMatchObject([{ code: 'E_SCHEMA_EXPRESSION', got }]);
    for (const fault of faults)
      expect(source.slice(fault.offset, fault.offset + fault.length)).toBe(got.replace(/ \([^)]*\)$/, ''));
  });

  it('is told all its faults at once, in both languages', () => {
    const faults = check("record.stauts == 'x' && record.count == 'y' && !record.name");
    expect(faults.map((fault) => fault.offset)).toEqual([0, 40, 48]);
    expect(faults[1]).toMatchObject({ expected: '与 number 同类的值', expectedEn: 'something of type number' });
  });
});

describe('what a place allows', () => {
  it('refuses in SQL what has none', () => {
    for (const source of [
      "record.mobile == '1'",
      'record.count in (record.locked ? [1] : [2])',
      'size([record.count]) > 0',
      "form.note == 'x'",
      'coalesce(record.tags, record.tags) == null',
    ])
      expect(check(source, 'scope'), source).not.toEqual([]);
    expect(check('record.mobile != null && record.count in [record.count, 2]', 'scope')).toEqual([]);
  });

  it('knows only own fields where no relation is at hand', () => {
    expect(check('record.owner.level > 1', 'index')).toMatchObject([{ expectedEn: 'field of gadget itself' }]);
    expect(check('record.count > 1 && now > record.dueAt', 'index')).toMatchObject([{ got: 'now' }]);
  });

  it.each([
    ["record.count > 1 ? 'red' : 'default'", []],
    ["record.locked ? 'red' : null", []],
    ["record.locked ? 'red' : 'gren'", [{ got: 'gren', nearest: 'green', offset: 24 }]],
    ['record.name', [{ got: 'record.name (text)' }]],
  ])('takes colours for a tone: %s', (source, faults) => {
    expect(check(source, 'tone')).toMatchObject(faults);
  });

  it.each([
    ["'lent'", 'enum', []],
    ["'lend'", 'enum', [{ got: 'lend', nearest: 'lent' }]],
    ['record.mood', 'enum', [{ got: 'record.mood (enum mood)' }]],
    ['1', 'int', []],
    ['1 / 2', 'int', [{ expectedEn: 'a whole number; use round(…)' }]],
    ['round(1 / 2)', 'int', []],
    ['1 / 2', 'decimal', []],
    ['now', 'date', [{ got: 'now (datetime)' }]],
    ['dayOf(now)', 'date', []],
    ["'2026-03-01'", 'date', []],
    ["'2026-03-01'", 'datetime', [{ got: "'2026-03-01' (text)" }]],
    ['now + days(1)', 'datetime', []],
    ['user.id', 'ref', []],
    ['record.madeById', 'ref', [{ got: 'record.madeById (ref maker)' }]],
    ['[user.id]', 'refs', []],
    ['user.id', 'refs', [{ expectedEn: 'a list' }]],
    ['null', 'int', []],
    ['true', 'string', [{ got: 'true (bool)' }]],
  ] as const)('takes what fits the field: %s for %s', (source, type, faults) => {
    const target = field('target', type, { dictionary: 'status', ref: 'person' });
    expect(check(source, 'set', target)).toMatchObject(faults);
  });

  it('takes one value or several to compare a field with', () => {
    const target = field('status', 'enum', { dictionary: 'status' });
    expect(check("['idle', 'lent']", 'filterDefault', target)).toEqual([]);
    expect(check("['idle', 'lnt']", 'filterDefault', target)).toMatchObject([
      { got: 'lnt', nearest: 'lent', offset: 9 },
    ]);
    expect(check('user.id', 'option', field('keeperIds', 'refs', { ref: 'person' }))).toEqual([]);
  });

  it('knows attributes of the user the product declares, and refuses others once it does', () => {
    const use = expressionUses.scope;
    const user = new Map([['level', { kind: 'number', whole: true } as const]]);
    expect(checkExpression('record.count > user.level', use, { ...environment, user })).toEqual([]);
    expect(checkExpression('user.rank > 1', use, { ...environment, user })).toMatchObject([{ got: 'rank' }]);
    expect(checkExpression('user.rank > 1', use, environment)).toEqual([]);
  });
});

describe('bounds of an expression', () => {
  it.each([
    [`'${'x'.repeat(2000)}'`, 'at most 2000 characters'],
    [Array.from({ length: 40 }, () => '-').join('') + 1, 'at most 32 levels'],
    [Array.from({ length: 251 }, () => '1').join(' && '), 'at most 500 parts'],
    [`[${Array.from({ length: 201 }, () => '1').join(',')}]`, 'a smaller expression'],
    ['10000000000000000', 'a number of at most 15 digits'],
  ])('refuses %.20s…', (source, expectedEn) => {
    expect(check(source)).toMatchObject([{ expectedEn }]);
  });

  it('takes a long row of conditions for what it is', () => {
    expect(check(Array.from({ length: 60 }, (_, index) => `record.count != ${index}`).join(' && '))).toEqual([]);
  });
});
