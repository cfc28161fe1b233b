import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, SampleServer, StoryFrame, sampleId, seen } from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { choose, openForm } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/只显示的字段', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const server = new SampleServer();

export const FixedRows: Story = {
  name: '固定的行：旁边只显示，只填写结果',
  render: () => (
    <StoryFrame server={server}>
      <SchemaPage name="stocktakes" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '登记结果 PD2026030201');
    await inSight(await form.findByRole('group', { name: '分馆' }));
    await expect(form.getByRole('group', { name: '分馆' })).toHaveTextContent('总馆');
    await expect(form.getByRole('group', { name: '已登记' })).toHaveTextContent('1');
    const [table] = form.getAllByRole('table');
    await expect(table).toHaveTextContent('海国图志');
    await expect(table).toHaveTextContent('值得一读');
    await expect(table).toHaveTextContent('¥38.60');
    // Rows of the rows below them come and go.
    for (const button of form.queryAllByRole('button', { name: /^(添加一行|删除第)/ }))
      await expect(button.closest('[role=group]')).toHaveAccessibleName('破损');
    await choose(form, '结果（第 3 行）', '遗失');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    // What is shown beside is read by conditions: this one cost more than thirty yuan.
    await inSight(await form.findByText('请填写说明'));
    await waitFor(() => expect(form.getByLabelText('说明（第 3 行）')).toHaveFocus());
    await userEvent.keyboard('架上没有');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('盘点结果已保存');
    const [call] = server.callsTo('/v1/stocktake/modify');
    await expect(call?.body).toMatchObject({
      lines: [
        { id: sampleId('stocktake_line', 0) },
        { id: sampleId('stocktake_line', 1) },
        { id: sampleId('stocktake_line', 2), found: 'lost', note: '架上没有' },
      ],
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

/** Of its own: what the story before wrote is not there. */
const cardServer = new SampleServer();

export const Cards: Story = {
  name: '一行一张卡片：长文占满一行，合计边填边算',
  render: () => (
    <StoryFrame server={cardServer}>
      <SchemaPage name="stocktakes" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '逐本登记 PD2026030201');
    await inSight(await form.findByText('海国图志'));
    await expect(form.getByRole('group', { name: '已登记' })).toHaveTextContent('1');
    const cards = within(form.getByRole('group', { name: '盘点明细' })).getAllByRole('listitem');
    await expect(cards).toHaveLength(3);
    await choose(form, '结果（第 3 行）', '遗失');
    await waitFor(() => expect(form.getByRole('group', { name: '已登记' })).toHaveTextContent('2'));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(form.getByLabelText('说明（第 3 行）')).toHaveFocus());
    await expect(cards[2]).toHaveTextContent('请填写说明');
    // From card to card by the keyboard alone: the defects of a book stand below it.
    await userEvent.keyboard('架上没有');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('盘点结果已保存');
    const call = cardServer.callsTo('/v1/stocktake/modify').at(-1);
    await expect(JSON.stringify(call?.body)).not.toContain('counted');
  },
};
