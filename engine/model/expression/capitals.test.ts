import { expect, it } from 'vitest';
import { capitalsOf } from './capitals.ts';
import { evaluate } from './evaluate.ts';
import { parseExpression } from './parse.ts';

it.each([
  [0n, '零元整'],
  [5n, '伍分'],
  [50n, '伍角整'],
  [100n, '壹元整'],
  [105n, '壹元零伍分'],
  [-150n, '负壹元伍角整'],
  [100_502n, '壹仟零伍元零贰分'],
  [168_032n, '壹仟陆佰捌拾元叁角贰分'],
  [10_700_053n, '壹拾万柒仟元伍角叁分'],
  [1_020_300n, '壹万零贰佰零叁元整'],
  [100_010_000n, '壹佰万零壹佰元整'],
  [10_000_000_100n, '壹亿零壹元整'],
  [1_000_100_000_000n, '壹佰亿零壹佰万元整'],
  [100_000_000_000_000n, '壹万亿元整'],
  [123_456_789_012_34n, '壹仟贰佰叁拾肆亿伍仟陆佰柒拾捌万玖仟零壹拾贰元叁角肆分'],
])('writes %s fen as a receipt has it', (fen, words) => {
  expect(capitalsOf(fen)).toBe(words);
});

const valueIn = (source: string) => {
  const parsed = parseExpression(source);
  return parsed.ok ? evaluate(parsed.expression, { record: { amount: null } }) : undefined;
};

it('rounds half a fen away from zero, and says nothing of what is missing or too large', () => {
  expect(valueIn('capitals(99.5)')).toBe('壹元整');
  expect(valueIn('capitals(-0.4)')).toBe('零元整');
  expect(valueIn('capitals(record.amount)')).toBeNull();
  expect(capitalsOf(10n ** 18n)).toBeUndefined();
  expect(capitalsOf(10n ** 18n - 1n)).toMatch(/^玖仟.*玖角玖分$/);
});
