import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, listStory, openedDialog, SampleRefusal, SampleServer } from '../../../fixtures/index.ts';

const meta: Meta = { title: 'engine/列表/筛选', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const query = '/v1/book/query';
const patience = { timeout: 10_000 };

type Place = ReturnType<typeof within>;

/** Chooses an option of the select with this name; lists opened before stay in the document, unseen. */
async function pick(place: Place, name: string, option: string): Promise<void> {
  await userEvent.click(place.getByRole('combobox', { name }));
  await waitFor(async () => {
    const items = [...document.querySelectorAll<HTMLElement>('.ant-select-item')];
    const found = items.find((item) => item.title === option && item.checkVisibility());
    if (found === undefined) throw new TypeError(`${option} is not in sight`);
    await userEvent.click(found);
  });
}

const together = listStory('books');
export const Together: Story = {
  name: '且、或、条件组：没有填完的说明，先说有几条，再用一句话说出来',
  render: together.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('海国图志', {}, patience);
    await userEvent.click(page.getByRole('button', { name: '高级筛选' }));
    const dialog = within(await openedDialog());
    await pick(dialog, '条件 1 的字段', '作者');
    await userEvent.click(dialog.getByRole('button', { name: '查询' }));
    await inSight(await dialog.findByText('有 1 个条件没有填写完整'));
    await userEvent.type(dialog.getByRole('textbox', { name: '条件 1 的值' }), '沈括');
    await inSight(await dialog.findByText('符合的有 2 条', {}, patience));

    // Three groups in each other, and no fourth.
    await userEvent.click(dialog.getByRole('button', { name: '添加条件组' }));
    const [, inner] = dialog.getAllByRole('group');
    if (inner === undefined) throw new TypeError('no group');
    await pick(within(inner), '条件 1 的字段', '善本');
    await pick(within(inner), '条件 1 的值', '是');
    await userEvent.click(within(inner).getByRole('button', { name: '添加条件组' }));
    const innermost = dialog.getAllByRole('group').at(-1);
    if (innermost === undefined) throw new TypeError('no group in the group');
    await expect(within(innermost).queryByRole('button', { name: '添加条件组' })).toBeNull();
    await pick(within(innermost), '条件 1 的字段', '作者');
    await userEvent.type(within(innermost).getByRole('textbox', { name: '条件 1 的值' }), '沈');
    await userEvent.click(dialog.getByRole('button', { name: '查询' }));

    await waitFor(() =>
      expect(together.server.callsTo(query).at(-1)?.body.where).toMatchObject({
        and: [
          {
            and: [
              { field: 'author', op: 'contains', value: '沈括' },
              { or: [{ field: 'rare', op: 'eq', value: true }, { or: [{ field: 'author', value: '沈' }] }] },
            ],
          },
        ],
      }),
    );
    const said = within(await page.findByRole('list', { name: '当前筛选' }));
    await inSight(said.getByText(/作者\s*包含\s*沈括\s*且\s*（善本\s*等于\s*是\s*或\s*（作者\s*包含\s*沈）/));
    await expect(together.address.params.adv).toContain('沈括');
    await waitFor(() => expect(page.getByRole('button', { name: '高级筛选（3）' })).toHaveFocus());
  },
};

const pasting = listStory('books');
export const Pasting: Story = {
  name: '粘贴一列值；少用的条件展开后记住',
  render: pasting.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByText('海国图志', {}, patience);
    await userEvent.click(page.getByRole('button', { name: /更多筛选/ }));
    await expect(page.getByRole('button', { name: '收起筛选' })).toHaveAttribute('aria-expanded', 'true');
    await expect(Object.entries(localStorage).some(([key, kept]) => /unfolded/.test(key) && kept === 'true')).toBe(
      true,
    );

    page.getByLabelText('作者').focus();
    await userEvent.paste('沈括\n李诫\n\n沈括\n');
    await inSight(await page.findByRole('button', { name: '作者：2 个值' }));
    await userEvent.click(page.getByRole('button', { name: '查询' }));
    await waitFor(() =>
      expect(pasting.server.callsTo(query).at(-1)?.body.where).toEqual({
        and: [{ field: 'author', op: 'in', value: ['沈括', '李诫'] }],
      }),
    );
    await inSight(within(await page.findByRole('list', { name: '当前筛选' })).getByText(/沈括、李诫/));

    // Records by their names; what is found by none is said.
    page.getByLabelText('所在分馆').focus();
    await userEvent.paste('总馆\n东湖分馆\n西山分馆');
    await inSight(await screen.findByText('已选 2 条；1 个没有找到：西山分馆'));
    await userEvent.click(page.getByRole('button', { name: '查询' }));
    await waitFor(() => {
      const branch = { field: 'branchId', op: 'in', value: [expect.any(String), expect.any(String)] };
      expect(pasting.server.callsTo(query).at(-1)?.body.where).toMatchObject({ and: expect.arrayContaining([branch]) });
    });

    // What is none of a number is left out, and said.
    page.getAllByLabelText(/^定价/)[0]?.focus();
    await userEvent.paste('28\n很贵\n33.30');
    await userEvent.click(await page.findByRole('button', { name: '定价：2 个值' }));
    await inSight(await screen.findByText(/1 个不是有效的值，已略过，如“很贵”/));
  },
};

let isAway = true;
const plain = new SampleServer();
const uncounted = listStory('books', {
  answers: {
    [query]: (body) => {
      if (body.count === 'exact' && isAway) throw new SampleRefusal('E_BUSY');
      return plain.answerTo(query, body);
    },
  },
});
export const Uncounted: Story = {
  name: '没有数出来：说出来，可以重试',
  render: uncounted.render,
  play: async ({ canvasElement }) => {
    isAway = true;
    const page = within(canvasElement);
    await page.findByText('海国图志', {}, patience);
    await userEvent.click(page.getByRole('button', { name: '高级筛选' }));
    const dialog = within(await openedDialog());
    await pick(dialog, '条件 1 的字段', '作者');
    await userEvent.type(dialog.getByRole('textbox', { name: '条件 1 的值' }), '沈括');
    const retry = await dialog.findByRole('button', { name: '计数失败，重试' }, patience);
    isAway = false;
    await userEvent.click(retry);
    await inSight(await dialog.findByText(/^符合的有 \d+ 条$/, {}, patience));
  },
};
