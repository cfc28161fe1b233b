import { describe, expect, it } from 'vitest';
import type { EntityField } from '../generated/documents.ts';
import { fieldTypes } from './field-types.ts';
import type { FieldType, FieldTypeName } from './kind/field-type.ts';
import { isFileList, isNumber, isShort, isSingle, isTime, kindOfValue, typesWhere } from './type-groups.ts';

const all = typesWhere(() => true);
const words = (text: string) => text.split(' ').sort();
const having = (holds: (type: FieldTypeName) => boolean) => all.filter(holds).sort();
const saying = (holds: (type: FieldType) => boolean | undefined) =>
  [...typesWhere((type) => holds(type) === true)].sort();

describe('types of fields', () => {
  it.each([
    ['are numbers', having((type) => isNumber({ type })), 'int decimal money'],
    ['are times', having((type) => isTime({ type })), 'date month datetime'],
    ['hold several files', having(isFileList), 'files images'],
    [
      'are short enough to group and filter by',
      having((type) => isShort({ type })),
      'string int decimal money bool date month datetime enum ref refs mobile idcard email url color',
    ],
    [
      'are sorted by and compared for equality',
      having((type) => isSingle({ type })),
      'string int decimal money bool date month datetime enum ref mobile idcard email url color file image',
    ],
    ['are texts', having((type) => kindOfValue({ type }) === 'text'), 'string text html mobile idcard email url color'],
    [
      'can be computed',
      saying(({ isComputable }) => isComputable),
      'string text enum int decimal money bool date month datetime ref url',
    ],
    ['are less or more', saying(({ isRanked }) => isRanked), 'int decimal money date month datetime string enum'],
    ['make groups as they are', saying(({ isGroupable }) => isGroupable), 'enum bool date month datetime'],
    [
      'have room beside a label',
      saying(({ fitsLabel }) => fitsLabel),
      'string url int decimal money bool date month datetime enum',
    ],
    [
      'are changed in a cell',
      saying(({ fitsCell }) => fitsCell),
      'string email url color int decimal money bool date month datetime enum',
    ],
    [
      'are filtered by a pasted list',
      saying(({ takesPastedList }) => takesPastedList),
      'string email url color mobile idcard int decimal money',
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(words(expected));
  });

  it('ask of a value what its kind allows', () => {
    const operators = Object.fromEntries(all.map((type) => [type, fieldTypes[type].operators.join(' ')]));
    expect(operators).toMatchObject({
      string: 'contains startsWith eq ne in notIn isNull notNull',
      mobile: 'eq ne in notIn isNull notNull',
      money: 'between eq ne gt gte lt lte in notIn isNull notNull',
      bool: 'eq isNull notNull',
      date: 'within between gte lte isNull notNull',
      refs: 'in notIn isNull notNull',
      images: 'isNull notNull',
      html: '',
    });
  });
});

describe('a number', () => {
  const checked = (field: Pick<EntityField, 'type' | 'min' | 'max'>, value: unknown) =>
    fieldTypes[field.type].check(value, { key: 'n', title: '数', ...field }, { dictionaries: new Map(), now: '' });

  it('is no larger than the database holds', () => {
    expect(checked({ type: 'int' }, 2_147_483_647)).toEqual({ value: 2_147_483_647 });
    expect(checked({ type: 'int' }, 2_147_483_648)).toMatchObject({ fault: { code: 'E_INPUT_RANGE' } });
    expect(checked({ type: 'money' }, 2_147_483_648)).toEqual({ value: 2_147_483_648 });
  });

  it('is told in the unit people write where it is out of its range', () => {
    expect(checked({ type: 'money', min: 100, max: 5000 }, 5001)).toMatchObject({
      fault: { expected: '1.00 到 50.00', got: '50.01' },
    });
    expect(checked({ type: 'decimal', max: 1.5 }, 1.75)).toMatchObject({
      fault: { expected: '不限 到 1.5', got: '1.75' },
    });
  });
});

it('keeps a month as its first day, and takes no other day for one', () => {
  const options = { dictionaries: new Map(), now: '' };
  const checked = (value: unknown) => fieldTypes.month.check(value, { key: 'm', title: '月', type: 'month' }, options);
  expect(checked('2026-11-01')).toEqual({ value: '2026-11-01' });
  for (const wrong of ['2026-11-02', '2026-11', '2026-13-01', 202_611])
    expect(checked(wrong)).toMatchObject({ fault: { code: 'E_INPUT_TYPE' } });
});
