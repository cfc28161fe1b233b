import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryRows, SampleRefusal, SampleServer, StoryFrame, seen } from '../../engine/fixtures/index.ts';
import type { DashboardPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import { Approvals } from './approvals.tsx';
import contract from './contract.json';

const meta: Meta = { title: 'widgets/待审批', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => Approvals }];
const shelved = { field: 'state', op: 'eq', value: 'shelved' };
const inspecting = {
  ...{
    page: 'booksBoard',
    title: '抽检',
    where: [shelved],
    name: 'title',
    facts: ['author'],
    row: ['inspect'],
  },
};
/** A dashboard whose rows are dealt with in place: those of one list as a card, those of several as one list. */
const dealing: DashboardPage = {
  ...{
    schemaVersion: 2,
    name: 'approvals',
    path: '/approvals',
    title: '主管台',
    kind: 'dashboard',
    scope: 'all',
  },
  cards: [
    {
      ...{ key: 'approvals', kind: 'widget', title: '待审批', widget: 'Approvals', span: 4 },
      props: { lists: [inspecting, { ...inspecting, page: 'closed', title: '不开放' }] },
    },
    {
      ...{
        key: 'lent',
        kind: 'list',
        title: '借出的',
        entity: 'book',
        permission: 'book:query',
        api: '/v1/book/query',
      },
      ...{ page: 'booksBoard', row: ['plan', 'inspect'], span: 2, size: 3 },
      where: [{ key: 'state', field: 'state', op: 'eq', value: 'lent' }],
      columns: [{ key: 'title', field: 'title' }],
    },
  ],
};
const pages = [{ name: 'booksBoard', title: '馆藏看板', path: '/library/booksBoard', hidden: false, groups: [] }];
const server = new SampleServer({ pages: [dealing] });

export const InPlace: Story = {
  name: '就地办理',
  render: () => (
    <StoryFrame server={server} widgets={widgets} pages={pages}>
      <SchemaPage name="approvals" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const card = within(await within(canvasElement).findByRole('region', { name: '待审批' }));
    await inSight(await card.findByText('13 条等您审批'));
    const lines = card.getAllByRole('listitem');
    await expect(lines.length).toBeGreaterThan(3);
    await expect(card.queryByText('不开放')).toBeNull();
    const first = lines[0] ?? canvasElement;
    await userEvent.click(within(first).getByRole('button', { name: /^抽检/ }));
    await seen('已送检');
    await waitFor(() => expect(first.isConnected && first.textContent.includes('抽检')).toBe(false));
    // Asked and done in the name of the list, as there.
    await expect(JSON.stringify(server.callsTo('/v1/book/inspect').at(-1)?.headers)).toContain('booksBoard');
    const lent = within(await within(canvasElement).findByRole('region', { name: '借出的' }));
    await userEvent.click((await lent.findAllByRole('button', { name: /^改盘点时间/ }))[0] ?? canvasElement);
    await inSight(await within(document.body).findByRole('dialog', { name: /改盘点时间/ }));
  },
};

let isAway = true;
const away = new SampleServer({
  pages: [dealing],
  answers: {
    '/v1/book/query': () => {
      if (isAway) throw new SampleRefusal('E_BUSY');
      return { list: [], next: null, previous: null, total: 0, totalIsCapped: false };
    },
  },
});

export const NotFetched: Story = {
  name: '没有取到：不说没有要审批的，也不一直在找',
  render: () => (
    <StoryFrame server={away} widgets={widgets} pages={pages}>
      <SchemaPage name="approvals" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    isAway = true;
    const card = within(await within(canvasElement).findByRole('region', { name: '待审批' }));
    await inSight(await card.findByText('有的没有取到；已知 0 条等您审批'));
    isAway = false;
    await userEvent.click(card.getByRole('button', { name: /重\s?试/ }));
    await inSight(await card.findByText('没有等您审批的。'));
  },
};

const many = new SampleServer({ pages: [dealing], rows: libraryRows(90) });

export const Many: Story = {
  name: '比取到的还多：说至少有多少条',
  render: () => (
    <StoryFrame server={many} widgets={widgets} pages={pages}>
      <SchemaPage name="approvals" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const card = within(await within(canvasElement).findByRole('region', { name: '待审批' }));
    await inSight(await card.findByText('20+ 条等您审批'));
  },
};
