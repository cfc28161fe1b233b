import { expect, it } from 'vitest';
import { rowActionsWidth } from './actions-width.ts';

const action = (title: string, from?: readonly string[], over: object = {}) => ({
  ...{ title, emphasis: 'default' as const, isSure: true },
  ...(from === undefined ? {} : { starts: { field: 'status', from } }),
  ...over,
});
/** Padding, the links, and 更多. */
const room = (...links: readonly number[]) => 24 + 32 + links.reduce((sum, length) => sum + length * 14 + 20, 0);

it('has room for the two links of each state, not for what never stands side by side', () => {
  const actions = [
    action('配货', ['pending'], { emphasis: 'primary' }),
    action('发货', ['pending', 'picking'], { emphasis: 'primary' }),
    action('签收', ['shipped']),
    action('物流更新', ['shipped']),
    action('退回待配货', ['picking'], { isSure: true }),
    action('编辑'),
    action('登记丢失', ['shipped']),
  ];
  // 签收、物流更新 of what was shipped; 退回待配货 stands beside 发货 while it is picked.
  expect(rowActionsWidth(actions)).toBe(room(2, 5));
  expect(rowActionsWidth(actions.filter(({ title }) => title !== '退回待配货'))).toBe(room(2, 4));
});

it('has room for what comes next where a condition may hide what stands before it', () => {
  const hidden = [
    action('配货'),
    action('打印', undefined, { isSure: false }),
    action('打印配货单', undefined, { isSure: false }),
  ];
  expect(rowActionsWidth(hidden)).toBe(room(2, 5));
  expect(rowActionsWidth([...hidden.slice(0, 2), action('编辑'), action('打印配货单')])).toBe(room(2, 2));
});

it('takes what hangs on another state for possible', () => {
  const other = { starts: { field: 'quality', from: ['none'] } };
  const actions = [action('通过', ['pending']), action('重新质检', undefined, other), action('编辑'), action('看看')];
  expect(rowActionsWidth(actions)).toBe(room(4, 2));
});
