import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { inSight, openedDialog, SampleRefusal, SampleServer, StoryFrame } from '../../engine/fixtures/index.ts';
import type { WhyAnswer } from '../../engine/model/wire/index.ts';

import { type ImpersonationSession, WhyDrawer } from '../../engine/react/index.ts';
import { ImpersonationBanner } from './impersonation-banner.tsx';

const meta: Meta = { title: 'shell/以他人身份查看', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const impersonation: ImpersonationSession = {
  kind: 'role',
  id: 'sales',
  name: '业务员',
  since: '2026-01-15T02:30:00Z',
  token: 'secret',
};
const own = { key: 'own/', title: '数据范围：本人', holds: false, detail: '归属业务员为 李晓云' };
const answer = ({ page, record }: Readonly<Record<string, unknown>>): WhyAnswer => ({
  subject: { kind: 'role', id: 'sales', name: '业务员' },
  page: { name: String(page), title: '全部客户', isOpen: true, reason: '有此页面' },
  pages: [
    { name: 'alllist', title: '全部客户' },
    { name: 'highsea', title: '公海查询' },
  ],
  parts: [
    {
      key: 'toolbar/import',
      area: '工具栏',
      title: '导入',
      state: 'hidden',
      reason: '缺少权限“客户 · 导入”（customer:import），有它的角色：管理员、经理',
    },
    { key: 'field/mobile', area: '字段', title: '手机号', state: 'masked', reason: '手机号：角色的脱敏设置，脱敏' },
    { key: 'row/edit', area: '行操作', title: '编辑', state: 'visible', reason: '有权限' },
  ],
  row: typeof record === 'string' ? { id: 'a', label: record, isReached: false, conditions: [own] } : null,
});
const server = new SampleServer({
  answers: {
    '/v1/role/why': (body) => {
      if (body.record === '别人的') throw new SampleRefusal('E_NOT_FOUND');
      return answer(body);
    },
  },
});
const onLeave = fn();

function Sample() {
  const [isAsking, setAsking] = useState(false);
  return (
    <StoryFrame server={server}>
      <ImpersonationBanner impersonation={impersonation} onWhy={() => setAsking(true)} onLeave={onLeave} />
      <WhyDrawer isOpen={isAsking} subject={impersonation} page="alllist" onClose={() => setAsking(false)} />
    </StoryFrame>
  );
}

export const Shown: Story = {
  name: '横幅与“为什么看不到”',
  render: () => <Sample />,
  play: async ({ canvasElement, step }) => {
    const banner = within(await within(canvasElement).findByRole('region', { name: '以他人身份查看' }));
    await step('as whom, since when, and the way out', async () => {
      await inSight(banner.getByText('正在以角色“业务员”的身份查看'));
      await inSight(banner.getByText('数据范围按您自己的部门与项目'));
      await inSight(banner.getByText(/^自 .*10:30.* 起$/));
      await userEvent.click(banner.getByRole('button', { name: /退\s?出/ }));
      await expect(onLeave).toHaveBeenCalledOnce();
    });
    await step('what is not to be seen, and why', async () => {
      banner.getByRole('button', { name: '为什么看不到' }).focus();
      await userEvent.keyboard('{Enter}');
      const drawer = within(await openedDialog('“业务员”为什么看不到'));
      await inSight(await drawer.findByRole('rowheader', { name: '导入' }));
      await inSight(drawer.getByText(/有它的角色：管理员、经理/));
      await expect(drawer.queryByRole('rowheader', { name: '编辑' })).toBeNull();
      await userEvent.click(drawer.getByText('全部'));
      await inSight(await drawer.findByRole('rowheader', { name: '编辑' }));
      const record = drawer.getByRole('searchbox', { name: '某条记录' });
      await userEvent.type(record, '王五{Enter}');
      const row = await drawer.findByRole('region', { name: '这条记录' });
      await inSight(within(row).getByText('数据范围：本人'));
      await inSight(within(row).getByText('归属业务员为 李晓云'));
      await userEvent.clear(record);
      await userEvent.type(record, '别人的{Enter}');
      await waitFor(() => expect(drawer.queryByRole('region', { name: '这条记录' })).toBeNull());
    });
  },
};
