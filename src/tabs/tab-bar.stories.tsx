import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight } from '../../engine/fixtures/index.ts';
import { Look } from '../look/look.tsx';
import { TabBar, type TabBarProps } from './tab-bar.tsx';
import { doubled, moved, pinned, renamed, type Tab } from './tab-list.ts';

const pages = ['全部客户', '公海客户', '我的商机', '客户全景'];
const handlers = { onOpen: fn(), onClose: fn(), onRename: fn(), onMove: fn(), onPin: fn(), onDouble: fn() };

const meta: Meta<typeof TabBar> = {
  title: 'shell/页签栏',
  component: TabBar,
  args: { tabs: pages.map((pageTitle) => ({ key: pageTitle, pageTitle })), shown: '公海客户', ...handlers },
  render: (args) => <Bar {...args} />,
  decorators: [
    (Story) => (
      <Look>
        <Story />
      </Look>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof TabBar>;

/** Keeps what its user arranges, as the product does. */
function Bar({ tabs: given, shown: first, ...on }: TabBarProps) {
  const [tabs, setTabs] = useState<readonly Tab[]>(() =>
    given.map((tab) => ({ ...tab, name: tab.pageTitle, search: '' })),
  );
  const [shown, setShown] = useState(first);
  return (
    <TabBar
      {...on}
      tabs={tabs.map((tab) => ({ ...tab, pageTitle: tab.name }))}
      shown={shown}
      onOpen={(key) => {
        on.onOpen(key);
        setShown(key);
      }}
      onRename={(key, title) => setTabs((before) => renamed(before, key, title))}
      onMove={(key, place) => setTabs((before) => moved(before, key, place))}
      onPin={(key, isPinned) => setTabs((before) => pinned(before, key, isPinned))}
      onDouble={(key) => {
        const twin = doubled(tabs, key);
        if (twin === undefined) return;
        setTabs(twin.tabs);
        setShown(twin.tab.key);
      }}
    />
  );
}

const titles = () => screen.getAllByRole('tab').map((tab) => tab.textContent);

export const Keyboard: Story = {
  name: '键盘：移动、打开、排序、改名、关闭',
  play: async ({ canvasElement }) => {
    const bar = within(canvasElement);
    await expect(bar.getByRole('tab', { selected: true })).toHaveTextContent('公海客户');
    bar.getByRole('tab', { selected: true }).focus();
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(bar.getByRole('tab', { name: '我的商机' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await expect(handlers.onOpen).toHaveBeenLastCalledWith('我的商机');
    await expect(bar.getByRole('tab', { selected: true })).toHaveTextContent('我的商机');
    await userEvent.keyboard('{Control>}{ArrowLeft}{ArrowLeft}{/Control}');
    await waitFor(() => expect(titles()).toEqual(['我的商机', '全部客户', '公海客户', '客户全景']));
    bar.getByRole('tab', { name: '我的商机' }).focus();
    await userEvent.keyboard('{F2}');
    await userEvent.type(await screen.findByRole('textbox', { name: '请输入标签名称' }), '跟进中{Enter}');
    await waitFor(() => expect(titles()[0]).toBe('跟进中'));
    // The dialog gives the keyboard back to the tab it was opened from, once it has closed.
    await waitFor(() => expect(bar.getByRole('tab', { name: '跟进中' })).toHaveFocus());
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.keyboard('{Delete}');
    await expect(handlers.onClose).toHaveBeenLastCalledWith('current', '全部客户');
  },
};

export const ContextMenu: Story = {
  name: '右键菜单',
  play: async ({ canvasElement }) => {
    const tab = within(canvasElement).getByRole('tab', { name: '公海客户' });
    await userEvent.pointer({ keys: '[MouseRight]', target: tab });
    const menu = within(await screen.findByRole('menu'));
    await expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      '在新标签页打开',
      '固定',
      '重命名',
      '关闭当前标签',
      '关闭右侧',
      '关闭左侧',
      '关闭全部',
    ]);
    // It takes no clicks while it opens.
    await waitFor(() => userEvent.click(menu.getByRole('menuitem', { name: '关闭右侧' })), { timeout: 5000 });
    await expect(handlers.onClose).toHaveBeenLastCalledWith('right', '公海客户');
  },
};

/** Many tabs in a narrow bar; another page is shown first, and its tab comes after, as the product does it. */
function GrowingBar(props: TabBarProps) {
  const [shown, setShown] = useState(props.shown);
  const [tabs, setTabs] = useState(() =>
    Array.from({ length: 20 }, (_, n) => ({ key: `page ${n}`, pageTitle: `第${n}页` })),
  );
  const grow = () => {
    setShown('new');
    setTimeout(() => setTabs((before) => [...before, { key: 'new', pageTitle: '新开的页' }]));
  };
  return (
    <div style={{ width: 480 }}>
      <TabBar {...props} tabs={tabs} shown={shown} />
      <button type="button" onClick={grow}>
        打开
      </button>
    </div>
  );
}

export const Pinned: Story = {
  name: '键盘：固定、再开一个、取消固定',
  play: async ({ canvasElement }) => {
    const bar = within(canvasElement);
    bar.getByRole('tab', { name: '客户全景' }).focus();
    await userEvent.keyboard('p');
    await waitFor(() => expect(titles()).toEqual(['客户全景', '全部客户', '公海客户', '我的商机']));
    await inSight(bar.getByRole('img', { name: '已固定' }));
    await expect(canvasElement.querySelectorAll('.tab-bar-close')).toHaveLength(3);
    bar.getByRole('tab', { name: '客户全景' }).focus();
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
    await expect(titles()[0]).toBe('客户全景');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(titles()).toEqual(['客户全景', '客户全景', '全部客户', '公海客户', '我的商机']));
    await expect(bar.getAllByRole('tab')[1]).toHaveAttribute('aria-selected', 'true');
    bar.getAllByRole('tab')[0]?.focus();
    await userEvent.keyboard('p');
    await waitFor(() => expect(bar.queryByRole('img', { name: '已固定' })).toBeNull());
  },
};

export const AllTabs: Story = {
  name: '放不下时：全部标签，可搜索',
  args: { shown: 'page 0' },
  render: (args) => <GrowingBar {...args} />,
  play: async ({ canvasElement }) => {
    const button = await within(canvasElement).findByRole('button', { name: '全部标签' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    const field = await screen.findByRole('combobox', { name: '搜索标签' });
    await waitFor(() => expect(field).toHaveFocus());
    await expect(screen.getAllByRole('option')).toHaveLength(20);
    await userEvent.keyboard('没有');
    await expect(await screen.findByText('没有匹配的标签')).toBeInTheDocument();
    await userEvent.clear(field);
    await userEvent.keyboard('第1{ArrowDown}');
    await expect(screen.getByRole('option', { name: '第10页' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await expect(handlers.onOpen).toHaveBeenLastCalledWith('page 10');
    await waitFor(() => expect(button).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('combobox', { name: '搜索标签' })).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  },
};

export const NewTab: Story = {
  name: '新页签滚动到可见处',
  args: { shown: 'page 0' },
  render: (args) => <GrowingBar {...args} />,
  play: async ({ canvasElement }) => {
    const bar = within(canvasElement);
    await userEvent.click(bar.getByRole('button', { name: '打开' }));
    const tab = await bar.findByRole('tab', { name: '新开的页' });
    const list = bar.getByRole('tablist').getBoundingClientRect();
    await waitFor(() => expect(tab.getBoundingClientRect().right).toBeLessThan(list.right));
    await expect(tab.getBoundingClientRect().left).toBeGreaterThanOrEqual(list.left);
  },
};

export const Whole: Story = {
  name: '显示中的页签总是完整可见，地方变小也是',
  args: { shown: 'page 19' },
  render: (args) => <GrowingBar {...args} />,
  play: async ({ canvasElement }) => {
    const bar = within(canvasElement);
    // It takes its room once the tabs are there.
    await bar.findByRole('button', { name: '全部标签' });
    const isWhole = () => {
      const list = bar.getByRole('tablist').getBoundingClientRect();
      const tab = bar.getByRole('tab', { selected: true }).getBoundingClientRect();
      return tab.left >= list.left && tab.right <= list.right;
    };
    await waitFor(() => expect(isWhole()).toBe(true));
    canvasElement.style.width = '400px';
    await waitFor(() => expect(bar.getByRole('tablist').clientWidth).toBeLessThan(400));
    await waitFor(() => expect(isWhole()).toBe(true));
  },
};
