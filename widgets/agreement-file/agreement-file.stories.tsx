import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, SampleServer, StoryFrame, sampleId } from '../../engine/fixtures/index.ts';
import { AgreementFile } from './agreement-file.tsx';

const meta: Meta = { title: 'widgets/协议正文', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const id = sampleId('book', 1);
const hash = 'c0ffee'.padEnd(64, '0');
let asked: unknown;
const server = new SampleServer({
  answers: {
    '/v1/agreement/read': () => ({ name: '课程服务协议XY1.html', hash, body: '<p>甲方：张三</p>' }),
    '/v1/agreement/download': (body) => {
      asked = body;
      return { address: 'data:text/plain,file', name: '课程服务协议XY1.html' };
    },
  },
});

export const Sealed: Story = {
  name: '封存的正文与摘要',
  render: () => (
    <StoryFrame server={server}>
      <AgreementFile props={{}} slot="tab" page="agreementDetail" record={{ id, version: 1, contentHash: hash }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await inSight(await canvas.findByText('甲方：张三'));
    await inSight(canvas.getByText(hash));
    await userEvent.click(canvas.getByRole('button', { name: /下载文件/ }));
    await waitFor(() => expect(asked).toEqual({ id }));
  },
};

export const Unsealed: Story = {
  name: '还没有文件',
  render: () => (
    <StoryFrame server={server}>
      <AgreementFile props={{}} slot="tab" page="agreementDetail" record={{ id, version: 1, contentHash: null }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/文件封存在这里/);
  },
};
