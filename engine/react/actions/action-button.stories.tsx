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
  decorators: [
    (Story) => (
      <StoryFrame server={new SampleServer()}>
        <Story />
      </StoryFrame>
    ),
  ],
};
export default meta;

export const DoubleClick: StoryObj<typeof ActionButton> = {
  name: '点击后停用 2 秒',
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
