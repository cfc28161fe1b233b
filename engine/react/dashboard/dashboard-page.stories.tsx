import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, SampleRefusal, SampleServer, type SampleServerOptions, StoryFrame } from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/看板', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

function dashboardStory(options: SampleServerOptions = {}, name = 'desk') {
  const server = new SampleServer(options);
  const opened: { page: string; params: Readonly<Record<string, string>> }[] = [];
  const render = () => (
    <StoryFrame server={server} onOpen={(page) => opened.push(page)}>
      <SchemaPage name={name} params={{}} />
    </StoryFrame>
  );
  return { server, opened, render };
}

// The chart library is a chunk of its own and comes with the first chart.
const chartWait = { timeout: 15_000 };
const dataset = '/v1/report/loans/query';
const region = (root: HTMLElement, name: string) => within(root).findByRole('region', { name });

const data = dashboardStory();
export const Data: Story = {
  name: '数字、图表与列表',
  render: data.render,
  play: async ({ canvasElement }) => {
    const figure = within(await region(canvasElement, '借出册次'));
    await inSight(await figure.findByText('1'));
    await inSight(await within(await region(canvasElement, '收取押金')).findByText('¥50.00'));
    await inSight(await within(await region(canvasElement, '服务时长')).findByText('1小时23分'));
    // Never the day it is today, as the week is on Mondays.
    await userEvent.click(within(canvasElement).getByText('近 30 天'));
    await waitFor(() => expect(new Set(data.server.callsTo(dataset).map((call) => call.body.startDate)).size).toBe(2));
    // No page lists what is counted here: the figure promises nothing.
    await expect(figure.queryByRole('button')).toBeNull();
    const chart = await within(await region(canvasElement, '每日借还')).findByRole(
      'img',
      { name: /每日借还：借出 8，归还 4/ },
      chartWait,
    );
    await waitFor(() => expect(chart.querySelector('svg')).not.toBeNull());
  },
};

const empty = dashboardStory({ rows: {} });
export const Empty: Story = {
  name: '没有数据',
  render: empty.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(await region(canvasElement, '借出册次')).findByText('0'));
    await inSight(await within(await region(canvasElement, '每日借还')).findByText('所选期间没有数据'));
    await inSight(await within(await region(canvasElement, '待盘点')).findByText('今天没有待盘点的图书。'));
  },
};

const failing = dashboardStory({
  answers: {
    '/v1/book/query': () => {
      throw new SampleRefusal('E_BUSY');
    },
  },
});
export const CardFails: Story = {
  name: '一张卡片出错',
  render: failing.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(await region(canvasElement, '待盘点')).findByText('服务器繁忙，请稍后重试'));
    await inSight(await within(await region(canvasElement, '借出册次')).findByText('1'));
  },
};

const broken = dashboardStory({
  answers: {
    [dataset]: () => {
      throw new SampleRefusal('E_NO_PERMISSION');
    },
  },
});
export const FiguresFail: Story = {
  name: '数字与图表出错',
  render: broken.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(await region(canvasElement, '借出册次')).findByText('您没有该操作的权限'));
    await expect(await within(await region(canvasElement, '待盘点')).findAllByText(/-/)).not.toHaveLength(0);
  },
};

const loading = dashboardStory({
  answers: { [dataset]: () => new Promise(() => undefined), '/v1/book/query': () => new Promise(() => undefined) },
});
export const Loading: Story = {
  name: '加载中',
  render: loading.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(await region(canvasElement, '借出册次')).findByRole('status', { name: '正在加载' }));
  },
};
