import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import {
  inSight,
  type SampleAnswer,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  sampleId,
} from '../../engine/fixtures/index.ts';
import { AgreementPreview } from './agreement-preview.tsx';

const meta: Meta = { title: 'widgets/按订单预览协议', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const orders = { list: [{ id: 'o', version: 1, orderNo: 'DD1', payableTotal: 10_000 }], total: 1 };

/** The preview of a template beside orders that are answered like this. */
function previewStory(answer: SampleAnswer) {
  const answers = {
    '/v1/sales/order/query': answer,
    '/v1/agreement/template/preview': () => ({ body: '<p>共100.00 元</p>' }),
  };
  const server = new SampleServer({ answers });
  return () => (
    <StoryFrame server={server}>
      <AgreementPreview
        props={{}}
        slot="tab"
        page="classagreementDetail"
        record={{ id: sampleId('book', 1), version: 1 }}
      />
    </StoryFrame>
  );
}

export const Unchosen: Story = {
  name: '先选一张订单',
  render: previewStory(() => orders),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText(/选一张订单/);
    await userEvent.click(await canvas.findByLabelText('订单'));
    await userEvent.click(await within(document.body).findByTitle(/^DD1/));
    await inSight(await canvas.findByText('共100.00 元'));
  },
};

let isAway = true;
export const OrdersNotFetched: Story = {
  name: '订单没有取到：不说没有，可以重试',
  render: previewStory(() => {
    if (isAway) throw new SampleRefusal('E_BUSY');
    return orders;
  }),
  play: async ({ canvasElement }) => {
    isAway = true;
    await userEvent.click(await within(canvasElement).findByLabelText('订单'));
    const list = within(document.body);
    const retry = await list.findByRole('button', { name: /重\s?试/ });
    await expect(list.queryByText('暂无数据')).toBeNull();
    isAway = false;
    await userEvent.click(retry);
    await userEvent.click(await list.findByTitle(/^DD1/));
    await inSight(await list.findByText('共100.00 元'));
  },
};
