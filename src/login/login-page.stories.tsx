import type { Meta, StoryObj } from '@storybook/react-vite';
import { Look } from '../look/look.tsx';
import { LoginPage } from './login-page.tsx';

const meta: Meta<typeof LoginPage> = {
  title: 'shell/登录/整页',
  component: LoginPage,
  decorators: [
    (Story) => (
      <Look>
        <Story />
      </Look>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof LoginPage>;

export const Wide: Story = { name: '宽屏' };

export const Narrow: Story = { name: '窄屏', globals: { viewport: { value: 'mobile1', isRotated: false } } };
