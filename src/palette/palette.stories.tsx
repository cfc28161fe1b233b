import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { inSight, openedDialog } from '../../engine/fixtures/index.ts';
import { Look } from '../look/look.tsx';
import type { Finding } from './entries.ts';
import { Palette } from './palette.tsx';

const use = fn();
const entry = (title: string, detail: string) => ({ key: `page:${title}`, title, detail, use: () => use(title) });

const meta: Meta<typeof Palette> = {
  title: 'shell/命令面板',
  component: Palette,
  args: {
    isOpen: true,
    onClose: fn(),
    useFinding: () => ({ groups: [], isLooking: false }),
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
  beforeEach: () => {
    use.mockClear();
    dial.mockClear();
  },
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
    await inSight(await dialog.findByText('没有匹配的记录、页面或操作'));
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

const dial = fn();
const reader = (title: string, detail: string) => ({
  ...entry(title, detail),
  key: `found:${title}`,
  dial: () => dial(title),
});
/** Readers whose name begins with what is typed. */
function useReaders(query: string): Finding {
  if (query === '') return { groups: [], isLooking: false };
  if (query === '13900001111') return { groups: [], isLooking: false, refusal: '今天的查找次数已用完' };
  const all = [reader('孔雀', 'R-0003 · 139****1111 · 周老师'), reader('孔子昂', 'R-0017 · 138****2222')];
  const entries = all.filter(({ title }) => title.startsWith(query));
  return {
    groups: entries.length === 0 ? [] : [{ key: 'found:reader', title: '读者', entries }],
    isLooking: query.endsWith('…'),
  };
}

export const Records: StoryObj<typeof Palette> = {
  name: '查找记录',
  args: { useFinding: useReaders },
  play: async ({ args }) => {
    const dialog = within(await openedDialog('命令面板'));
    const field = dialog.getByRole('combobox');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard('孔');
    const group = within(await dialog.findByRole('group', { name: '读者' }));
    await expect(group.getAllByRole('option')).toHaveLength(2);
    await userEvent.keyboard('{ArrowDown}');
    await expect(group.getByRole('option', { name: /孔子昂/ })).toHaveAttribute('aria-selected', 'true');
    await inSight(dialog.getByText('Ctrl Enter'));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect(dial).toHaveBeenCalledWith('孔子昂');
    await expect(use).not.toHaveBeenCalled();
    await expect(args.onClose).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Enter}');
    await expect(use).toHaveBeenCalledWith('孔子昂');

    await userEvent.clear(field);
    await userEvent.keyboard('王…');
    await inSight(await dialog.findByText('正在查找…'));
    await userEvent.clear(field);
    await userEvent.keyboard('13900001111');
    await inSight(await dialog.findByText('今天的查找次数已用完'));
    await userEvent.clear(field);
    await userEvent.keyboard('孔');
  },
};
