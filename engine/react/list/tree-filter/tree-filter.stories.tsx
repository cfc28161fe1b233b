import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, listStory } from '../../../fixtures/index.ts';
import type { ListPage } from '../../../model/documents/index.ts';
import { dragOver } from '../kanban/drag-to.testing.ts';

const meta: Meta = { title: 'engine/列表旁的树', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const visitsByPlace: ListPage = {
  schemaVersion: 2,
  name: 'visitsByPlace',
  path: '/library/visitsByPlace',
  title: '各馆区的到馆',
  kind: 'list',
  entity: 'visit',
  scope: 'all',
  api: { query: '/v1/visit/query' },
  columns: [
    { key: 'reader', field: 'readerName', width: 140 },
    { key: 'place', field: 'place.name', width: 180 },
    { key: 'minutes', field: 'minutes', width: 110 },
  ],
  aside: {
    title: '馆区',
    entity: 'place',
    field: 'placeId',
    api: { query: '/v1/place/query', move: '/v1/place/move' },
    count: 'capacity',
    dim: 'record.capacity > 60',
    row: [{ key: 'open', title: '查看馆区', permission: 'place:query', link: 'placeTree' }],
  },
};

const moves = '/v1/place/move';
const query = '/v1/visit/query';
const beside = listStory('visitsByPlace', { pages: [visitsByPlace] });

export const Tree: Story = {
  name: '选中节点筛选列表；用键盘、用拖动移动，撤销',
  render: beside.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const tree = await page.findByRole('tree', { name: '馆区' });
    // A line is named by what stands in it, its numbers too: it is looked for by the name alone.
    const node = (name: string): HTMLElement => {
      const line = within(tree).getByTitle(name).closest('[role="treeitem"]');
      if (!(line instanceof HTMLElement)) throw new TypeError(name);
      return line;
    };
    await userEvent.click(node('西厅'));
    await waitFor(() =>
      expect(beside.server.callsTo(query).at(-1)?.body).toMatchObject({
        where: { and: [{ field: 'placeId', op: 'below' }] },
      }),
    );
    await expect(node('西厅')).toHaveAttribute('aria-selected', 'true');
    await expect(beside.address.params.node).toBeDefined();
    // The keyboard: to the first room, into it, to its second shelf, and that one up.
    await userEvent.keyboard('{Home}{ArrowRight}');
    await waitFor(() => expect(node('东厅 1 号架')).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(node('东厅 2 号架')).toHaveFocus());
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(beside.server.callsTo(moves)).toHaveLength(1));
    await waitFor(() => expect(node('东厅 2 号架')).toHaveAttribute('aria-posinset', '1'));
    await waitFor(() => expect(node('东厅 2 号架')).toHaveFocus());
    await userEvent.click(await screen.findByRole('button', { name: /撤\s?销/ }));
    await waitFor(() => expect(node('东厅 2 号架')).toHaveAttribute('aria-posinset', '2'));
    // The mouse: a shelf let go over the middle of another room; over the edge it would stand beside it.
    const letGo = await dragOver(node('东厅 4 号架'), node('特藏室'));
    await letGo();
    await waitFor(() => expect(beside.server.callsTo(moves).length).toBeGreaterThan(2));
    // Looking for one shows the way to it.
    await userEvent.type(page.getByLabelText('查找馆区'), '3 层');
    await waitFor(() => expect(page.getAllByRole('treeitem', { name: /3 层/ })).toHaveLength(3));
    await userEvent.clear(page.getByLabelText('查找馆区'));
    await userEvent.click(page.getByRole('button', { name: /^全\s?部$/ }));
    await waitFor(() => expect(beside.address.params.node).toBeUndefined());
  },
};

const still = listStory('visitsByPlace', {
  pages: [
    {
      ...visitsByPlace,
      aside: { title: '馆区', entity: 'place', field: 'placeId', api: { query: '/v1/place/query' } },
    },
  ],
  answers: { '/v1/place/query': () => ({ list: [], next: null, previous: null, total: 0, totalIsCapped: false }) },
});

export const Empty: Story = {
  name: '没有节点，不能移动',
  render: still.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('没有符合的节点'));
  },
};

export const Narrow: Story = {
  name: '窄屏上收起，选了节点再收起',
  globals: { viewport: { value: 'mobile1', isRotated: false } },
  render: beside.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const heading = await page.findByRole('button', { name: '馆区' });
    await expect(heading).toHaveAttribute('aria-expanded', 'false');
    await expect(page.queryByRole('tree')).toBeNull();
    await userEvent.click(heading);
    await userEvent.click(within(await page.findByRole('tree')).getByTitle('西厅'));
    await expect(await page.findByRole('button', { name: '馆区（西厅）' })).toHaveAttribute('aria-expanded', 'false');
    await expect(page.queryByRole('tree')).toBeNull();
  },
};
