import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { Look } from '../look/look.tsx';
import { TabBar, type TabBarProps } from './tab-bar.tsx';
import { moved, renamed } from './tab-list.ts';

const pages = ['全部客户', '公海客户', '我的商机', '客户全景'];
const handlers = { onOpen: fn(), onClose: fn(), onRename: fn(), onMove: fn() };

const meta: Meta<typeof TabBar> = {
  title: 'shell/页签栏',
  component: TabBar,
  args: { tabs: pages.map((pageTitle) => ({ name: pageTitle, pageTitle })), shown: '公海客户', ...handlers },
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
  const [tabs, setTabs] = useState(given.map((tab) => ({ ...tab, search: '' })));
  const [shown, setShown] = useState(first);
  const withPages = (next: readonly { readonly name: string; readonly search: string; readonly title?: string }[]) =>
    setTabs(next.map((tab) => ({ ...tab, pageTitle: tab.name })));
  return (
    <TabBar
      tabs={tabs}
      shown={shown}
      onClose={on.onClose}
      onOpen={(name) => {
        on.onOpen(name);
        setShown(name);
      }}
      onRename={(name, title) => withPages(renamed(tabs, name, title))}
      onMove={(name, place) => withPages(moved(tabs, name, place))}
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
      '关闭当前标签',
      '关闭右侧',
      '关闭左侧',
      '关闭全部',
      '重命名',
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
    Array.from({ length: 20 }, (_, n) => ({ name: `page ${n}`, pageTitle: `第 ${n} 页` })),
  );
  const grow = () => {
    setShown('new');
    setTimeout(() => setTabs((before) => [...before, { name: 'new', pageTitle: '新开的页' }]));
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
