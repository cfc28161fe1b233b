import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { listStory, seen } from '../../../fixtures/index.ts';

const meta: Meta = { title: 'engine/列表/树/就地新增', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const create = '/v1/place/create';
const answers: (() => void)[] = [];
const stopped = listStory('placeTree', {
  answers: {
    [create]: ({ name }) =>
      new Promise((resolve) => answers.push(() => resolve({ id: `made ${String(name)}`, version: 1 }))),
  },
});
export const Stopped: Story = {
  name: '添加时关掉：余下的不再添加，也不会挂到别处',
  render: stopped.render,
  play: async ({ canvasElement }) => {
    answers.length = 0;
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '在东厅下添加' }));
    await waitFor(() => expect(page.getByRole('textbox', { name: '在东厅下添加' })).toHaveFocus());
    await userEvent.paste('3 号架\n\t上层\n\t下层');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(answers).toHaveLength(1));
    await userEvent.click(page.getByRole('button', { name: /^收.?起$/ }));
    answers[0]?.();
    await seen('已添加 1 个');
    await expect(stopped.server.callsTo(create).map(({ body }) => body.name)).toEqual(['3 号架']);
    // What is added next is not below what was made then.
    await userEvent.click(await page.findByRole('button', { name: '在东厅下添加' }));
    const box = await page.findByRole('textbox', { name: '在东厅下添加' });
    await waitFor(() => expect(box).toHaveFocus());
    await expect(box).toHaveValue('');
    await userEvent.paste('\t5 号架');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(answers).toHaveLength(2));
    const [first, second] = stopped.server.callsTo(create).map(({ body }) => body.parentId);
    await expect(second).toBe(first);
    answers[1]?.();
  },
};
