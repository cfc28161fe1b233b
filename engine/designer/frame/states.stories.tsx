import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, type SampleAnswer, SampleRefusal, SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { typeBehind } from '../source/code-typing.testing.ts';
import { DesignsPage } from '../upgrade/designs-page.tsx';
import { designStory, drawn } from './design-story.testing.tsx';

const meta: Meta = { title: 'engine/设计器/状态', tags: ['!autodocs'] };
export default meta;

/** Addresses that do not answer while they stand here, and why. */
const down = new Map<string, 'E_SERVER' | 'E_NO_PERMISSION'>();

/** Answers as it is told to, and refuses while its address is down. */
function shaky(answers: Readonly<Record<string, SampleAnswer>>): Readonly<Record<string, SampleAnswer>> {
  return Object.fromEntries(
    Object.entries(answers).map(([path, answer]): [string, SampleAnswer] => [
      path,
      (body) => {
        const why = down.get(path);
        if (why !== undefined) throw new SampleRefusal(why);
        return answer(body);
      },
    ]),
  );
}

const page = { name: 'ownRooms', title: '研讨室', path: '/own/rooms', kind: 'list', state: 'published', left: 'clash' };
const server = new SampleServer({
  answers: shaky({
    '/v1/design/upgrade/query': () => ({ list: [], applied: 4 }),
    '/v1/design/made/query': () => ({
      list: [
        {
          ...page,
          faults: [],
          parent: null,
          roles: [],
          choices: {},
          version: 1,
          author: null,
          updatedAt: '2026-03-02T01:00:00Z',
        },
      ],
    }),
    '/v1/design/page/query': () => ({ list: [], total: 0 }),
    '/v1/design/field/query': () => ({ entities: [], dictionaries: [], references: [] }),
    '/v1/design/dictionary/query': () => ({ list: [] }),
  }),
});

export const Lists: StoryObj = {
  name: '页面设计的各项：没有读到的不说成没有，能重试；没有权限的说没有权限；真的没有才说没有',
  beforeEach: () => {
    down.clear();
    for (const path of ['made', 'page', 'field', 'dictionary']) down.set(`/v1/design/${path}/query`, 'E_SERVER');
  },
  render: () => (
    <StoryFrame server={server}>
      <DesignsPage mayDesign mayPublish mayMakeFields />
    </StoryFrame>
  ),
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    const panel = async (title: string) => {
      await userEvent.click(view.getByRole('tab', { name: title }));
      // The others are hidden.
      return within(await view.findByRole('tabpanel'));
    };
    await step('whether a page is left is not known', async () => {
      const review = await panel('升级核对');
      await userEvent.click(await review.findByRole('button', { name: '重试' }));
      down.delete('/v1/design/made/query');
      await userEvent.click(await review.findByRole('button', { name: '重试' }));
      await inSight(await review.findByText(/研讨室/));
    });
    for (const [title, path, none] of [
      ['全部页面', 'page', '没有找到页面。'],
      ['自定义字段', 'field', '没有您看得到的资料。'],
      ['字典', 'dictionary', '没有字典。'],
    ] as const)
      await step(title, async () => {
        const shown = await panel(title);
        const retry = await shown.findByRole('button', { name: '重试' });
        await expect(shown.queryByText(none)).toBeNull();
        down.set(`/v1/design/${path}/query`, 'E_NO_PERMISSION');
        await userEvent.click(retry);
        await inSight(await shown.findByText(/请联系管理员开通权限/));
        await expect(shown.queryByText(none)).toBeNull();
      });
    await step('what is truly empty says so', async () => {
      down.clear();
      const pages = await panel('全部页面');
      await userEvent.type(pages.getByRole('searchbox', { name: '查找页面' }), '无{Enter}');
      await inSight(await pages.findByText('没有找到页面。'));
    });
  },
};

const fields = {
  entities: [{ name: 'book', title: '图书', shipped: 24, most: 60, fields: [] }],
  ...{ dictionaries: [], references: [] },
};
const books = designStory('books', {}, [], shaky({ '/v1/design/field/query': () => fields }));
export const Beside: StoryObj = {
  name: '设计时身边的各项：自定义字段没有读到时能重试；查不到的说没有找到',
  beforeEach: () => {
    down.clear();
    down.set('/v1/design/field/query', 'E_SERVER');
  },
  render: books.render,
  play: async ({ canvasElement, step }) => {
    const frame = within(canvasElement);
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).not.toBeNull());
    await userEvent.click(drawn(canvasElement, 'columns/author') ?? canvasElement);
    await userEvent.click(frame.getByRole('tab', { name: '添加' }));
    const palette = within(await frame.findByRole('region', { name: '添加' }));
    await step('fields of one’s own', async () => {
      const retry = await palette.findByRole('button', { name: '重试' });
      await expect(palette.queryByRole('button', { name: '新增自定义字段' })).toBeNull();
      down.clear();
      await userEvent.click(retry);
      await inSight(await palette.findByRole('button', { name: '新增自定义字段' }));
    });
    await step('what is looked for and not there', async () => {
      await userEvent.type(palette.getByRole('searchbox', { name: '查找可以添加的内容' }), '没有这样的');
      await inSight(await palette.findByText('没有找到'));
      await expect(palette.queryByRole('heading')).toBeNull();
    });
  },
};

const row = { id: 'b1', version: 1, title: '海国图志', author: '魏源' };
const sampled: { is: 'there' | 'gone' | 'unknown' } = { is: 'there' };
const tried = designStory('books', {}, [], {
  '/v1/book/query': ({ where }) => {
    const isSample = typeof where === 'object' && where !== null && 'field' in where && where.field === 'id';
    if (isSample && sampled.is === 'unknown') throw new SampleRefusal('E_SERVER');
    return { list: isSample && sampled.is === 'gone' ? [] : [row], total: 1, next: null };
  },
});
export const Sample: StoryObj = {
  name: '试算的记录：没有读到时说明并能重试，已不在时说另选一条',
  beforeEach: () => {
    sampled.is = 'unknown';
  },
  render: tried.render,
  play: async ({ canvasElement }) => {
    const frame = within(canvasElement);
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).not.toBeNull());
    await userEvent.click(drawn(canvasElement, 'columns/author') ?? canvasElement);
    const properties = within(frame.getByRole('region', { name: '设置' }));
    typeBehind(
      await properties.findByRole('textbox', { name: '颜色' }),
      '',
      "record.author == '魏源' ? 'red' : 'blue'",
    );
    await userEvent.click(await properties.findByRole('combobox', { name: '选一条记录，看它的值' }));
    await userEvent.click(await screen.findByText('海国图志', { selector: '.ant-select-item-option-content' }));
    const retry = await properties.findByRole('button', { name: '重试' });
    sampled.is = 'gone';
    await userEvent.click(retry);
    await inSight(await properties.findByText(/所选的记录已不在/));
    await userEvent.type(properties.getByRole('combobox', { name: '选一条记录，看它的值' }), '海');
    await waitFor(() => expect(tried.server.callsTo('/v1/book/query').at(-1)?.body.where).toEqual({ search: '海' }));
    await userEvent.keyboard('{Escape}{Tab}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  },
};

const board = designStory('desk', {}, [], shaky({ '/v1/analysis/query': () => ({ analyses: [], canShare: false }) }));
export const Analyses: StoryObj = {
  name: '看板的添加：分析没有读到时说明并能重试，其余照样能加；没有权限的不提',
  beforeEach: () => {
    down.clear();
    down.set('/v1/analysis/query', 'E_SERVER');
  },
  render: board.render,
  play: async ({ canvasElement }) => {
    const frame = within(canvasElement);
    await waitFor(() => expect(drawn(canvasElement, 'cards/loans')).not.toBeNull());
    await userEvent.click(drawn(canvasElement, 'cards/loans') ?? canvasElement);
    await userEvent.click(frame.getByRole('tab', { name: '添加' }));
    const palette = within(await frame.findByRole('region', { name: '添加' }));
    const retry = await palette.findByRole('button', { name: '重试' });
    await expect(palette.getAllByRole('heading').length).toBeGreaterThan(0);
    down.set('/v1/analysis/query', 'E_NO_PERMISSION');
    await userEvent.click(retry);
    await waitFor(() => expect(palette.queryByRole('alert')).toBeNull());
  },
};
