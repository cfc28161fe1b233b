import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { ActionButton } from './action-button.tsx';

const meta: Meta<typeof ActionButton> = {
  title: 'engine/操作按钮',
  component: ActionButton,
  args: {
    action: {
      key: 'renew',
      title: '续借',
      permission: 'loan:renew',
      emphasis: 'default',
      bulk: false,
      reads: [],
      after: [],
      hiddenBy: () => [],
      disabledBy: () => [],
      isPossible: () => true,
      isEnabled: () => true,
      filtersFor: () => ({}),
      valuesFor: () => ({}),
    },
    scope: {},
    onUse: fn(),
    children: '续借',
  },
};
export default meta;

export const DoubleClick: StoryObj<typeof ActionButton> = {
  name: '点击后停用 2 秒',
  decorators: [
    (Story) => (
      <StoryFrame server={new SampleServer()}>
        <Story />
      </StoryFrame>
    ),
  ],
  play: async ({ canvasElement, args }) => {
    const button = within(canvasElement).getByRole('button', { name: '续借' });
    await userEvent.dblClick(button);
    await expect(args.onUse).toHaveBeenCalledOnce();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(button).toHaveFocus());
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'), { timeout: 4_000 });
    await userEvent.click(button);
    await expect(args.onUse).toHaveBeenCalledTimes(2);
  },
};

const tabs = { openBeside: fn(), showMenu: fn() };
const loan = { page: 'bookcard', params: { id: '7' } };

/** Leads to a record and does nothing else. */
export const Beside: StoryObj<typeof ActionButton> = {
  name: '打开页面的按钮：Ctrl、中键、右键如同链接',
  render: ({ action, onUse }) => (
    <StoryFrame server={new SampleServer()} linkTabs={tabs}>
      <ActionButton action={{ ...action, link: 'bookcard' }} scope={{ record: { id: '7' } }} onUse={onUse}>
        查看
      </ActionButton>
      <ActionButton action={action} scope={{ record: { id: '7' } }} onUse={onUse}>
        续借
      </ActionButton>
    </StoryFrame>
  ),
  beforeEach: () => {
    for (const told of [tabs.openBeside, tabs.showMenu]) told.mockClear();
  },
  play: async ({ canvasElement, args }) => {
    const page = within(canvasElement);
    const look = page.getByRole('button', { name: '查看' });
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(look);
    await user.keyboard('{/Control}');
    await user.pointer({ keys: '[MouseMiddle]', target: look });
    await expect(tabs.openBeside.mock.calls).toEqual([
      [loan, false],
      [loan, false],
    ]);
    await user.pointer({ keys: '[MouseRight]', target: look });
    await expect(tabs.showMenu).toHaveBeenCalledOnce();
    await expect(args.onUse).not.toHaveBeenCalled();
    // What does something has no tab to do it in.
    await user.pointer({ keys: '[MouseMiddle]', target: page.getByRole('button', { name: '续借' }) });
    await expect(tabs.openBeside).toHaveBeenCalledTimes(2);
  },
};
