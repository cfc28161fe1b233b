import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import type { NoticeAnswer } from '../../contract/notices.ts';
import { inSight, openedDialog, SampleRefusal } from '../../engine/fixtures/index.ts';

import { NoticeCentre } from './notice-centre.tsx';
import { NoticeFrame, notice, noticeServer } from './notices.testing.tsx';

const meta: Meta = { title: 'shell/通知', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const unread: readonly NoticeAnswer[] = [
  notice('1', { type: '10', title: '投诉工单待受理', content: '工单【TS20261120000012】已分配给您。' }),
  notice('2', { type: '11', title: '服务工单待受理', content: '工单【FW20261120000031】已分配给您。' }),
  notice('3', { type: '13', title: '双十二报名活动', content: '12 月 1 日至 12 日，报名立减 500 元。' }),
  notice('4', { title: '产品更新提醒', content: '管理后台 2.2.1：新的列表' }),
  notice('5', {
    type: '15',
    title: '客户即将退回公海',
    content: '客户【王芳】将于11月21日 09:00自动退回公海，请及时跟进',
  }),
];
const read = [notice('9', { title: '看过的', stage: '0' })];
const onOpen = fn();

function story(...[notices, answers]: Parameters<typeof noticeServer>) {
  const noticeHost = noticeServer(notices, answers);
  return {
    ...noticeHost,
    render: () => (
      <NoticeFrame server={noticeHost.server}>
        <NoticeCentre news={noticeHost.news} onOpen={onOpen} />
      </NoticeFrame>
    ),
  };
}

const openDrawer = async (name: RegExp | string = /^消息通知/) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  // By its title: under test antd gives every part the same id, and the name of the drawer may be that of a tooltip.
  const dialog = within(await openedDialog());
  await dialog.findByText('消息通知');
  return dialog;
};

const none = story([]);
export const None: Story = {
  name: '没有通知',
  render: none.render,
  play: async () => {
    const drawer = await openDrawer('消息通知');
    await waitFor(() => expect(drawer.getByText('暂无消息')).toBeVisible());
    await expect(drawer.getByRole('button', { name: '全部标为已读' })).toBeDisabled();
    await userEvent.click(drawer.getByRole('tab', { name: '已读' }));
    await waitFor(() => expect(drawer.queryByRole('button', { name: '全部标为已读' })).toBeNull());
  },
};

const some = story([...unread, ...read]);
export const Some: Story = {
  name: '未读与已读',
  render: some.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByRole('button', { name: '消息通知，5 条未读' }));
    const drawer = await openDrawer();
    const item = (name: string) => within(drawer.getByRole('article', { name }));
    await waitFor(() => expect(drawer.getByRole('tab', { name: '未读 5' })).toBeVisible());
    await inSight(item('双十二报名活动').getByText('12 月 1 日至 12 日，报名立减 500 元。'));
    await expect(item('产品更新提醒').queryByText(/新的列表/)).toBeNull();
    for (const name of ['产品更新提醒', '双十二报名活动', '客户即将退回公海'])
      await expect(item(name).queryByRole('button', { name: '查看详情' })).toBeNull();

    await userEvent.click(item('客户即将退回公海').getByRole('button', { name: '标为已读' }));
    await waitFor(() => expect(drawer.getByRole('tab', { name: '未读 4' })).toBeVisible());
    await userEvent.click(item('双十二报名活动').getByRole('button', { name: '删除' }));
    await waitFor(() => expect(drawer.queryByRole('article', { name: '双十二报名活动' })).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: /撤\s*销/ }));
    await waitFor(() => expect(item('双十二报名活动').getByText(/报名立减/)).toBeVisible());

    await userEvent.click(drawer.getByRole('tab', { name: '已读' }));
    await waitFor(() => expect(item('客户即将退回公海').queryByRole('button', { name: '标为已读' })).toBeNull());
    await expect(drawer.getAllByRole('article')[0]).toHaveAccessibleName('客户即将退回公海');
    await userEvent.click(drawer.getByRole('tab', { name: /未读/ }));
    await userEvent.click(drawer.getByRole('button', { name: '全部标为已读' }));
    await waitFor(() => expect(drawer.getByText('暂无消息')).toBeVisible());
    await expect(some.server.callsTo('/v1/sys/user/notify/stage/batch/modify')).toHaveLength(1);
  },
};

const many = story(Array.from({ length: 100 }, (_, n) => notice(String(n + 20))));
export const Many: Story = {
  name: '超过 99 条',
  render: many.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByRole('button', { name: '消息通知，99+ 条未读' }));
    await expect(canvasElement.querySelector('.ant-badge-count')).toHaveTextContent('99+');
  },
};

const two = story(unread.slice(0, 2));
export const Details: Story = {
  name: '查看详情',
  render: two.render,
  play: async () => {
    onOpen.mockClear();
    for (const [name, path] of [
      ['投诉工单待受理', '/workordermanagement/myComplaintWorkOrder'],
      ['服务工单待受理', '/customer/business/servicelist'],
    ] as const) {
      const drawer = await openDrawer();
      const item = within(await drawer.findByRole('article', { name }));
      await userEvent.click(item.getByRole('button', { name: '查看详情' }));
      await expect(onOpen).toHaveBeenLastCalledWith(path);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    await expect(two.server.callsTo('/v1/sys/user/notify/stage/modify')).toHaveLength(2);
  },
};

const order = { path: '/workordermanagement/panorama', id: 'w1' } as const;
const led = story([
  notice('1', { type: '15', title: '客户即将退回公海', place: { path: '/customer/panoramic', id: 'c1' } }),
  notice('2', { type: '10', title: '投诉工单待处理', place: order }),
  notice('3', { type: '11', title: '服务工单待处理', place: order }),
  notice('4', { title: '线索待分配', place: { path: '/customer/promoteWaiting', id: null } }),
  notice('5', { title: '客户已不归您' }),
]);
export const Records: Story = {
  name: '通知说的那条记录',
  render: led.render,
  play: async () => {
    onOpen.mockClear();
    for (const [name, button, address] of [
      ['客户即将退回公海', '查看详情', '/customer/panoramic?id=c1'],
      // The details of a complaint are where the specification has them; its title leads to the order itself.
      ['投诉工单待处理', '投诉工单待处理', '/workordermanagement/panorama?id=w1'],
      ['服务工单待处理', '查看详情', '/customer/business/servicelist'],
      ['线索待分配', '查看详情', '/customer/promoteWaiting'],
    ] as const) {
      const drawer = await openDrawer();
      const item = within(await drawer.findByRole('article', { name }));
      await userEvent.click(item.getByRole('button', { name: button }));
      await expect(onOpen).toHaveBeenLastCalledWith(address);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    const drawer = await openDrawer();
    const gone = within(await drawer.findByRole('article', { name: '客户已不归您' }));
    await expect(gone.queryByRole('button', { name: /^(查看详情|客户已不归您)$/ })).toBeNull();
  },
};

const looked = story([...unread, notice('6', { title: '公海提醒二', type: '15', content: '客户【李雷】' })]);
export const Looked: Story = {
  name: '查找、稍后提醒与通知设置',
  render: looked.render,
  play: async ({ canvasElement }) => {
    const bell = (count: number) => within(canvasElement).findByRole('button', { name: `消息通知，${count} 条未读` });
    await inSight(await bell(6));
    const drawer = await openDrawer();
    // By day, and within it by kind with the number of each.
    const days = await drawer.findAllByRole('region');
    await expect(days.map((day) => day.getAttribute('aria-label'))).toEqual(['2026-11-20']);
    await expect(drawer.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
      '投诉工单 1',
      '服务工单 1',
      '活动通知 1',
      '系统 1',
      '公海提醒 2',
    ]);
    const search = drawer.getByRole('textbox', { name: '搜索通知' });
    await userEvent.type(search, '王芳 退回');
    await waitFor(() => expect(drawer.getAllByRole('article')).toHaveLength(1));
    await userEvent.type(search, '没有');
    await inSight(await drawer.findByText('没有符合条件的通知'));
    await userEvent.clear(search);
    await userEvent.click(drawer.getByRole('combobox', { name: '类型' }));
    await userEvent.click(await screen.findByTitle('公海提醒'));
    await waitFor(() => expect(drawer.getAllByRole('article')).toHaveLength(2));

    // Put off it counts no more, and comes back when told.
    await userEvent.click(drawer.getByRole('button', { name: '稍后提醒：公海提醒二' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '明早 9 点' }));
    await inSight(await bell(5));
    await waitFor(() => expect(drawer.queryByRole('article', { name: '公海提醒二' })).toBeNull());
    await userEvent.click(drawer.getByText('稍后提醒 1'));
    await userEvent.click(await drawer.findByRole('button', { name: '现在提醒' }));
    await inSight(await bell(6));
    await inSight(await drawer.findByRole('article', { name: '公海提醒二' }));

    // A muted kind stays in the list and counts no more; what was chosen is kept in this browser.
    await userEvent.click(drawer.getByRole('button', { name: '通知设置' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: '公海提醒' }));
    await inSight(await bell(4));
    await expect(drawer.getAllByRole('article')).toHaveLength(2);
    await userEvent.click(screen.getByRole('switch', { name: '免打扰时段' }));
    await expect(await screen.findByLabelText('开始')).toHaveValue('20:00');
    await expect(Object.values(localStorage).join(' ')).toContain('"quiet":{"from":"20:00","to":"08:00"}');
  },
};

let isDown = true;
const down = story(read, {
  '/v1/sys/user/notify/all/query': () => {
    if (isDown) throw new SampleRefusal('E_SERVER');
    return [];
  },
});
export const Fails: Story = {
  name: '读取失败',
  render: down.render,
  play: async () => {
    isDown = true;
    const drawer = await openDrawer('消息通知');
    await waitFor(() => expect(drawer.getByRole('alert')).toBeVisible());
    isDown = false;
    await userEvent.click(drawer.getByRole('button', { name: /重试/ }));
    await waitFor(() => expect(drawer.getByText('暂无消息')).toBeVisible());
  },
};

const slow = story([], { '/v1/sys/user/notify/all/query': () => new Promise(() => undefined) });
export const Loading: Story = {
  name: '正在读取',
  render: slow.render,
  play: async () => {
    const drawer = await openDrawer('消息通知');
    await waitFor(() => expect(drawer.getByRole('tab', { name: '未读' })).toBeVisible());
    await inSight(document.querySelector('.notice-drawer .ant-skeleton'));
  },
};

const activity = notice('3', { type: '13', title: '双十二报名活动', content: '报名立减 500 元。' });
const alertLine = async (title: string) => {
  const line = (await screen.findByText(title, { selector: '.alert-line *' })).closest<HTMLElement>('.alert-line');
  if (line === null) throw new TypeError(`no alert ${title}`);
  return line;
};

const alerting = story(unread, {
  '/v1/work/order/ten/minute/query': () => ['您有新的投诉工单【TS12】待受理，请在10:40前处理'],
  '/v1/work/order/processing/time/query': () =>
    Array.from({ length: 33 }, (_, n) => `工单【FW${n + 1}】已超时${n + 5}分钟，请尽快处理`),
  '/v1/sys/user/notify/type/last/my/query': () => activity,
});
export const Alerts: Story = {
  name: '提醒，新通知到达',
  render: alerting.render,
  play: async ({ canvasElement }) => {
    const expiry = within(await alertLine('工单临期提醒'));
    // Looked at, it stays.
    await userEvent.hover(expiry.getByText('工单临期提醒'));
    // Three of them are shown, and the number of all.
    await inSight(expiry.getByText(/^工单【FW1】.*工单【FW3】已超时7分钟，请尽快处理$/));
    await inSight(within(await alertLine('活动通知')).getByRole('button', { name: '去查看' }));
    await userEvent.click(expiry.getByRole('button', { name: '共 33 条 · 去处理' }));
    const drawer = within(await openedDialog('消息通知'));
    await inSight(await drawer.findByText('工单【FW33】已超时37分钟，请尽快处理'));
    await userEvent.click(document.querySelector('.notice-drawer .ant-drawer-close') ?? document.body);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: '关闭活动通知' }));
    await waitFor(() => expect(screen.queryByText(/报名立减 500 元。/)).toBeNull());

    alerting.add(notice('0', { type: '13', title: '新活动' }));
    alerting.news.tell({ kind: 'event', event: { id: 'e1', topic: 'notification', data: { id: '0', type: '13' } } });
    await inSight(await within(canvasElement).findByRole('button', { name: '消息通知，6 条未读' }));
    // What was closed stays closed.
    await expect(screen.queryByText(/报名立减 500 元。/)).toBeNull();
    await expect(alerting.server.callsTo('/v1/sys/user/notify/type/last/my/query')[0]?.body).toEqual({
      stage: 1,
      type: 13,
    });
  },
};
