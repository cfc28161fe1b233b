import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleId,
  visitBoard,
  visitsDataset,
} from '../../fixtures/index.ts';
import type { Card, DashboardPage } from '../../model/documents/index.ts';
import type { QueryAnswer } from '../../model/wire/index.ts';
import type { WidgetDefinition } from '../host/widget-definition.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/报表', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const figures = visitsDataset.path;
// The chart library is a chunk of its own and comes with the first chart.
const chartWait = { timeout: 15_000 };

const widgets: readonly WidgetDefinition[] = [
  {
    name: 'Board',
    title: '公告',
    slots: ['card'],
    propsSchema: { type: 'object', properties: { text: { type: 'string' } } },
    load: async () =>
      function Board({ props }) {
        return <p>{String(props.text)}</p>;
      },
  },
];

function reportStory(page: Partial<DashboardPage> = {}, options: SampleServerOptions = {}) {
  const server = new SampleServer({ pages: [{ ...visitBoard, ...page }], ...options });
  const opened: { page: string; params: Readonly<Record<string, string>> }[] = [];
  const render = () => (
    <StoryFrame server={server} onOpen={(target) => opened.push(target)} widgets={widgets}>
      <SchemaPage name={visitBoard.name} params={{}} />
    </StoryFrame>
  );
  /** How many rows the list opened last would show. */
  const rowsOpened = async () => {
    const where: unknown = JSON.parse(opened.at(-1)?.params.where ?? '[]');
    const asked = { where: { and: where }, size: 1, count: 'exact' };
    const { total } = await server.answerTo<QueryAnswer>('/v1/visit/query', asked);
    return String(total);
  };
  return { server, opened, render, rowsOpened };
}

/** The cards of these keys alone. */
const only = (...keys: readonly string[]): Partial<DashboardPage> => ({
  cards: visitBoard.cards.filter((card) => keys.includes(card.key)),
});
const region = (root: HTMLElement, name: string) => within(root).findByRole('region', { name });

const whole = reportStory();
export const Whole: Story = {
  name: '全部卡片',
  render: whole.render,
  play: async ({ canvasElement }) => {
    for (const name of ['每日到馆', '各馆每日到馆', '分类占比', '到馆到借书', '各馆时段', '读者来源', '年龄段']) {
      const chart = await within(await region(canvasElement, name)).findByRole('img', { name: /：/ }, chartWait);
      await waitFor(() => expect(chart.querySelector('svg path')).not.toBeNull());
    }
    // Four figures compared in the same way are one call.
    const totals = whole.server
      .callsTo(figures)
      .filter(({ body }) => JSON.stringify(body.dimensions) === '[]' && body.measures === undefined);
    await expect(totals).toHaveLength(1);
    await inSight(within(await region(canvasElement, '到馆人次')).getByText('较上期'));
  },
};

// Sample lists know a period by its days, not by its name.
const filtered = reportStory({
  ...only('visits', 'trend', 'latest'),
  periods: ['lastMonth', 'today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'custom'],
});
export const Filters: Story = {
  name: '筛选、期间与刷新',
  render: filtered.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const body = within(document.body);
    const last = () => filtered.server.callsTo(figures).at(-1)?.body;
    await userEvent.click(await page.findByRole('combobox', { name: '借阅分类' }));
    await userEvent.click(await body.findByText('历史', { selector: '.ant-select-item-option-content' }));
    await waitFor(() => expect(last()?.categories).toEqual(['history']));
    const note = within(await region(canvasElement, '最近到馆'));
    await inSight(await note.findByText('不受“借阅分类”筛选影响'));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(page.getByRole('combobox', { name: '馆区' }));
    await userEvent.click(await body.findByText('东厅', { selector: '.ant-select-tree-title' }));
    await waitFor(() => expect(last()?.placeIds).toEqual([sampleId('place', 0)]));
    await userEvent.keyboard('{Escape}');
    const visits = within(await region(canvasElement, '到馆人次'));
    // The second is the number it is compared with.
    const [number = canvasElement] = await visits.findAllByRole('button');
    await waitFor(async () => {
      await userEvent.click(number);
      await expect(number.textContent).toBe(await filtered.rowsOpened());
    });
    await userEvent.click(page.getByRole('button', { name: '重置' }));
    await waitFor(() => expect(note.queryByText(/不受/)).toBeNull());
    await userEvent.click(page.getByRole('combobox', { name: '统计期间' }));
    await userEvent.click(await body.findByText('自定义'));
    await expect(page.getAllByRole('textbox', { name: /起止日期|开始|结束/ }).length).toBeGreaterThan(0);
    const before = filtered.server.callsTo(figures).length;
    await userEvent.click(page.getByRole('button', { name: '刷新' }));
    await waitFor(() => expect(filtered.server.callsTo(figures).length).toBeGreaterThan(before));
    await inSight(page.getByText(/更新于 \d\d:\d\d:\d\d/));
  },
};

const tables = reportStory({ ...only('table', 'pivot'), periods: ['lastMonth'] });
export const Tables: Story = {
  name: '表格与透视表',
  render: tables.render,
  play: async ({ canvasElement }) => {
    const card = within(await region(canvasElement, '各馆明细'));
    const table = within(await card.findByRole('table'));
    const first = () => table.getAllByRole('row')[2]?.querySelector('td')?.textContent;
    await userEvent.click(table.getAllByRole('button', { name: '本期' })[0] ?? canvasElement);
    await waitFor(() =>
      expect(table.getAllByRole('columnheader', { name: '本期' })[0]).toHaveAttribute('aria-sort', 'descending'),
    );
    const largest = Number(first());
    await userEvent.click(table.getAllByRole('button', { name: '本期' })[0] ?? canvasElement);
    await waitFor(() => expect(Number(first())).toBeLessThan(largest));
    await inSight(table.getByRole('rowheader', { name: '合计' }));
    const pivot = within(await region(canvasElement, '分馆与分类'));
    const cells = (await pivot.findAllByRole('row'))[2]?.querySelectorAll<HTMLElement>('td button') ?? [];
    for (const cell of [cells[0], cells[cells.length - 2]]) {
      if (cell === undefined) throw new TypeError('no number to follow');
      await userEvent.click(cell);
      await expect(cell.textContent).toBe(await tables.rowsOpened());
    }
  },
};

const ranking = reportStory({
  cards: visitBoard.cards.flatMap((card): Card[] =>
    card.kind === 'ranking' ? [card, { ...card, key: 'all', top: 10, title: '全部名次' }] : [],
  ),
});
export const Ranking: Story = {
  name: '排名',
  render: ranking.render,
  play: async ({ canvasElement }) => {
    const card = within(await region(canvasElement, '接待排行'));
    await inSight(await card.findByRole('img', { name: '第 1 名' }));
    await inSight(card.getByText('我'));
    await expect(card.getAllByRole('img', { name: /名次不变|上升|下降/ }).length).toBeGreaterThan(0);
    const number = card.getAllByRole('button')[0];
    if (number === undefined) throw new TypeError('no number to follow');
    await userEvent.click(number);
    await expect(ranking.opened.at(-1)?.params.where).toContain('"field":"staffId"');
  },
};

const asTable = reportStory({ ...only('trend', 'heat'), periods: ['lastWeek'] });
export const AsTable: Story = {
  name: '图表看作表格',
  render: asTable.render,
  play: async ({ canvasElement }) => {
    const card = within(await region(canvasElement, '每日到馆'));
    await userEvent.click(await card.findByRole('button', { name: '看表格' }));
    const number = (await card.findAllByRole('cell'))[0]?.querySelector('button');
    if (number === null || number === undefined) throw new TypeError('no number to follow');
    await userEvent.click(number);
    await expect(number.textContent).toBe(await asTable.rowsOpened());
    await expect(card.getByRole('button', { name: '看图' })).toHaveAttribute('aria-pressed', 'true');
  },
};

const faulty = reportStory(
  {
    cards: [
      ...(only('visits').cards ?? []),
      {
        key: 'board',
        kind: 'widget',
        title: '公告',
        permission: 'visit:query',
        widget: 'Board',
        props: { text: '周一闭馆' },
      },
      { key: 'nobody', kind: 'widget', title: '无此组件', permission: 'visit:query', widget: 'Nobody' },
    ],
    filters: [{ key: 'branchIds' }, { key: 'nobody' }],
  },
  {
    faults: {
      [visitBoard.name]: [
        {
          at: 'cards/sales',
          index: 1,
          faults: [{ code: 'E_SCHEMA_CONFLICT', pointer: '/cards/1', expected: '数据集', got: 'sales' }],
        },
      ],
    },
  },
);
export const Faults: Story = {
  name: '有误的卡片与组件',
  render: faulty.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('“sales”有误'));
    await inSight(await page.findByText('周一闭馆'));
    await inSight(await page.findByText('没有名为“Nobody”的组件'));
    await inSight(within(await region(canvasElement, '到馆人次')).getByRole('heading'));
  },
};

const slowTree = reportStory(only('visits'), { answers: { '/v1/place/query': () => new Promise(() => undefined) } });
export const TreeOnItsWay: Story = {
  name: '筛选的树还没有取到：不说没有可选的',
  render: slowTree.render,
  play: async ({ canvasElement }) => {
    const box = await within(canvasElement).findByRole('combobox', { name: '馆区' });
    await expect(box).toBeDisabled();
    await inSight(within(canvasElement).getByText('正在加载', { selector: '.ant-select-selection-placeholder' }));
  },
};
