import type { Meta, StoryObj } from '@storybook/react-vite';
import { Suspense } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  libraryDictionaries,
  libraryEntities,
  libraryPages,
  loadLibrary,
  SampleServer,
  StoryFrame,
} from '../../fixtures/index.ts';
import { inSight } from '../../fixtures/story-steps.testing.ts';
import { DesignsPage } from './designs-page.tsx';
import type { UpgradeEdit } from './upgrade-edits.ts';

const meta: Meta = { title: 'engine/设计器/升级核对', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const { documents } = loadLibrary();
const shipped = documents.pages.get('books');
const common = { page: 'books', pageTitle: '图书', level: 'org', role: null } as const;
const edits: readonly UpgradeEdit[] = [
  { ...common, key: 'a', at: 'columns/title/width', status: 'conflict', winner: 'edit', was: 200, is: 240, mine: 300 },
  {
    ...common,
    key: 'b',
    at: 'columns/shelf',
    status: 'asleep',
    was: { key: 'shelf', field: 'shelf', title: '书架' },
    mine: { key: 'shelf', field: 'shelf', title: '位置' },
  },
  { ...common, key: 'c', at: 'title', status: 'same', was: '书', is: '图书', mine: '图书' },
];

function serverOf() {
  let open = edits;
  return new SampleServer({
    answers: {
      '/v1/design/upgrade/query': () => ({ list: open, applied: 4 }),
      '/v1/design/upgrade/settle': ({ edits: settled }) => {
        const keys = new Set((Array.isArray(settled) ? settled : []).map((one: { readonly key: string }) => one.key));
        open = open.filter(({ key }) => !keys.has(key));
        return { settled: [{ ...common, release: 5 }] };
      },
      '/v1/design/page/view': () => ({
        shipped,
        below: shipped,
        published: null,
        draft: null,
        document: shipped,
        report: [],
        faults: [],
      }),
      '/v1/design/page/parts/view': () => ({
        entities: libraryEntities,
        dictionaries: libraryDictionaries,
        datasets: [],
        pages: libraryPages.map(({ name, title, kind }) => ({ name, title, kind })),
        roles: [],
      }),
      '/v1/design/made/query': () => ({ list: [] }),
      '/v1/design/page/query': () => ({
        list: [
          {
            name: 'books',
            title: '图书',
            kind: 'list',
            path: '/catalogue/books',
            layers: [
              {
                level: 'org',
                role: null,
                roleTitle: null,
                release: 4,
                hasDraft: true,
                author: '林晓岚',
                updatedAt: '2026-03-02T01:00:00Z',
                conflicts: 1,
                asleep: 1,
                faults: 0,
              },
            ],
          },
          { name: 'loans', title: '借阅', kind: 'list', path: '/desk/loans', layers: [] },
        ],
        total: 2,
      }),
    },
  });
}

const server = serverOf();
const toDesign: unknown[] = [];
export const Review: Story = {
  name: '升级核对：原来、产品现在、我们的，逐条或一并决定，或到页面上另改',
  render: () => (
    <StoryFrame server={server}>
      <DesignsPage mayDesign mayPublish onDesign={({ page, level, at }) => void toDesign.push([page, level, at])} />
    </StoryFrame>
  ),
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    await step('each edit is told in words, with its three values', async () => {
      const group = within(await view.findByRole('region', { name: '图书 · 整个组织' }));
      await waitFor(() => expect(group.getByText('列「书名」宽度')).toBeVisible());
      const [first] = group.getAllByRole('listitem');
      await expect(first).toHaveTextContent('原来200产品现在240我们的300');
      await inSight(group.getByText('列「位置」'));
    });
    await step('one is written anew on its page', async () => {
      await userEvent.click(view.getByRole('button', { name: '列「书名」宽度：到页面上另改' }));
      await expect(toDesign).toEqual([['books', 'org', 'columns/title/width']]);
      await expect(view.queryByRole('button', { name: /^页面名称.*：到页面上另改$/ })).toBeNull();
    });
    await step('one is decided by itself', async () => {
      await userEvent.click(view.getByRole('button', { name: '列「书名」宽度：保留我们的' }));
      await waitFor(() => expect(view.queryByText('列「书名」宽度')).toBeNull());
      await expect(server.callsTo('/v1/design/upgrade/settle')[0]?.body).toEqual({
        edits: [{ key: 'a', take: 'mine' }],
      });
    });
    await step('the others alike', async () => {
      await userEvent.click(view.getByRole('checkbox', { name: '全选' }));
      await userEvent.click(view.getByRole('button', { name: '选中的以产品为准' }));
      await waitFor(() => expect(view.getByText(/没有需要核对的改动/)).toBeVisible());
    });
  },
};

const han = /\p{Script=Han}/u;
/** What is told of the product itself is called as its documents call it. */
const wordsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);

export const InEnglish: Story = {
  name: '换一种语言：每一处文字都换，逐项核对、各个标签页',
  render: () => (
    <StoryFrame server={serverOf()} language="en-US">
      <Suspense>
        <DesignsPage mayDesign mayPublish mayMakeFields />
      </Suspense>
    </StoryFrame>
  ),
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    await step('what is to be reviewed', async () => {
      await inSight(
        await view.findByText('3 to review, 4 apply as before. What is not decided is kept; nothing is lost.'),
      );
      await expect(view.getAllByText('Keep ours')).toHaveLength(2);
      await inSight(view.getByText('The product changed this too'));
    });
    await step('how pages stand', async () => {
      await userEvent.click(view.getByRole('tab', { name: 'All pages' }));
      await inSight(await view.findByText('Release 4'));
      await inSight(view.getByText('1 conflict'));
    });
    await step('pages made in the app', async () => {
      await userEvent.click(view.getByRole('tab', { name: 'New pages' }));
      await inSight(await view.findByText('No pages have been made in the app yet'));
    });
    await step('no word of its own is left in Chinese', async () => {
      await expect(wordsOf(view.getAllByRole('tab')).filter((text) => han.test(text ?? ''))).toEqual([]);
      await expect(wordsOf(view.getAllByRole('button', { name: /./ })).filter((text) => han.test(text ?? ''))).toEqual(
        [],
      );
    });
  },
};

const listed = serverOf();
export const Pages: Story = {
  name: '全部页面：给谁改的、第几次发布、有无草稿与冲突',
  render: () => (
    <StoryFrame server={listed}>
      <DesignsPage mayDesign mayPublish />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await userEvent.click(await view.findByRole('tab', { name: '全部页面' }));
    await inSight(await view.findByText('第 4 次发布'));
    await inSight(view.getByText('1 处冲突'));
    await userEvent.type(view.getByRole('searchbox', { name: '查找页面' }), '借阅{Enter}');
    await waitFor(() => expect(listed.callsTo('/v1/design/page/query').at(-1)?.body.keyword).toBe('借阅'));
  },
};
