import type { Meta, StoryObj } from '@storybook/react-vite';
import { userEvent, within } from 'storybook/test';
import { inSight, SampleServer, StoryFrame, sampleId } from '../../engine/fixtures/index.ts';
import { AgreementPreview } from './agreement-preview.tsx';

const meta: Meta = { title: 'widgets/按订单预览协议', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const server = new SampleServer({
  answers: {
    '/v1/sales/order/query': () => ({
      list: [{ id: 'o', version: 1, orderNo: 'DD1', payableTotal: 10_000 }],
      total: 1,
    }),
    '/v1/agreement/template/preview': () => ({ body: '<p>共100.00 元</p>' }),
  },
});

export const Unchosen: Story = {
  name: '先选一张订单',
  render: () => (
    <StoryFrame server={server}>
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
    await canvas.findByText(/选一张订单/);
    await userEvent.click(await canvas.findByLabelText('订单'));
    await userEvent.click(await within(document.body).findByTitle(/^DD1/));
    await inSight(await canvas.findByText('共100.00 元'));
  },
};
