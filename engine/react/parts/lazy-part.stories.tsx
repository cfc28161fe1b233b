import type { Meta, StoryObj } from '@storybook/react-vite';
import { Suspense } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { inSight, setOnline } from '../../fixtures/index.ts';
import { lazyPart } from './lazy-part.tsx';

/** A part that fails as often as it is asked for by itself, and comes when it is tried again. */
function flakyPart() {
  let asked = 0;
  return lazyPart(async () => {
    asked += 1;
    if (asked <= 2) throw new Error('offline');
    return ({ name }: { readonly name: string }) => <p>{name}来了</p>;
  });
}

const Flaky = flakyPart();
const Offline = flakyPart();

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

export const BackOnline: StoryObj<typeof Offline> = {
  name: '恢复连接后自动加载',
  render: () => (
    <Suspense fallback={<p>正在加载</p>}>
      <Offline name="图表" />
    </Suspense>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    setOnline(false);
    try {
      await canvas.findByRole('alert', {}, { timeout: 5000 });
    } finally {
      setOnline(true);
    }
    await inSight(await canvas.findByText('图表来了'));
  },
};
