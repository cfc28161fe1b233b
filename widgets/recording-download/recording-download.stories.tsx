import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { SampleServer, StoryFrame, sampleId } from '../../engine/fixtures/index.ts';
import { RecordingDownload } from './recording-download.tsx';

const meta: Meta = { title: 'widgets/下载录音', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const id = sampleId('book', 1);
let asked: unknown;
const server = new SampleServer({
  answers: {
    '/v1/call/record/download': (body) => {
      asked = body;
      return { address: 'data:text/plain,tone', name: 'TH1.wav' };
    },
  },
});

export const Saved: Story = {
  name: '有录音的才有按钮',
  render: () => (
    <StoryFrame server={server}>
      <RecordingDownload props={{}} slot="header" page="callDetail" record={{ id, version: 1, recorded: true }} />
      <RecordingDownload props={{}} slot="header" page="callDetail" record={{ id, version: 1, recorded: false }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const buttons = await within(canvasElement).findAllByRole('button', { name: /下载录音/ });
    await expect(buttons).toHaveLength(1);
    await userEvent.click(buttons[0] ?? canvasElement);
    await waitFor(() => expect(asked).toEqual({ id }));
  },
};
