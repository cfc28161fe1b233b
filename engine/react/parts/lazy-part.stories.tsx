import type { Meta, StoryObj } from '@storybook/react-vite';
import { Suspense } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { inSight } from '../../fixtures/index.ts';
import { lazyPart } from './lazy-part.tsx';

let asked = 0;
// Fails as often as it is asked by itself, and comes when somebody tries again.
const Flaky = lazyPart(async () => {
  asked += 1;
  if (asked <= 2) throw new Error('offline');
  return ({ name }: { readonly name: string }) => <p>{name}来了</p>;
});

const meta: Meta<typeof Flaky> = { title: 'engine/脚本分块', component: Flaky };
export default meta;

export const Retried: StoryObj<typeof Flaky> = {
  name: '加载失败后重试',
  render: () => (
    <Suspense fallback={<p>正在加载</p>}>
      <Flaky name="图表" />
    </Suspense>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('alert')).toHaveTextContent('没有加载成功');
    await userEvent.click(canvas.getByRole('button', { name: '重试' }));
    await inSight(await canvas.findByText('图表来了'));
  },
};
