import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, SampleServer, StoryFrame, seen } from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { openForm, type Place } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/从列表选择', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const create = '/v1/stocktake/create';

function stocktakes() {
  const server = new SampleServer();
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="stocktakes" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

/** The list over the form, once its rows are there. */
async function listOver(): Promise<Place> {
  const list = within(
    await waitFor(() => {
      const dialog = document.querySelector<HTMLElement>('.engine-pick');
      if (dialog === null) throw new TypeError('no list yet');
      return dialog;
    }, patience),
  );
  await inSight((await list.findAllByRole('checkbox', { name: /^选择 / }))[0]);
  return list;
}

/** Opens the list from the form. */
async function openList(form: Place): Promise<Place> {
  await userEvent.click(await form.findByRole('button', { name: /选择图书/ }));
  return listOver();
}

const patience = { timeout: 10_000 };
const boxes = (list: Place): readonly HTMLElement[] => list.getAllByRole('checkbox', { name: /^选择 / });
const lines = (form: Place): readonly string[] =>
  form.queryAllByRole('group', { name: /^图书（第/ }).map(({ textContent }: HTMLElement) => textContent ?? '');

const over = stocktakes();
export const OverPages: Story = {
  name: '跨页、跨条件地选，再排次序',
  render: over.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新建盘点单');
    await userEvent.type(await form.findByLabelText('单号'), 'PD2026030301');
    const list = await openList(form);
    // Nothing is done in the list but to pick: no buttons of its rows, no links.
    await expect(list.queryByRole('button', { name: /^编辑/ })).toBeNull();
    await expect(list.queryAllByRole('link')).toHaveLength(0);
    await userEvent.click(boxes(list)[0] ?? document.body);
    await userEvent.click(list.getByTitle('2'));
    await waitFor(() => expect(boxes(list)[0]).not.toBeChecked());
    await userEvent.click(boxes(list)[1] ?? document.body);
    await userEvent.type(list.getByLabelText('关键字'), '书{Enter}');
    await waitFor(() => expect(boxes(list).length).toBeLessThan(10));
    await userEvent.click(boxes(list)[0] ?? document.body);
    const chosen = within(list.getByRole('region', { name: '已选' }));
    await expect(chosen.getAllByRole('listitem')).toHaveLength(3);
    await userEvent.click(chosen.getAllByRole('button', { name: /^移除/ })[1] ?? document.body);
    await inSight(list.getByText('已选 2 条，最多可选 300 条'));
    await userEvent.click(list.getByRole('button', { name: /确\s*定/ }));
    await seen('已添加 2 行');
    await waitFor(() => expect(lines(form)).toHaveLength(2));
    await waitFor(() => expect(lines(form).join()).not.toContain('加载中'));
    // What the row takes over is there, what is read from the book as well.
    await waitFor(() => expect(form.getAllByLabelText(/^说明（第/)[0]).not.toHaveValue(''));
    await waitFor(() => expect(form.getByLabelText('原定价（第 2 行）')).not.toHaveValue(''));
    const [first] = lines(form);
    await userEvent.click(form.getByLabelText('说明（第 2 行）'));
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(lines(form)[1]).toBe(first));
    const asked = over.server.callsTo('/v1/book/query');
    await expect(asked.every(({ headers }) => headers['X-App-Page'] !== undefined)).toBe(true);
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('盘点单已建好');
    const [call] = over.server.callsTo(create);
    await expect(call?.body.lines).toEqual([
      { bookId: expect.any(String), note: expect.any(String) },
      { bookId: expect.any(String), note: expect.any(String) },
    ]);
  },
};

const again = stocktakes();
export const Taken: Story = {
  name: '已在表单中的不能再选，善本不在列表里，只用键盘',
  render: again.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新建盘点单');
    const list = await openList(form);
    const [first, second] = boxes(list);
    first?.focus();
    await userEvent.keyboard(' ');
    second?.focus();
    await userEvent.keyboard(' ');
    list.getByRole('button', { name: /确\s*定/ }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(lines(form)).toHaveLength(2));
    await waitFor(() => expect(form.getByRole('button', { name: /选择图书/ })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    const reopened = await listOver();
    const taken = await reopened.findAllByRole('checkbox', { name: /已在表单中$/ });
    await expect(taken).toHaveLength(2);
    for (const box of taken) {
      await expect(box).toBeChecked();
      await expect(box).toBeDisabled();
    }
    const asked = again.server.callsTo('/v1/book/query').map(({ body }) => JSON.stringify(body));
    await expect(asked.some((body) => body.includes('"field":"rare","op":"eq","value":false'))).toBe(true);
    await inSight(reopened.getByText(/共\s*22\s*条/));
    // All on the page but those that are there: the rows there are once.
    await userEvent.click(reopened.getByRole('checkbox', { name: '全选本页' }));
    await inSight(reopened.getByText('已选 8 条，最多可选 298 条'));
    await userEvent.click(reopened.getByRole('button', { name: /取\s*消$/ }));
    await waitFor(() => expect(document.querySelector('.engine-pick')?.checkVisibility() ?? false).toBe(false));
    await expect(lines(form)).toHaveLength(2);
  },
};

const narrow = stocktakes();
export const Narrow: Story = {
  name: '窄屏：卡片里选',
  globals: { viewport: { value: 'mobile1', isRotated: false } },
  render: narrow.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新建盘点单');
    const list = await openList(form);
    await userEvent.click(boxes(list)[2] ?? document.body);
    await inSight(list.getByText('已选 1 条，最多可选 300 条'));
    await userEvent.click(list.getByRole('button', { name: /确\s*定/ }));
    await waitFor(() => expect(lines(form)).toHaveLength(1));
  },
};
