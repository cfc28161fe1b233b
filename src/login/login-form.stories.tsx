import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { ApiRefusal } from '../../engine/client/index.ts';
import { openedDialog } from '../../engine/fixtures/index.ts';
import './login.css';
import { Look } from '../look/look.tsx';
import { LoginForm } from './login-form.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';

const meta: Meta<typeof LoginForm> = {
  title: 'shell/登录/表单',
  component: LoginForm,
  args: { onSubmit: fn(async () => undefined) },
  decorators: [
    (Story) => (
      <main className="login-box" style={{ padding: 32 }}>
        <Look>
          <Story />
        </Look>
      </main>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof LoginForm>;

const refuse = async () => {
  throw new ApiRefusal('1', '账号或密码错误', { code: 'E_LOGIN' });
};

export const Empty: Story = {
  name: '未填写',
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(within(canvasElement).getByLabelText('账号')).toHaveFocus());
  },
};

export const Incomplete: Story = {
  name: '缺少内容',
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);

    await userEvent.click(canvas.getByRole('button', { name: '登录' }));

    await waitFor(() => expect(canvas.getByText('请输入账号')).toBeVisible());
    await waitFor(() => expect(canvas.getByText('请输入密码')).toBeVisible());
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

export const SentWithEnter: Story = {
  name: '回车提交',
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);

    await userEvent.type(canvas.getByLabelText('账号'), ' sales ');
    await userEvent.type(canvas.getByLabelText('密码'), ' Demo-1234{Enter}');

    await expect(args.onSubmit).toHaveBeenCalledWith({ account: 'sales', password: ' Demo-1234' });
  },
};

export const Sending: Story = {
  name: '正在登录',
  args: { onSubmit: () => new Promise<void>(() => undefined) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText('账号'), 'sales');

    await userEvent.type(canvas.getByLabelText('密码'), 'Demo-1234{Enter}');

    await waitFor(() => expect(canvas.getByRole('button', { name: /正在登录/ })).toBeVisible());
  },
};

export const Refused: Story = {
  name: '密码错误',
  args: { onSubmit: refuse },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText('账号'), 'sales');

    await userEvent.type(canvas.getByLabelText('密码'), 'wrong{Enter}');

    await expect(await canvas.findByRole('alert')).toHaveTextContent('账号或密码错误');
    await waitFor(() => expect(canvas.getByLabelText('密码')).toHaveFocus());
  },
};

export const CapsLock: Story = {
  name: '大写锁定',
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const user = userEvent.setup();

    await user.click(canvas.getByLabelText('密码'));
    await user.keyboard('{CapsLock}A');

    await waitFor(() => expect(canvas.getByText('大写锁定已打开')).toBeVisible());
  },
};

export const OverThePage: Story = {
  name: '在本页登录',
  render: ({ onSubmit }) => <SignInDialog isOpen onSubmit={onSubmit} onClose={fn()} />,
  play: async ({ args }) => {
    const dialog = within(await openedDialog('在本页登录'));
    await waitFor(() => expect(dialog.getByText(/登录后留在本页，已填写的内容不变/)).toBeVisible());
    await userEvent.type(dialog.getByLabelText('账号'), 'sales');
    await userEvent.type(dialog.getByLabelText('密码'), 'Demo-1234{Enter}');
    await waitFor(() => expect(args.onSubmit).toHaveBeenCalledWith({ account: 'sales', password: 'Demo-1234' }));
  },
};
