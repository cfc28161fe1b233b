import { expect, it } from 'vitest';
import { wrongInput } from './wrong-input.ts';

it('tells where, what was expected and the beginning of what came', () => {
  const { code, detail } = wrongInput('/sort/0', '排序', '可排序字段', 'x'.repeat(1000));
  expect(code).toBe('E_INPUT_INVALID');
  expect(detail.faults).toEqual([
    { code: 'E_INPUT_TYPE', pointer: '/sort/0', title: '排序', expected: '可排序字段', got: 'x'.repeat(60) },
  ]);
});

it.each([
  [{ a: 1 }, '{"a":1}'],
  [undefined, 'undefined'],
  [7, '7'],
  [null, 'null'],
])('tells what is no text as JSON: %j', (given, got) => {
  expect(wrongInput('/a', '甲', '文本', given).detail.faults).toMatchObject([{ got }]);
});
