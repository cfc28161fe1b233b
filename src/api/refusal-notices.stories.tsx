import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentProps, useEffect, useState } from 'react';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { ApiRefusal, type RefusalCode } from '../../engine/client/index.ts';
import { Look } from '../look/look.tsx';
import { createEmitter } from './emitter.ts';
import { RefusalNotices } from './refusal-notices.tsx';

const meta: Meta<typeof RefusalNotices> = {
  title: 'shell/错误提示',
  component: RefusalNotices,
  args: { isExpired: false, onExpired: fn(), onStopped: fn(), onSignInAgain: fn(), onSignInHere: fn() },
  decorators: [
    (Story) => (
      <Look>
        <Story />
      </Look>
    ),
  ],
  // Each story has its own emitter, so that none hears another's refusals.
  render: (args) => <Notices {...args} />,
};
export default meta;
type Story = StoryObj<typeof RefusalNotices>;

/** Loses the session when it is told to, as the app does. */
function Notices(props: ComponentProps<typeof RefusalNotices>) {
  const [isExpired, setIsExpired] = useState(props.isExpired);
  const [listens, setListens] = useState(false);
  // After that of what is inside, which listens from then on.
  useEffect(() => setListens(true), []);
  const expire = () => {
    props.onExpired();
    setIsExpired(true);
  };
  return (
    <div data-listens={listens}>
      <RefusalNotices {...props} isExpired={isExpired} onExpired={expire} />
    </div>
  );
}

/** Waits until somebody listens. */
const heard = () => waitFor(() => expect(document.querySelector('[data-listens="true"]')).not.toBeNull());

function refusal(code: RefusalCode, message: string, detail = 'E_STATE'): ApiRefusal {
  return new ApiRefusal(code, message, { code: detail, requestId: 'req-7' });
}

export const Business: Story = {
  name: '业务拒绝',
  args: { refusals: createEmitter() },
  play: async ({ args }) => {
    await heard();
    args.refusals.tell(refusal('1', '该客户已被领取'));
    args.refusals.tell(refusal('1', '该客户已被领取'));

    await expect(await screen.findAllByText('该客户已被领取')).toHaveLength(1);
    await expect(args.onExpired).not.toHaveBeenCalled();
  },
};

export const PasswordFirst: Story = {
  name: '先修改密码',
  args: { refusals: createEmitter(), onPasswordFirst: fn() },
  play: async ({ args }) => {
    await heard();
    args.refusals.tell(refusal('1', '首次登录，请先修改密码', 'E_PASSWORD_FIRST'));

    await expect(args.onPasswordFirst).toHaveBeenCalledOnce();
    await expect(screen.queryByText('首次登录，请先修改密码')).toBeNull();
  },
};

export const Server: Story = {
  name: '服务器错误',
  args: { refusals: createEmitter() },
  play: async ({ args }) => {
    await heard();
    args.refusals.tell(refusal('1001', '服务器繁忙，请稍后重试', 'E_SERVER'));

    await waitFor(() => expect(screen.getByText('服务器繁忙，请稍后重试（请求编号：req-7）')).toBeVisible());
  },
};

export const SessionGone: Story = {
  name: '登录失效',
  args: { refusals: createEmitter() },
  play: async ({ args }) => {
    await heard();
    args.refusals.tell(refusal('1002', '登录已失效，请重新登录', 'E_SESSION'));

    await waitFor(() => expect(screen.getByText('登录已失效，请重新登录')).toBeVisible());
    await expect(args.onExpired).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: '重新登录' }));
    await expect(args.onSignInAgain).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: '在本页登录' }));
    await expect(args.onSignInHere).toHaveBeenCalledOnce();
  },
};

export const AccountStopped: Story = {
  name: '账号停用',
  args: { refusals: createEmitter() },
  play: async ({ args }) => {
    await heard();
    args.refusals.tell(refusal('1003', '您的账号已在其他地方登录或已被停用', 'E_STOPPED'));

    await waitFor(() => expect(screen.getByText('您的账号已在其他地方登录或已被停用')).toBeVisible());
    await expect(args.onStopped).toHaveBeenCalledOnce();
  },
};
