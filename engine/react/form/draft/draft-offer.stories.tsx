import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryRows, SampleServer, StoryFrame, seen } from '../../../fixtures/index.ts';
import { SchemaPage } from '../../pages/schema-page.tsx';
import { openForm } from '../form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/草稿', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

/** The page anew, as after a reload: only what the browser keeps is left. */
function Reloading({ server }: { readonly server: SampleServer }) {
  const [loads, setLoads] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setLoads(loads + 1)}>
        重新打开页面
      </button>
      <StoryFrame key={loads} server={server}>
        <SchemaPage name="books" params={{}} />
      </StoryFrame>
    </>
  );
}

function draftStory() {
  const server = new SampleServer({ rows: libraryRows(4) });
  return { server, render: () => <Reloading server={server} /> };
}

const kept = () => Object.keys(localStorage).filter((name) => name.startsWith('engine.draft.'));

async function reload(canvasElement: HTMLElement) {
  await userEvent.click(within(canvasElement).getByText('重新打开页面'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const restoring = draftStory();
export const Restore: Story = {
  name: '重新打开后恢复',
  render: restoring.render,
  play: async ({ canvasElement }) => {
    const before = await openForm(canvasElement, '编辑 海国图志');
    await userEvent.type(await before.findByLabelText('作者'), '（辑）');
    await userEvent.type(before.getByLabelText('捐赠人手机'), '13900139000');
    await waitFor(() => expect(kept()).toHaveLength(1));
    await expect(localStorage.getItem(kept()[0] ?? '')).not.toContain('13900139000');
    await reload(canvasElement);
    const dialog = await openForm(canvasElement, '编辑 海国图志');
    await inSight(await dialog.findByText(/有一份没有保存的草稿（\d{4}-\d\d-\d\d \d\d:\d\d）/));
    await inSight(dialog.getByText(/其中改动了“作者”。“捐赠人手机”不保存在草稿中/));
    await userEvent.click(dialog.getByRole('button', { name: '恢复草稿' }));
    await waitFor(() => expect(dialog.getByLabelText('作者')).toHaveValue('魏源（辑）'));
    await expect(dialog.queryByText(/有一份没有保存的草稿/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await seen('已保存');
    await expect(restoring.server.callsTo('/v1/book/modify')[0]?.body.author).toMatch(/（辑）$/);
    await expect(kept()).toHaveLength(0);
  },
};

const discarding = draftStory();
export const Discard: Story = {
  name: '丢弃，或关闭时放弃',
  render: discarding.render,
  play: async ({ canvasElement }) => {
    const before = await openForm(canvasElement, '新增');
    await userEvent.type(await before.findByLabelText('书名'), '山海经');
    await waitFor(() => expect(kept()).toHaveLength(1));
    await reload(canvasElement);
    const dialog = await openForm(canvasElement, '新增');
    await userEvent.click(await dialog.findByRole('button', { name: '丢弃' }));
    await expect(dialog.getByLabelText('书名')).toHaveValue('');
    await expect(kept()).toHaveLength(0);
    await userEvent.type(dialog.getByLabelText('书名'), '水经注');
    await waitFor(() => expect(kept()).toHaveLength(1));
    await userEvent.click(dialog.getByRole('button', { name: '取消' }));
    await userEvent.click(await screen.findByRole('button', { name: '放弃' }));
    await waitFor(() => expect(kept()).toHaveLength(0));
  },
};

const twice = draftStory();
export const TypedOver: Story = {
  name: '没有恢复就继续填写，两次的都在',
  render: twice.render,
  play: async ({ canvasElement }) => {
    const first = await openForm(canvasElement, '新增');
    await userEvent.type(await first.findByLabelText('书名'), '山海经');
    await waitFor(() => expect(kept()).toHaveLength(1));
    await reload(canvasElement);
    const second = await openForm(canvasElement, '新增');
    await userEvent.type(await second.findByLabelText('作者'), '郭璞');
    await waitFor(() => expect(localStorage.getItem(kept()[0] ?? '')).toContain('郭璞'));
    await reload(canvasElement);
    const third = await openForm(canvasElement, '新增');
    await userEvent.click(await third.findByRole('button', { name: '恢复草稿' }));
    await waitFor(() => expect(third.getByLabelText('书名')).toHaveValue('山海经'));
    await expect(third.getByLabelText('作者')).toHaveValue('郭璞');
  },
};
