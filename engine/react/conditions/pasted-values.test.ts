import { describe, expect, it } from 'vitest';
import type { EntityField } from '../../model/documents/index.ts';
import { takesPastedList } from './operators.ts';
import { pastedValues, piecesOf } from './pasted-values.ts';

const field = (type: EntityField['type'], more: Partial<EntityField> = {}): EntityField => ({
  key: 'x',
  title: 'x',
  type,
  ...more,
});

describe('a pasted list of values', () => {
  it('is parted at lines, tabs and commas of both kinds, each value once', () => {
    expect(piecesOf('张三\r\n李四\t王五, 赵六，张三\n\n')).toEqual(['张三', '李四', '王五', '赵六']);
    expect(piecesOf('一个 词')).toEqual(['一个 词']);
  });

  it('is read as the field stores it', () => {
    expect(pastedValues('1\n2\nx\n1.5', field('int'))).toEqual({ values: [1, 2], unread: ['x', '1.5'], left: 0 });
    expect(pastedValues('12.34，¥5', field('money')).values).toEqual([1234, 500]);
    expect(pastedValues('007，7', field('string')).values).toEqual(['007', '7']);
  });

  it('takes a thousand values and tells how many are left', () => {
    const text = Array.from({ length: 1005 }, (_, index) => `BK${index}`).join('\n');
    const { values, left } = pastedValues(text, field('string'));
    expect(values).toHaveLength(1000);
    expect(left).toBe(5);
  });

  it('goes only into fields that can be asked for one of many', () => {
    expect(takesPastedList(field('string'))).toBe(true);
    expect(takesPastedList(field('money'))).toBe(true);
    expect(takesPastedList(field('mobile', { mask: 'mobile' }))).toBe(false);
    expect(takesPastedList(field('enum'))).toBe(false);
    expect(takesPastedList(field('html'))).toBe(false);
  });
});
