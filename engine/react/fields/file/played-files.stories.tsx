import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { SampleServer, StoryFrame } from '../../../fixtures/index.ts';
import { inSight } from '../../../fixtures/story-steps.testing.ts';
import { streamAddress, textAddress } from '../../../fixtures/stream.testing.ts';
import { toneAddress } from '../../../fixtures/tone.testing.ts';
import { FileList } from './file-list.tsx';

const meta: Meta = { title: 'engine/就地播放', tags: ['!autodocs'] };
export default meta;

const captions = (...[first, later]: readonly string[]) =>
  textAddress(`WEBVTT\n\n00:00.000 --> 01:10.000\n<b>${first}</b>\n\n01:10.000 --> 02:00.000\n${later}\n`, 'text/vtt');

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
      captions: [
        { title: 'zh', address: captions('大家好', '配方法') },
        { title: '导演评论', address: captions('这一段', '拍了三遍') },
      ],
    }),
    '/v1/file/play/note': () => ({ seconds: 131 }),
  },
});

async function chooseCaptions(canvasElement: HTMLElement, title: string) {
  await userEvent.click(within(canvasElement).getByRole('combobox', { name: '字幕' }));
  const choices = await within(document.body).findAllByText(title);
  await userEvent.click(choices.at(-1) ?? canvasElement);
}

export const Played: StoryObj = {
  name: '接着上次的位置播放，画面上有观看人，停下就记下',
  render: () => (
    <StoryFrame server={server}>
      <FileList ids={['film', 'paper']} isPlayed />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const before = server.callsTo('/v1/file/play').length;
    const open = await canvas.findByRole('button', { name: `播放 ${film.name}` }, { timeout: 10_000 });
    await inSight(await canvas.findByText('说明.pdf'));
    await expect(canvas.queryByRole('button', { name: '播放 说明.pdf' })).toBeNull();
    await userEvent.click(open);
    const start = await canvas.findByRole('button', { name: '播放' }, { timeout: 10_000 });
    const video = canvasElement.querySelector('video');
    // Nothing is loaded before it is asked for.
    await expect(server.callsTo('/v1/file/play')).toHaveLength(before);
    await userEvent.click(start);
    await waitFor(() => expect(video?.currentTime).toBeGreaterThanOrEqual(65), { timeout: 10_000 });
    await expect(canvas.getAllByText('林晚舟 2026-03-01')).toHaveLength(6);
    await inSight(canvas.getByText(/接着上次的 1:05 播放/));
    await inSight(await canvas.findByText('大家好'));
    await userEvent.click(canvas.getByRole('button', { name: '前进 15 秒' }));
    await waitFor(() => expect(video?.currentTime).toBeGreaterThanOrEqual(80), { timeout: 10_000 });
    await inSight(await canvas.findByText('配方法'));
    await chooseCaptions(canvasElement, '字幕：导演评论');
    await inSight(await canvas.findByText('拍了三遍'));
    await chooseCaptions(canvasElement, '不显示字幕');
    await waitFor(() => expect(canvas.queryByText('拍了三遍')).toBeNull());
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

/** An address that answers nothing. */
function goneAddress(): string {
  const address = textAddress('', 'audio/mpeg');
  URL.revokeObjectURL(address);
  return address;
}

const stream = { id: 'stream', name: '朗读.m3u8', size: 900, mime: 'application/vnd.apple.mpegurl' };
const lapsed = { ...stream, id: 'lapsed', name: '隔夜.m3u8' };
const streams = new SampleServer({
  answers: {
    '/v1/file/preview': ({ id }) => ({ ...(id === 'stream' ? stream : lapsed), address: 'data:,' }),
    '/v1/file/play': ({ id }) => ({
      ...stream,
      // The parts of the first answer to `lapsed` have gone, as they are after half an hour.
      address: id === 'stream' || playsOf('lapsed') > 1 ? streamAddress(60) : streamAddress(60, goneAddress()),
      ...{ position: 31, seconds: 31, watermark: null, captions: [] },
    }),
    '/v1/file/play/note': () => ({ seconds: 32 }),
  },
});

function playsOf(id: string): number {
  return streams.callsTo('/v1/file/play').filter(({ body }) => body.id === id).length;
}

export const Streamed: StoryObj = {
  name: '切片由 hls.js 播放；地址过期就再要一次，接着播放',
  render: () => (
    <StoryFrame server={streams}>
      <FileList ids={['stream', 'lapsed']} isPlayed />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const playing = async (name: string) => {
      await userEvent.click(await canvas.findByRole('button', { name: `播放 ${name}` }, { timeout: 10_000 }));
      const region = await canvas.findByRole('region', { name }, { timeout: 10_000 });
      await userEvent.click(within(region).getByRole('button', { name: '播放' }));
      return within(region);
    };
    const player = await playing(stream.name);
    const video = canvasElement.querySelector('video');
    // A stream has no address of its own: what plays it is made in the page.
    await waitFor(() => expect(video?.src).toMatch(/^blob:/), { timeout: 10_000 });
    await waitFor(() => expect(video?.currentTime).toBeGreaterThan(31), { timeout: 20_000 });
    await inSight(player.getByText(/1:00$/));
    await userEvent.click(player.getByRole('button', { name: '暂停' }));
    await playing(lapsed.name);
    const other = canvasElement.querySelectorAll('video')[1];
    await waitFor(() => expect(other?.currentTime).toBeGreaterThan(31), { timeout: 20_000 });
    await expect(playsOf('lapsed')).toBeGreaterThan(1);
  },
};
