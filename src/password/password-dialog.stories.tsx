import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, fn, userEvent, waitFor, within } from 'storybook/test';
import { ApiRefusal } from '../../engine/client/index.ts';
import { inSight, openedDialog } from '../../engine/fixtures/index.ts';
import { Look } from '../look/look.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const meta: Meta<typeof PasswordDialog> = {
  title: 'shell/修改密码',
  component: PasswordDialog,
  args: { isForced: false, onSubmit: fn(async () => undefined), onClose: fn() },
  decorators: [
    (Story) => (
      <Look>
        <Story />
      </Look>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof PasswordDialog>;

const opened = async () => within(await openedDialog('修改密码'));

export const EveryRule: Story = {
  name: '每条规则，离开时提示',
  play: async ({ args }) => {
    const dialog = await opened();
    const says = async (label: string, typed: string, sentence: string | undefined) => {
      const field = dialog.getByLabelText(label);
      fireEvent.change(field, { target: { value: typed } });
      fireEvent.focusOut(field);
      if (sentence === undefined) await waitFor(() => expect(field).not.toHaveAttribute('aria-invalid', 'true'));
      else await waitFor(() => expect(dialog.getByText(sentence)).toBeVisible());
    };
    await userEvent.type(dialog.getByLabelText('旧密码'), '123');
    await expect(dialog.queryByText('密码不能少于6个字符')).toBeNull();
    await says('旧密码', '', '请输入旧密码');
    await says('旧密码', '12345', '密码不能少于6个字符');
    await says('旧密码', 'Old-pass1', undefined);
    await says('新密码', '', '请输入新密码');
    await says('新密码', 'Aa1!Aa1!Aa1!Aa1!Aa1!A', '新密码不能超过20个字符');
    await says('新密码', 'Aa1!', '新密码长度不能低于6个字符');
    await says('新密码', '!Aa1xx', '密码必须以英文字母或数字开头');
    await says('新密码', 'Abcdef1', '密码必须由数字、英文字母和特殊字符组成！');
    await says('新密码', 'Old-pass1', '新密码和旧密码不能相同');
    // A space is not typed at all.
    await userEvent.clear(dialog.getByLabelText('新密码'));
    await userEvent.type(dialog.getByLabelText('新密码'), 'New -pass 2');
    await expect(dialog.getByLabelText('新密码')).toHaveValue('New-pass2');
    await says('确认新密码', '', '请再次输入新密码');
    await says('确认新密码', 'New-pass3', '两次输入的密码不一致！');
    await userEvent.click(dialog.getByRole('button', { name: /确\s*定/ }));
    await expect(args.onSubmit).not.toHaveBeenCalled();
    await says('确认新密码', 'New-pass2', undefined);
    await userEvent.click(dialog.getByRole('button', { name: /确\s*定/ }));
    await waitFor(() =>
      expect(args.onSubmit).toHaveBeenCalledWith({ password: 'Old-pass1', newPassword: 'New-pass2' }),
    );
  },
};

const fill = async () => {
  const dialog = await opened();
  for (const [label, typed] of [
    ['旧密码', 'Old-pass1'],
    ['新密码', 'New-pass2'],
    ['确认新密码', 'New-pass2'],
  ] as const)
    fireEvent.change(dialog.getByLabelText(label), { target: { value: typed } });
  await userEvent.click(dialog.getByRole('button', { name: /确\s*定/ }));
  return dialog;
};

export const Closable: Story = {
  name: '旧密码错误，取消',
  args: {
    onSubmit: async () => {
      throw new ApiRefusal('1', '旧密码错误', { code: 'E_PASSWORD_WRONG' });
    },
  },
  play: async ({ args }) => {
    const dialog = await fill();
    await waitFor(() => expect(dialog.getByText('旧密码错误')).toBeVisible());
    await userEvent.click(dialog.getByRole('button', { name: /取\s*消/ }));
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};

export const Forced: Story = {
  name: '首次登录，不能关闭',
  args: { isForced: true },
  play: async ({ args }) => {
    const dialog = await opened();
    await waitFor(() => expect(dialog.getByText('首次登录，请先修改密码')).toBeVisible());
    await waitFor(() => expect(dialog.getByLabelText('旧密码')).toHaveFocus());
    await expect(dialog.queryByRole('button', { name: /取\s*消/ })).toBeNull();
    await expect(dialog.queryByRole('button', { name: /close|关闭/i })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(document.querySelector('.ant-modal-wrap') ?? document.body);
    await expect(args.onClose).not.toHaveBeenCalled();
    await inSight(dialog.getByLabelText('旧密码'));
  },
};
