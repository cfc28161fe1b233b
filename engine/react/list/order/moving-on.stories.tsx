import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { listStory, sampleId } from '../../../fixtures/index.ts';
import type { ListPage } from '../../../model/documents/index.ts';

const meta: Meta = { title: 'engine/列表/次序/接着移动', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const topics: ListPage = {
  ...{ schemaVersion: 2, name: 'topics', path: '/topics', title: '主题', kind: 'list', entity: 'topic', scope: 'all' },
  api: { query: '/v1/topic/query', move: '/v1/topic/move' },
  columns: [{ key: 'name', field: 'name', width: 200 }],
  sort: ['position'],
};
const visits: ListPage = {
  ...{ schemaVersion: 2, name: 'visits', path: '/visits', title: '到馆', kind: 'list', entity: 'visit', scope: 'all' },
  api: { query: '/v1/visit/query' },
  columns: [{ key: 'reader', field: 'readerName', width: 140 }],
  aside: {
    ...{ title: '馆区', entity: 'place', field: 'placeId' },
    api: { query: '/v1/place/query', move: '/v1/place/move' },
  },
};

/** A page whose moves wait for their answers until they are let through. */
function waited(name: string, move: string) {
  const story = listStory(name, { pages: [topics, visits] });
  const { transport } = story.server;
  const held: (() => void)[] = [];
  const waiting: typeof transport = async (sent) => {
    if (sent.url === move) await new Promise<void>((resolve) => held.push(resolve));
    return transport(sent);
  };
  Object.assign(story.server, { transport: waiting });
  const bodies = () => story.server.callsTo(move).map(({ body }) => body);
  return { ...story, held, bodies };
}

const list = waited('topics', '/v1/topic/move');
export const List: Story = {
  name: '列表：还没有回答就再按，从新的位置接着走',
  render: list.render,
  play: async ({ canvasElement }) => {
    list.held.length = 0;
    (await within(canvasElement).findByRole('button', { name: /^移动“航海”/ })).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(list.held).toHaveLength(1));
    list.held[0]?.();
    await waitFor(() => expect(list.held).toHaveLength(2));
    list.held[1]?.();
    await waitFor(() => expect(list.bodies()).toHaveLength(2));
    await expect(list.bodies()).toEqual([
      { id: sampleId('topic', 0), after: sampleId('topic', 1) },
      { id: sampleId('topic', 0), after: sampleId('topic', 2) },
    ]);
  },
};

const tree = waited('placeTree', '/v1/place/move');
export const Tree: Story = {
  name: '树：还没有回答就再按，从新的位置接着走',
  render: tree.render,
  play: async ({ canvasElement }) => {
    tree.held.length = 0;
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '全部展开' }));
    (await page.findByRole('button', { name: /^移动东厅 1 号架：/ })).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(tree.held).toHaveLength(1));
    tree.held[0]?.();
    await waitFor(() => expect(tree.held).toHaveLength(2));
    tree.held[1]?.();
    await waitFor(() => expect(tree.bodies()).toHaveLength(2));
    const [first, second] = tree.bodies();
    await expect(second?.before).not.toEqual(first?.before);
  },
};

const aside = waited('visits', '/v1/place/move');
export const TreeBeside: Story = {
  name: '列表旁的树：还没有回答就再按，从新的位置接着走',
  render: aside.render,
  play: async ({ canvasElement }) => {
    aside.held.length = 0;
    const nodes = within(await within(canvasElement).findByRole('tree', { name: '馆区' }));
    const node = () => nodes.getByTitle('东厅 1 号架').closest('[role="treeitem"]');
    await userEvent.click(nodes.getByTitle('东厅'));
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(node()).toHaveFocus());
    await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
    await waitFor(() => expect(aside.held).toHaveLength(1));
    aside.held[0]?.();
    await waitFor(() => expect(aside.held).toHaveLength(2));
    aside.held[1]?.();
    await waitFor(() => expect(node()).toHaveAttribute('aria-posinset', '3'));
  },
};
