import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  sampleId,
  toneAddress,
} from '../../engine/fixtures/index.ts';
import { CallRecording } from './call-recording.tsx';

const meta: Meta = { title: 'widgets/录音与转写', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const id = sampleId('book', 1);
const transcript = [
  '[00:00] 坐席：您好，这里是法考辅导。',
  '[00:02] 客户：能保过吗？<b>一定</b>要保过',
  '[00:05] 坐席：我们包过的，放心报名。',
  '没有时间的一句',
].join('\n');
const hits = [
  {
    id: sampleId('note', 1),
    version: 1,
    matched: '包过',
    level: 'serious',
    status: 'pending',
    textOffset: transcript.indexOf('包过'),
    offsetMs: 5000,
  },
];
let plays = 0;
const answersOf = (over: Readonly<Record<string, unknown>>) => ({
  '/v1/call/record/view': () => ({ id, version: 1, transcript, recorded: true, talkSeconds: 120, ...over }),
  '/v1/forbidden/word/hit/query': () => ({ list: hits, next: null, previous: null, total: null, totalIsCapped: false }),
  '/v1/call/record/play': () => {
    plays += 1;
    return { address: toneAddress(120), name: 'TH1.wav', mime: 'audio/wav', size: 960_044 };
  },
});

const story = (server: SampleServer) => (
  <StoryFrame server={server}>
    <CallRecording props={{}} slot="tab" page="callDetail" record={{ id, version: 1 }} />
  </StoryFrame>
);

export const Played: Story = {
  name: '标出违禁词，点击从该处播放，可调速',
  render: () => story(new SampleServer({ answers: answersOf({}) })),
  play: async ({ canvasElement }) => {
    plays = 0;
    const canvas = within(canvasElement);
    const hit = await canvas.findByRole('button', { name: '包过（严重 · 待处理），从 0:05 播放' });
    // What was said is text, never markup.
    await inSight(canvas.getByText(/<b>一定<\/b>/));
    await inSight(canvas.getByText('没有时间的一句'));
    // Nothing is loaded before it is asked for.
    const audio = canvasElement.querySelector('audio');
    await expect(plays).toBe(0);
    await expect(audio?.getAttribute('src') ?? null).toBeNull();
    await userEvent.click(hit);
    await waitFor(() => expect(audio?.currentTime).toBeGreaterThanOrEqual(5));
    await expect(plays).toBe(1);
    await waitFor(() =>
      expect(canvas.getByText('坐席：我们', { exact: false }).closest('li')).toHaveClass('call-line-now'),
    );
    await userEvent.click(canvas.getByText('1.5×'));
    await expect(audio?.playbackRate).toBe(1.5);
    const pause = await canvas.findByRole('button', { name: '暂停' });
    pause.focus();
    await userEvent.keyboard(' ');
    const play = await canvas.findByRole('button', { name: '播放' });
    const before = audio?.currentTime ?? 0;
    play.focus();
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(audio?.currentTime).toBeLessThan(before));
    await expect(plays).toBe(1);
  },
};

export const Refused: Story = {
  name: '无权播放时说明原因，转写照看',
  render: () =>
    story(
      new SampleServer({
        answers: {
          ...answersOf({}),
          '/v1/call/record/play': () => {
            throw new SampleRefusal('E_NO_PERMISSION', { expected: 'call_record:play' });
          },
        },
      }),
    ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: '播放' }));
    await inSight(await canvas.findByRole('alert'));
    await inSight(canvas.getByText('没有时间的一句'));
  },
};

export const Without: Story = {
  name: '没有录音、没有转写',
  render: () => story(new SampleServer({ answers: answersOf({ recorded: false, transcript: null }) })),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await inSight(await canvas.findByText('这通电话没有录音。'));
    await inSight(canvas.getByText('这通电话还没有转写。'));
    await expect(canvas.queryByRole('button', { name: '播放' })).toBeNull();
  },
};

let areHitsAway = true;
export const Unmarked: Story = {
  name: '违禁词没有取到：说没有标出，重试后标出',
  render: () =>
    story(
      new SampleServer({
        answers: {
          ...answersOf({}),
          '/v1/forbidden/word/hit/query': () => {
            if (areHitsAway) throw new SampleRefusal('E_BUSY');
            return answersOf({})['/v1/forbidden/word/hit/query']();
          },
        },
      }),
    ),
  play: async ({ canvasElement }) => {
    areHitsAway = true;
    const canvas = within(canvasElement);
    await inSight(await canvas.findByText('违禁词没有取到，转写里没有标出'));
    await inSight(canvas.getByText('没有时间的一句'));
    areHitsAway = false;
    await userEvent.click(canvas.getByRole('button', { name: /重\s?试/ }));
    await inSight(await canvas.findByRole('button', { name: /^包过/ }));
    await expect(canvas.queryByText('违禁词没有取到，转写里没有标出')).toBeNull();
  },
};

export const HitsClosed: Story = {
  name: '无权看违禁词：照看转写',
  render: () =>
    story(
      new SampleServer({
        answers: {
          ...answersOf({}),
          '/v1/forbidden/word/hit/query': () => {
            throw new SampleRefusal('E_NO_PERMISSION', { expected: 'forbidden_word_hit:query' });
          },
        },
      }),
    ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await inSight(await canvas.findByText('没有时间的一句'));
    await expect(canvas.queryByText('违禁词没有取到，转写里没有标出')).toBeNull();
  },
};
