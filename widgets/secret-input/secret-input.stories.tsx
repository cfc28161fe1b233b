import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { SampleServer, StoryFrame } from '../../engine/fixtures/index.ts';
import { SecretInput } from './secret-input.tsx';

const meta: Meta = { title: 'widgets/只写的密码', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const field = { key: 'password', title: '软电话密码', type: 'string' } as const;

function Form() {
  const [value, setValue] = useState<unknown>();
  return (
    <>
      <label htmlFor="secret">软电话密码</label>
      <SecretInput
        props={{}}
        slot="input"
        page="authority"
        input={{ id: 'secret', field, value, onChange: setValue, onBlur: () => undefined, disabled: false }}
      />
      <output>{value === undefined ? '没有' : String(value).length}</output>
    </>
  );
}

export const Written: Story = {
  name: '写的时候不显示，清空即没有',
  render: () => (
    <StoryFrame server={new SampleServer()}>
      <Form />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const box = await canvas.findByLabelText('软电话密码');
    await expect(box).toHaveAttribute('type', 'password');
    await expect(box).toHaveAttribute('autocomplete', 'new-password');
    await userEvent.type(box, 'seat-Word1');
    await expect(canvas.getByRole('status')).toHaveTextContent('10');
    await userEvent.clear(box);
    await expect(canvas.getByRole('status')).toHaveTextContent('没有');
  },
};
