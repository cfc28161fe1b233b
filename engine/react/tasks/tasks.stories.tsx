import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  openedDialog,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  seen,
} from '../../fixtures/index.ts';

const meta: Meta = { title: 'engine/后台任务', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const query = '/v1/background/job/query';

function tasksStory(options: SampleServerOptions = {}) {
  const server = new SampleServer(options);
  const page = () => (
    <StoryFrame server={server} hasTasks>
      <p>页面的内容</p>
    </StoryFrame>
  );
  return { server, render: page };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

type Job = Readonly<Record<string, unknown>>;

const job = (more: Job): Job => ({
  id: crypto.randomUUID(),
  version: 1,
  status: 'done',
  done: 0,
  total: null,
  entity: 'book',
  message: null,
  errorCode: null,
  requestId: null,
  fileId: null,
  result: null,
  cancelAt: null,
  createdAt: minutesAgo(3),
  startedAt: minutesAgo(3),
  finishedAt: minutesAgo(2),
  ...more,
});

const jobs = {
  running: job({ kind: 'export', title: '导出图书', status: 'running', done: 5_200, total: 12_840, finishedAt: null }),
  waiting: job({ kind: 'bulk', title: '批量编辑：图书', status: 'pending', finishedAt: null }),
  bulk: job({
    kind: 'bulk',
    title: '批量送修：图书',
    done: 14,
    total: 14,
    message: '成功 2 条，未成功 12 条',
    result: { done: 2, failed: 12 },
  }),
  file: job({ kind: 'export', title: '导出图书', message: '已导出 1,284 条', fileId: 'f1', total: 1284, done: 1284 }),
  failed: job({
    kind: 'import',
    title: '导入图书：新书.xlsx',
    status: 'failed',
    message: '文件中没有数据行',
    errorCode: 'E_IMPORT_EMPTY',
    requestId: 'req-7f3a91',
    finishedAt: minutesAgo(200),
  }),
  old: job({
    kind: 'export',
    title: '导出图书',
    message: '已导出 20 条',
    fileId: 'f2',
    finishedAt: minutesAgo(3 * 24 * 60),
  }),
};

const isOfRunning = (body: Readonly<Record<string, unknown>>) => JSON.stringify(body).includes('"op":"in"');
const page = (list: readonly unknown[], next: string | null = null) => ({ list, next });

const all = tasksStory({
  answers: {
    [query]: (body) =>
      isOfRunning(body)
        ? page([jobs.running, jobs.waiting])
        : page([jobs.bulk, jobs.file, jobs.failed, jobs.old].slice(body.cursor === undefined ? 0 : 2), null),
    '/v1/bulk/row/query': (body) => ({
      list: Array.from({ length: body.cursor === undefined ? 10 : 2 }, (_, n) => ({
        id: `${String(body.cursor)}${n}`,
        place: n + 1,
        label: n === 1 ? null : `天工开物 ${n}`,
        entityId: 'x',
        status: 'failed',
        message: '当前状态不允许该操作',
      })),
      next: null,
    }),
    '/v1/background/job/cancel': () => {
      jobs.running = { ...jobs.running, cancelAt: minutesAgo(0) };
      return { id: jobs.running.id };
    },
  },
});
export const All: Story = {
  name: '进行中、已结束、失败与逐行结果',
  render: all.render,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '后台任务，2 个进行中' }));
    const drawer = within(await openedDialog());
    await inSight(await drawer.findByText('已处理 5,200 / 12,840 条'));
    await inSight(drawer.getByText('40%'));
    // Three minutes for two fifths.
    await inSight(drawer.getByText('约还需 5 分钟'));
    await inSight(drawer.getAllByText('3小时前')[0]);
    await inSight(drawer.getByText('请检查文件内容后重新导入。'));
    await inSight(drawer.getByText('请求编号 req-7f3a91'));
    await inSight(drawer.getByText('文件已过期，请重新导出'));
    await userEvent.click(drawer.getByRole('button', { name: '12 条没有成功，查看原因' }));
    await inSight(await drawer.findByText('天工开物 0'));
    await inSight(drawer.getByText('第 2 行'));
    await userEvent.click(drawer.getByRole('button', { name: /下一页|right/ }));
    await waitFor(() => expect(drawer.getAllByText('当前状态不允许该操作')).toHaveLength(2));
    await userEvent.click(drawer.getByRole('button', { name: '停止 导出图书' }));
    await inSight(await drawer.findByText('正在停止…'));
  },
};

const none = tasksStory();
export const None: Story = {
  name: '还没有任务',
  render: none.render,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '后台任务' }));
    await inSight(await within(await openedDialog()).findByText('还没有后台任务'));
  },
};

let refusals = 0;
const failing = tasksStory({
  answers: {
    [query]: () => {
      refusals += 1;
      if (refusals <= 2) throw new SampleRefusal('E_BUSY');
      return page([]);
    },
  },
});
export const Failing: Story = {
  name: '读取失败与重试',
  render: failing.render,
  beforeEach: () => {
    refusals = 0;
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '后台任务' }));
    const drawer = within(await openedDialog());
    await userEvent.click(await drawer.findByRole('button', { name: /重试/ }));
    await seen('还没有后台任务');
    await expect(screen.queryByText('服务器繁忙，请稍后重试')).toBeNull();
  },
};
