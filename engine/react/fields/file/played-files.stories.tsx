import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { SampleServer, StoryFrame } from '../../../fixtures/index.ts';
import { inSight } from '../../../fixtures/story-steps.testing.ts';
import { toneAddress } from '../../../fixtures/tone.testing.ts';
import { FileList } from './file-list.tsx';

const meta: Meta = { title: 'engine/就地播放', tags: ['!autodocs'] };
export default meta;

const film = { id: 'film', name: '第三讲 一元二次方程.mp4', size: 4_000_000, mime: 'video/mp4' };
const server = new SampleServer({
  answers: {
    '/v1/file/preview': ({ id }) =>
      id === 'film'
        ? { ...film, address: 'data:,' }
        : { name: '说明.pdf', size: 900, mime: 'application/pdf', address: 'data:,' },
    // A film without pictures is a sound.
    '/v1/file/play': () => ({
      ...film,
      address: toneAddress(120),
      position: 65,
      seconds: 130,
      watermark: '林晚舟 2026-03-01',
    }),
    '/v1/file/play/note': () => ({ seconds: 131 }),
  },
});

export const Played: StoryObj = {
  name: '接着上次的位置播放，画面上有观看人，停下就记下',
  render: () => (
    <StoryFrame server={server}>
      <FileList ids={['film', 'paper']} isPlayed />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const open = await canvas.findByRole('button', { name: `播放 ${film.name}` }, { timeout: 10_000 });
    await inSight(await canvas.findByText('说明.pdf'));
    await expect(canvas.queryByRole('button', { name: '播放 说明.pdf' })).toBeNull();
    await userEvent.click(open);
    const start = await canvas.findByRole('button', { name: '播放' }, { timeout: 10_000 });
    const video = canvasElement.querySelector('video');
    // Nothing is loaded before it is asked for.
    await expect(server.callsTo('/v1/file/play')).toHaveLength(0);
    await userEvent.click(start);
    await waitFor(() => expect(video?.currentTime).toBeGreaterThanOrEqual(65), { timeout: 10_000 });
    await expect(canvas.getAllByText('林晚舟 2026-03-01')).toHaveLength(6);
    await inSight(canvas.getByText(/接着上次的 1:05 播放/));
    await userEvent.click(canvas.getByRole('button', { name: '前进 15 秒' }));
    await waitFor(() => expect(video?.currentTime).toBeGreaterThanOrEqual(80));
    await userEvent.click(canvas.getByText('2×'));
    await expect(video?.playbackRate).toBe(2);
    // A second has to go by before there is one to note.
    await waitFor(() => expect(video?.currentTime).toBeGreaterThanOrEqual(84), { timeout: 10_000 });
    await userEvent.click(canvas.getByRole('button', { name: '暂停' }));
    await waitFor(() => expect(server.callsTo('/v1/file/play/note').length).toBeGreaterThan(0));
    const [note] = server.callsTo('/v1/file/play/note');
    await expect(note?.body.id).toBe('film');
    await expect(Number(note?.body.position)).toBeGreaterThanOrEqual(80);
    await expect(Number(note?.body.seconds)).toBeGreaterThan(0);
  },
};
