import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  libraryRows,
  openedDialog,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/全景/查看明文', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const reveal = '/v1/book/reveal';
const patience = { timeout: 10_000 };

function revealStory(over: Partial<SampleServerOptions> = {}) {
  const server = new SampleServer({ rows: libraryRows(4), ...over });
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="bookcard" params={{ id: sampleId('book', 0) }} onParams={() => undefined} />
    </StoryFrame>
  );
  return { server, render };
}

async function ask(canvasElement: HTMLElement, reason: string) {
  const page = within(canvasElement);
  await userEvent.click(await page.findByRole('button', { name: '查看“捐赠人手机”明文' }, patience));
  const dialog = within(await openedDialog());
  await waitFor(() => expect(dialog.getByLabelText('查看原因')).toHaveFocus());
  await userEvent.type(dialog.getByLabelText('查看原因'), `${reason}{Enter}`);
  return dialog;
}

const shown = revealStory();
export const Shown: Story = {
  name: '填写原因后显示片刻',
  render: shown.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const dialog = await ask(canvasElement, '核');
    await inSight(await dialog.findByText('请填写查看原因，至少 2 个字'));
    await userEvent.type(dialog.getByLabelText('查看原因'), '对捐赠信息{Enter}');
    await seen('13812345678');
    await inSight(page.getByText(/\d+ 秒后隐藏 · 今日还可查看 2 次/));
    await inSight(page.getByRole('button', { name: '复制捐赠人手机' }));
    await expect(shown.server.callsTo(reveal)[0]?.body).toEqual({
      id: sampleId('book', 0),
      field: 'donorMobile',
      reason: '核对捐赠信息',
    });
    await userEvent.click(page.getByRole('button', { name: '隐藏“捐赠人手机”' }));
    await inSight(page.getByText('138****5678'));
    await expect(page.queryByText('13812345678')).toBeNull();
  },
};

const spent = revealStory();
export const Spent: Story = {
  name: '今日次数用完',
  render: spent.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    for (const _ of [1, 2, 3]) {
      await ask(canvasElement, '核对捐赠信息');
      await userEvent.click(await page.findByRole('button', { name: '隐藏“捐赠人手机”' }, patience));
    }
    const dialog = await ask(canvasElement, '核对捐赠信息');
    await inSight(await dialog.findByText('今日查看明文次数已达上限'));
  },
};

const never = revealStory({ unrevealed: ['mobile'] });
export const Never: Story = {
  name: '仅可拨号时没有眼睛',
  render: never.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('138****5678', undefined, patience));
    await expect(page.queryByRole('button', { name: '查看“捐赠人手机”明文' })).toBeNull();
  },
};

const { book = [], ...others } = libraryRows(4);
const reason = '图书在库中，借出后才能查看';
const kept = revealStory({
  rows: { ...others, book: book.map((row) => ({ ...row, unrevealed: { donorMobile: reason } })) },
});
export const Kept: Story = {
  name: '这一行对谁都不给看时说明原因',
  render: kept.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('138****5678', undefined, patience));
    await inSight(page.getByRole('img', { name: reason }));
    await expect(page.queryByRole('button', { name: '查看“捐赠人手机”明文' })).toBeNull();
  },
};
