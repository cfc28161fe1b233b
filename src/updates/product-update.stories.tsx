import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import type { UpdateAnswer } from '../../contract/notices.ts';
import { inSight, openedDialog } from '../../engine/fixtures/index.ts';

import { NoticeFrame, noticeServer } from '../notifications/notices.testing.tsx';
import { ProductUpdate } from './product-update.tsx';

const meta: Meta = { title: 'shell/产品更新', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const latest: UpdateAnswer = {
  id: '019a-update',
  title: '2.2.1 版本：列表可以分组',
  platformName: '管理后台',
  version: '2.2.1',
  publishTime: '2026-11-20T01:30:00.000Z',
  content: `<h3>新增</h3><ul><li>列表按<b>任意一列</b>分组</li><li><a href="https://example.com">说明</a></li></ul>
    <img src="x" onerror="window.hasRun = true"><script>window.hasRun = true</script>
    <p style="position:fixed;inset:0" onclick="window.hasRun = true">修复若干问题。</p>`,
  stage: '1',
};

function story(update: UpdateAnswer | null, morePath?: string) {
  let stage = update?.stage;
  const notices = noticeServer([], {
    '/v1/system/update/message/latest/query': () => update && { ...update, stage },
    '/v1/system/update/message/read': () => {
      stage = '0';
      return null;
    },
  });
  return {
    ...notices,
    render: () => (
      <NoticeFrame server={notices.server}>
        <ProductUpdate news={notices.news} morePath={morePath} />
      </NoticeFrame>
    ),
  };
}

const opening = story(latest);
export const OpensByItself: Story = {
  name: '自动弹出',
  render: opening.render,
  play: async () => {
    const dialog = within(await openedDialog('产品更新'));
    await waitFor(() => expect(dialog.getByRole('link', { name: '说明' })).toBeVisible());
    await inSight(dialog.getByText('平台：管理后台'));
    await inSight(dialog.getByText('发布时间：2026-11-20 09:30'));
    await expect(dialog.getByRole('link', { name: '说明' })).toHaveAttribute('rel', 'noopener noreferrer');
    const words = dialog.getByText('修复若干问题。');
    await expect(words).not.toHaveAttribute('style');
    await userEvent.click(words);
    await expect(Reflect.get(window, 'hasRun')).toBeUndefined();

    await userEvent.click(dialog.getByRole('button', { name: '查看更多' }));
    await inSight(await screen.findByText('暂无权限，请联系行政老师开通权限'));
    await userEvent.click(dialog.getByRole('button', { name: '知道了' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '产品更新' })).toBeNull());
    await expect(opening.server.callsTo('/v1/system/update/message/read')[0]?.body).toEqual({ id: latest.id });
    // Told of again, it stays closed.
    opening.news.tell({ kind: 'event', event: { id: 'e1', topic: 'update_message', data: {} } });
    await waitFor(() =>
      expect(opening.server.callsTo('/v1/system/update/message/latest/query').length).toBeGreaterThan(1),
    );
    await expect(screen.queryByRole('dialog', { name: '产品更新' })).toBeNull();
  },
};

const seen = story({ ...latest, stage: '0' });
export const Seen: Story = {
  name: '看过的不再弹出',
  render: seen.render,
  play: async () => {
    await waitFor(() => expect(seen.server.callsTo('/v1/system/update/message/latest/query')).toHaveLength(1));
    await expect(screen.queryByRole('dialog', { name: '产品更新' })).toBeNull();
  },
};
