import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const person: EntityDocument = {
  schemaVersion: 2,
  name: 'person',
  title: '人员',
  label: 'name',
  operations: ['query', 'create', 'modify', 'view'],
  fields: [
    { key: 'code', title: '编号', type: 'string', maxLength: 20, searchable: true },
    { key: 'name', title: '姓名', type: 'string', maxLength: 50, searchable: true, pinyin: true },
    { key: 'mobile', title: '手机', type: 'mobile', mask: 'mobile', maxLength: 20, searchable: true },
    { key: 'note', title: '备注', type: 'text', maxLength: 200 },
  ],
};

let shop: TestOperations;
const people = [
  { code: 'KH2026001', name: '张三丰', mobile: '13712345678', note: '张三丰的备注' },
  { code: 'KH2026002', name: '单雄信' },
  { code: 'kh_2026%3', name: '曾乐' },
  { code: 'ＫＨ９', name: 'Mary 王小明' },
  { code: 'A1', name: '吕布' },
  { code: 'B\\2', name: '重阳宫' },
];

beforeAll(async () => {
  shop = await startOperations([person]);
  for (const one of people) await shop.run('/v1/person/create', { mobile: '13700000000', ...one });
}, 60_000);

afterAll(() => shop.close());

const found = async (where: unknown) => {
  const answer = await shop.run<{ list: { name: string }[]; total: number }>('/v1/person/query', {
    where,
    sort: ['code'],
    fields: ['name'],
  });
  expect(answer.total).toBe(answer.list.length);
  return answer.list.map((row) => row.name).sort();
};
const searched = (search: string) => found({ search });

describe('a keyword finds', () => {
  it.each([
    ['one character anywhere', '丰', ['张三丰']],
    ['two characters at the beginning', '张三', ['张三丰']],
    ['two characters in the middle', '三丰', ['张三丰']],
    ['two characters behind letters', '小明', ['Mary 王小明']],
    ['three characters', '张三丰', ['张三丰']],
    ['pinyin in full', 'zhangsanfeng', ['张三丰']],
    ['pinyin by its beginning', 'zhang', ['张三丰']],
    ['initials', 'zsf', ['张三丰']],
    ['two initials', 'lb', ['吕布']],
    ['one letter at the beginning of a word', 'm', ['Mary 王小明']],
    ['a surname as it is spoken in names', 'shan', ['单雄信']],
    ['the same character as it is spoken elsewhere', 'danxiongxin', ['单雄信']],
    ['both readings of a surname (zeng)', 'zengle', ['曾乐']],
    ['another reading of a given name', 'zengyue', ['曾乐']],
    ['a word with several readings', 'chongyang', ['重阳宫']],
    ['ü as v', 'lvbu', ['吕布']],
    ['mixed case', 'mArY', ['Mary 王小明']],
    ['full-width letters typed', 'ｍａｒｙ', ['Mary 王小明']],
    ['full-width letters stored', 'kh9', ['Mary 王小明']],
    ['two words in any order', '小明 mary', ['Mary 王小明']],
    ['a code by its middle', '2026', ['单雄信', '张三丰', '曾乐']],
    ['% as itself', '%3', []],
    ['% within three characters as itself', '6%3', ['曾乐']],
    ['_ as itself', 'h_2', ['曾乐']],
    ['\\ as itself', 'b\\2', ['重阳宫']],
    ['a mobile number as a whole', '137 1234 5678', ['张三丰']],
    ['a mobile number in full-width digits', '１３７１２３４５６７８', ['张三丰']],
  ])('%s', async (_, keyword, names) => {
    expect(await searched(keyword)).toEqual(names);
  });

  it.each([
    ['part of a masked value', '1371234567'],
    ['what is in no searchable field', '备注'],
    ['a letter within a word', 'ry'],
    ['characters that stand apart', '张丰'],
    ['words of which one is missing', '张三丰 mary'],
  ])('nothing by %s', async (_, keyword) => {
    expect(await searched(keyword)).toEqual([]);
  });

  it('everything by blanks', async () => {
    expect(await searched('  ')).toHaveLength(people.length);
  });
});

describe('a condition on a field', () => {
  it('finds parts of it and of it alone', async () => {
    expect(await found({ field: 'name', op: 'contains', value: '三丰' })).toEqual(['张三丰']);
    expect(await found({ field: 'name', op: 'contains', value: 'ARY' })).toEqual(['Mary 王小明']);
    expect(await found({ field: 'name', op: 'contains', value: 'zhang' })).toEqual([]);
    expect(await found({ field: 'code', op: 'startsWith', value: 'kh2026' })).toEqual(['单雄信', '张三丰']);
    expect(await found({ field: 'note', op: 'contains', value: '备注' })).toEqual(['张三丰']);
  });
});

it('finds a row by its new name once it is changed, and no longer by the old', async () => {
  const { id } = await shop.run<{ id: string }>('/v1/person/create', { name: '赵一', mobile: '13700000001' });
  await shop.run('/v1/person/modify', { id, version: 1, name: '钱二' });
  expect(await searched('zhaoyi')).toEqual([]);
  expect(await searched('赵一')).toEqual([]);
  expect(await searched('qianer')).toEqual(['钱二']);
});

it('combines with conditions and counts no more than it finds', async () => {
  expect(
    await found({ or: [{ and: [{ search: 'kh' }, { field: 'name', op: 'eq', value: '单雄信' }] }, { search: '吕' }] }),
  ).toEqual(['单雄信', '吕布'].sort());
});
