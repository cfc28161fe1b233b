import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { openedDialog } from '../../engine/fixtures/index.ts';
import { formatNumber } from '../../engine/react/index.ts';
import { Look } from '../look/look.tsx';
import { settings } from '../settings/settings.ts';
import { SettingsDrawer } from './settings-drawer.tsx';

const meta: Meta<typeof SettingsDrawer> = {
  title: 'shell/页面设置',
  component: SettingsDrawer,
  args: { isOpen: true, onClose: fn() },
  decorators: [
    (Story) => (
      <Look>
        <Story />
      </Look>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof SettingsDrawer>;

export const Dark: Story = {
  name: '深色',
  play: async () => {
    const drawer = within(await openedDialog('页面设置'));
    await userEvent.click(drawer.getByText('深色'));
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
    await expect(localStorage.getItem('settings')).toBe('{"appearance":"dark"}');
  },
};

export const Colour: Story = {
  name: '主题色与色弱模式',
  play: async () => {
    const drawer = within(await openedDialog('页面设置'));
    await userEvent.click(drawer.getByRole('radio', { name: '酱紫' }));
    await expect(drawer.getByRole('radio', { name: '酱紫' })).toBeChecked();
    await userEvent.click(drawer.getByRole('switch', { name: '色弱模式' }));
    await expect(document.documentElement).toHaveClass('colour-weak');
    await userEvent.click(drawer.getByRole('button', { name: '恢复默认' }));
    await expect(drawer.getByRole('radio', { name: '拂晓蓝' })).toBeChecked();
    await expect(document.documentElement).not.toHaveClass('colour-weak');
    await expect(localStorage.getItem('settings')).toBeNull();
  },
};

export const EveryChoice: Story = {
  name: '导航、宽度与语言',
  play: async () => {
    const drawer = within(await openedDialog('页面设置'));
    await userEvent.click(drawer.getByText('亮色菜单风格'));
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-menu', 'light'));
    await userEvent.click(drawer.getByText('混合菜单布局'));
    await userEvent.click(drawer.getByText('定宽'));
    await userEvent.click(drawer.getByRole('switch', { name: '固定头部' }));
    await userEvent.click(drawer.getByText('顶部菜单布局'));
    await expect(drawer.getByRole('switch', { name: '固定侧边菜单' })).toBeDisabled();
    await userEvent.click(drawer.getByRole('combobox', { name: '语言' }));
    await userEvent.click(await screen.findByTitle('Português'));
    await expect(settings.getState()).toMatchObject({
      menuStyle: 'light',
      layout: 'top',
      contentWidth: 'fixed',
      isHeaderFixed: false,
      language: 'pt-BR',
    });
    await waitFor(() => expect(formatNumber(1284.5)).toBe('1.284,5'));
  },
};
