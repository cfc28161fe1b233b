import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, fn, userEvent, within } from 'storybook/test';
import { SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { PageLink } from './page-link.tsx';

const meta: Meta = { title: 'engine/链接', tags: ['!autodocs'] };
export default meta;

const server = new SampleServer();
const tabs = { openBeside: fn(), showMenu: fn() };
const opened = fn();
const place = { page: 'bookcard', params: { id: '7' } };

export const Beside: StoryObj = {
  name: '在新标签页打开：Ctrl、中键、右键、键盘',
  render: () => (
    <StoryFrame server={server} linkTabs={tabs} onOpen={opened}>
      <PageLink page="bookcard" params={{ id: '7' }}>
        海国图志
      </PageLink>{' '}
      <PageLink page="books">全部图书</PageLink>
    </StoryFrame>
  ),
  beforeEach: () => {
    for (const told of [tabs.openBeside, tabs.showMenu, opened]) told.mockClear();
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const record = page.getByRole('link', { name: '海国图志' });
    await userEvent.click(record);
    await expect(opened).toHaveBeenLastCalledWith(place);
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(record);
    await expect(tabs.openBeside).toHaveBeenLastCalledWith(place, false);
    await user.keyboard('{Shift>}');
    await user.click(record);
    await expect(tabs.openBeside).toHaveBeenLastCalledWith(place, true);
    await user.keyboard('{/Shift}{/Control}');
    await user.pointer({ keys: '[MouseMiddle]', target: record });
    await expect(tabs.openBeside).toHaveBeenCalledTimes(3);
    await user.pointer({ keys: '[MouseRight]', target: record });
    await expect(tabs.showMenu).toHaveBeenCalledOnce();
    // The key of the menu tells no point: it opens at the link.
    await fireEvent.contextMenu(record, { clientX: 0, clientY: 0 });
    const { left, bottom } = record.getBoundingClientRect();
    await expect(tabs.showMenu).toHaveBeenLastCalledWith(place, record, { x: left, y: bottom });
    await expect(opened).toHaveBeenCalledOnce();
    // A page that is about no record is the browser's to open elsewhere.
    const isKept = await fireEvent.contextMenu(page.getByRole('link', { name: '全部图书' }));
    await expect(isKept).toBe(true);
    await expect(tabs.showMenu).toHaveBeenCalledTimes(2);
  },
};
