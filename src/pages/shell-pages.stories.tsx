import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, within } from 'storybook/test';
import { inSight } from '../../engine/fixtures/index.ts';
import { Look } from '../look/look.tsx';
import { CrashPage } from './crash-page.tsx';
import { DeniedPage } from './denied-page.tsx';
import { WaitingPage } from './waiting-page.tsx';

const meta: Meta = {
  title: 'shell/没有页面可看',
  tags: ['!autodocs'],
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Look>
          <Story />
        </Look>
      </MemoryRouter>
    ),
  ],
};
export default meta;
type Story = StoryObj;

export const Denied: Story = {
  name: '没有权限',
  render: () => <DeniedPage name="alllist" />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(page.getByRole('heading', { name: '暂无权限，请联系相关人员开通页面权限' }));
    await inSight(page.getByRole('button', { name: '返回首页' }));
  },
};

export const DeniedUpdates: Story = {
  name: '没有版本更新的权限',
  render: () => <DeniedPage name="versionUpdate" />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(page.getByRole('heading', { name: '暂无权限，请联系行政老师开通权限' }));
  },
};

export const Waiting: Story = {
  name: '正在加载',
  render: () => <WaitingPage />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('status')).toHaveTextContent('正在加载，请稍候…');
  },
};

export const Crashed: Story = {
  name: '加载失败',
  render: () => <CrashPage />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(page.getByRole('heading', { name: '页面加载失败' }));
    await inSight(page.getByRole('button', { name: '刷新页面' }));
  },
};
