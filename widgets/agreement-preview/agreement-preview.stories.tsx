import type { Meta, StoryObj } from '@storybook/react-vite';
import { within } from 'storybook/test';
import { SampleServer, StoryFrame, sampleId } from '../../engine/fixtures/index.ts';
import { AgreementPreview } from './agreement-preview.tsx';

const meta: Meta = { title: 'widgets/按订单预览协议', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

export const Unchosen: Story = {
  name: '先选一张订单',
  render: () => (
    <StoryFrame server={new SampleServer({})}>
      <AgreementPreview
        props={{}}
        slot="tab"
        page="classagreementDetail"
        record={{ id: sampleId('book', 1), version: 1 }}
      />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByLabelText('订单');
    await canvas.findByText(/选一张订单/);
  },
};
