import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { inSight, openedDialog } from '../../engine/fixtures/index.ts';
import { Look } from '../look/look.tsx';
import { Palette } from './palette.tsx';

const use = fn();
const entry = (title: string, detail: string) => ({ key: `page:${title}`, title, detail, use: () => use(title) });

const meta: Meta<typeof Palette> = {
  title: 'shell/命令面板',
  component: Palette,
  args: {
    isOpen: true,
    onClose: fn(),
    groups: [
      { key: 'actions', entries: [entry('新增图书', '全部图书')] },
      { key: 'recent', entries: [entry('读者', '图书管理')] },
      {
        key: 'pages',
        entries: [entry('全部图书', '图书管理 / 馆藏'), entry('借阅台', '工作台'), entry('读者', '图书管理')],
      },
    ],
  },
  decorators: [
    (Story) => (
      <Look>
        <Story />
      </Look>
    ),
  ],
  beforeEach: () => void use.mockClear(),
};
export default meta;

export const Keyboard: StoryObj<typeof Palette> = {
  name: '只用键盘',
  play: async ({ args }) => {
    const dialog = within(await openedDialog('命令面板'));
    const field = dialog.getByRole('combobox');
    await waitFor(() => expect(field).toHaveFocus());
    await expect(dialog.getAllByRole('option')).toHaveLength(2);

    await userEvent.keyboard('zzz');
    await inSight(await dialog.findByText('没有匹配的页面或操作'));
    await userEvent.clear(field);
    await userEvent.keyboard('jyt');
    await waitFor(() =>
      expect(dialog.getByRole('option', { name: /借阅台/ })).toHaveAttribute('aria-selected', 'true'),
    );
    await userEvent.clear(field);
    await userEvent.keyboard('图书{ArrowDown}');
    await expect(dialog.getByRole('option', { name: /馆藏/ })).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect(use).toHaveBeenCalledWith('新增图书');
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
