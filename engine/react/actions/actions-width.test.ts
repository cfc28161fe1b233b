import { expect, it } from 'vitest';
import { linksWithin, rowActionsWidth } from './actions-width.ts';

const action = (title: string, over: object = {}) => ({ title, emphasis: 'default' as const, ...over });
const actions = [action('编辑'), action('登记丢失'), action('发货', { emphasis: 'primary' }), action('签收')];

it('has room for the two that are offered first, and for 更多 where there are more', () => {
  const two = rowActionsWidth([action('发货'), action('编辑')]);
  expect(rowActionsWidth(actions)).toBeGreaterThan(two);
  expect(rowActionsWidth(actions)).toBe(rowActionsWidth([action('签收'), action('编辑'), action('登记丢失')]));
  expect(linksWithin(actions.slice(2), two)).toBe(2);
});

it('shows of a row what its column has room for, wide ones one by one and never none', () => {
  const wide = [action('退回待配货'), action('登记丢失'), action('编辑')];
  expect(linksWithin(wide, rowActionsWidth(actions))).toBe(1);
  expect(linksWithin(wide, 10)).toBe(1);
  expect(linksWithin(wide, 1000)).toBe(3);
});
