import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, userEvent, within } from 'storybook/test';
import { inSight } from '../../engine/fixtures/index.ts';
import { Look } from '../look/look.tsx';
import { CrashPage } from './crash-page.tsx';
import { DeniedPage } from './denied-page.tsx';
import { UnlistedPage } from './unlisted-page.tsx';
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

let isLineDead = true;
export const Unanswered: Story = {
  name: '不知道有没有这一页：留在原地，重试',
  beforeEach: () => {
    const before = globalThis.fetch;
    isLineDead = true;
    globalThis.fetch = async (address, sent) => {
      if (!String(address).endsWith('/v1/sys/page/route/view')) return before(address, sent);
      if (isLineDead) return new Response('<html>', { status: 503 });
      return new Response(JSON.stringify({ code: '0', message: '', data: { name: 'alllist' } }));
    };
    return () => {
      globalThis.fetch = before;
    };
  },
  render: () => (
    <Routes>
      <Route path="/404" element={<p>404</p>} />
      <Route path="*" element={<UnlistedPage path="/nowhere" />} />
    </Routes>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const retry = await page.findByRole('button', { name: /重\s?试/ }, { timeout: 10_000 });
    await expect(page.queryByText('404')).toBeNull();
    isLineDead = false;
    await userEvent.click(retry);
    await inSight(await page.findByRole('heading', { name: '暂无权限，请联系相关人员开通页面权限' }));
  },
};
