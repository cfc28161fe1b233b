import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryRows, SampleServer, StoryFrame, sampleId, seen } from '../../../fixtures/index.ts';
import { SchemaPage } from '../../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/全景/变更记录', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const history = '/v1/book/history';
const patience = { timeout: 10_000 };

function historyStory() {
  const server = new SampleServer({ rows: libraryRows(4) });
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="bookcard" params={{ id: sampleId('book', 0), tab: 'history' }} onParams={() => undefined} />
    </StoryFrame>
  );
  return { server, render };
}

const told = historyStory();
export const Told: Story = {
  name: '谁在何时改了什么',
  render: told.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const [first] = await page.findAllByRole('article', {}, patience);
    const newest = within(first ?? canvasElement);
    await inSight(newest.getByText('周文博'));
    await inSight(newest.getByText('编辑'));
    // Masked as everywhere, and words in the place of keys.
    await inSight(newest.getByText('138****5678'));
    await inSight(newest.getByText('否'));
    await inSight(page.getByText('系统'));
    await expect(page.getAllByRole('heading', { level: 3 })[0]).toHaveTextContent(/^今天 · |^昨天 · /);
    await userEvent.click(page.getByRole('button', { name: '加载更多' }));
    await inSight(await page.findByText('新增'));
  },
};

const narrowed = historyStory();
export const Narrowed: Story = {
  name: '按操作与字段筛选',
  render: narrowed.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('combobox', { name: '改动的字段' }, patience));
    await userEvent.click(await screen.findByTitle('馆藏状态'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(page.getAllByRole('article')).toHaveLength(2));
    await expect(narrowed.server.callsTo(history).at(-1)?.body).toMatchObject({ fields: ['state'] });
    await userEvent.click(page.getByRole('combobox', { name: '操作人' }));
    await userEvent.click(await screen.findByTitle('周文博'));
    await inSight(await page.findByText('没有符合条件的变更'));
    await userEvent.click(page.getByRole('button', { name: '清空条件' }));
    await waitFor(() => expect(page.getAllByRole('article').length).toBeGreaterThan(10));
  },
};

const undone = historyStory();
export const Undone: Story = {
  name: '撤销近来的修改：只改回仍是那样的，遮盖的、之后又改过的不能',
  render: undone.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const articles = await page.findAllByRole('article', {}, patience);
    // Of the first a number was kept masked, of the third the state was changed by a step, the prices are not the present one.
    const offers = () => page.queryAllByRole('button', { name: '撤销' });
    await expect(offers()).toHaveLength(1);
    const entry = within(articles[1] ?? canvasElement);
    await userEvent.click(entry.getByRole('button', { name: '撤销' }));
    const question = within(await screen.findByRole('tooltip'));
    await inSight(question.getByText(/分类：自然科学/));
    await userEvent.click(question.getByRole('button', { name: /撤\s?销/ }));
    await seen('已改回之前的内容');
    const [call] = undone.server.callsTo('/v1/book/modify');
    await expect(call?.body).toMatchObject({ category: 'science', summary: null });
    await expect(call?.body.was).toHaveProperty('category');
    // It is told like any other change, and can be taken back itself.
    await waitFor(() => expect(within(page.getAllByRole('article')[0] ?? canvasElement).getByText('林晓岚')), patience);
    await waitFor(() => expect(offers()).toHaveLength(1));
  },
};
