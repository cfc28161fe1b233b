import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { NoticeAnswer } from '../../contract/notices.ts';
import { inSight, type OpenedPage, SampleRefusal, SampleServer, StoryFrame } from '../../engine/fixtures/index.ts';
import type { DashboardPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import { type MenuPage, SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import contract from './contract.json';
import { Home } from './home.tsx';

const meta: Meta = { title: 'widgets/首页', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => Home }];
const page: DashboardPage = {
  schemaVersion: 2,
  name: 'home',
  path: '/home',
  title: '首页',
  kind: 'dashboard',
  scope: 'mine',
  cards: [{ key: 'home', kind: 'widget', title: '今天', widget: 'Home', span: 4 }],
};
const menuPage = (name: string, title: string, hidden = false): MenuPage => ({
  name,
  path: `/${name}`,
  title,
  hidden,
  groups: ['图书管理'],
});
const pages = [
  menuPage('home', '首页'),
  menuPage('bookList', '图书'),
  menuPage('loanList', '借阅'),
  menuPage('readerList', '读者'),
  menuPage('bookDetail', '图书详情', true),
];
const notice: NoticeAnswer = {
  id: '00000000-0000-4000-8000-000000000001',
  type: '11',
  title: '有一本书过期未还',
  content: '《海国图志》应于三天前归还，借阅人的电话无人接听，请到分馆与他联系，并登记结果。',
  createTime: '2026-01-15T02:30:00Z',
  stage: '1',
  place: { path: '/bookDetail', id: 'b1' },
};

/** Shortcuts that are kept as the server keeps them. */
function serverWith(saved: readonly string[] | null, notices: readonly NoticeAnswer[]) {
  let shortcuts = saved;
  return new SampleServer({
    pages: [page],
    answers: {
      '/v1/home/shortcut/query': () => shortcuts,
      '/v1/home/shortcut/save': (body) => {
        shortcuts = (body as { readonly pages: readonly string[] }).pages;
        return shortcuts;
      },
      '/v1/sys/user/notify/all/query': () => notices,
    },
  });
}

const opened: OpenedPage[] = [];
const story = (server: SampleServer) => ({
  render: () => (
    <StoryFrame server={server} widgets={widgets} pages={pages} onOpen={(one) => void opened.push(one)}>
      <SchemaPage name="home" params={{}} />
    </StoryFrame>
  ),
});

const arranging = story(serverWith(null, [notice]));
export const Arrange: Story = {
  name: '快捷入口：添加、用方向键移动、移除',
  render: arranging.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    const part = within(await view.findByRole('region', { name: '快捷入口' }));
    const titles = () => part.getAllByRole('listitem').map((item) => item.textContent);
    await expect(titles()).toEqual(['图书', '借阅', '读者']);
    await userEvent.click(part.getByRole('button', { name: '编辑' }));
    await userEvent.click(part.getByRole('button', { name: '移除借阅' }));
    await waitFor(() => expect(titles()).toEqual(['图书', '读者']));
    part.getByRole('button', { name: /移动读者/ }).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(titles()).toEqual(['读者', '图书']));
    await userEvent.click(part.getByRole('combobox', { name: '添加快捷入口' }));
    await userEvent.click(await within(document.body).findByText('图书管理 / 借阅'));
    await waitFor(() => expect(titles()).toEqual(['读者', '图书', '借阅']));
    await userEvent.click(part.getByRole('button', { name: '完成' }));
    await userEvent.click(part.getByText('读者'));
    await expect(opened.at(-1)).toEqual({ page: 'readerList', params: {} });
  },
};

const reading = story(serverWith(['bookList'], [notice]));
export const Unread: Story = {
  name: '未读通知打开它的记录',
  render: reading.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByText('未读通知 1'));
    await userEvent.click(view.getByText('有一本书过期未还'));
    await expect(opened.at(-1)).toEqual({ page: 'bookDetail', params: { id: 'b1' } });
  },
};

const empty = story(serverWith([], []));
export const Empty: Story = {
  name: '没有入口，没有通知',
  render: empty.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByText(/还没有快捷入口/));
    await inSight(view.getByText('没有未读通知。'));
  },
};

const sent: { readonly pages: readonly string[]; readonly answer: (isTaken: boolean) => void }[] = [];
const hurried = new SampleServer({
  pages: [page],
  answers: {
    '/v1/home/shortcut/query': () => [],
    '/v1/home/shortcut/save': ({ pages: wanted }) =>
      new Promise((resolve, reject) => {
        const answer = (isTaken: boolean) => (isTaken ? resolve(null) : reject(new SampleRefusal('E_BUSY')));
        sent.push({ pages: wanted as readonly string[], answer });
      }),
    '/v1/sys/user/notify/all/query': () => [],
  },
});
export const TwoAtOnce: Story = {
  name: '还没有回答就再添一个：一个一个送，前一个被拒绝后一个不丢',
  render: () => (
    <StoryFrame server={hurried} widgets={widgets} pages={pages}>
      <SchemaPage name="home" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    sent.length = 0;
    const part = within(await within(canvasElement).findByRole('region', { name: '快捷入口' }));
    const add = async (title: string) => {
      await userEvent.click(part.getByRole('combobox'));
      await userEvent.click(await within(document.body).findByTitle(`图书管理 / ${title}`));
      await part.findByText(title);
    };
    await userEvent.click(part.getByRole('button', { name: '编辑' }));
    await add('借阅');
    await add('读者');
    await expect(sent.map((one) => one.pages)).toEqual([['loanList']]);
    sent[0]?.answer(false);
    await waitFor(() => expect(sent).toHaveLength(2));
    await expect(sent[1]?.pages).toEqual(['loanList', 'readerList']);
    await inSight(part.getByText('借阅'));
    await inSight(part.getByText('读者'));
    sent[1]?.answer(true);
  },
};
