import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { inSight } from '../../engine/fixtures/index.ts';
import { Look } from '../look/look.tsx';
import { NewVersionNotice } from './new-version-notice.tsx';

let hasUnsaved = true;

const meta: Meta<typeof NewVersionNotice> = {
  title: 'shell/新版本',
  component: NewVersionNotice,
  args: { isThere: true, hasUnsaved: () => hasUnsaved, onReload: fn() },
  decorators: [
    (Story) => (
      <Look>
        <Story />
      </Look>
    ),
  ],
};
export default meta;

export const There: StoryObj<typeof NewVersionNotice> = {
  name: '不覆盖未保存的内容',
  play: async ({ args }) => {
    hasUnsaved = true;
    const reload = await screen.findByRole('button', { name: '刷新' });
    await userEvent.click(reload);
    await inSight(await screen.findByText('还有未保存的内容，请先保存再刷新'));
    await expect(args.onReload).not.toHaveBeenCalled();
    hasUnsaved = false;
    await userEvent.click(reload);
    await expect(args.onReload).toHaveBeenCalledOnce();
  },
};
