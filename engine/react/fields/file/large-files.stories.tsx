import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { SampleServer, StoryFrame } from '../../../fixtures/index.ts';
import { inSight, seen } from '../../../fixtures/story-steps.testing.ts';
import { FileInput } from './file-input.tsx';

const meta: Meta = { title: 'engine/大文件', tags: ['!autodocs'] };
export default meta;

const mebibyte = 1_048_576;
const field = {
  key: 'media',
  title: '视听资料',
  type: 'file' as const,
  kinds: ['audio', 'video'] as const,
  maxMegabytes: 2048,
};

function Film() {
  const [id, setId] = useState<unknown>();
  return (
    <FileInput
      id="media"
      field={{ ...field, kinds: [...field.kinds] }}
      value={id}
      onChange={setId}
      onBlur={() => undefined}
      disabled={false}
      isRequired={false}
    />
  );
}

const film = { id: 'film', name: '第三讲 一元二次方程.mp4', size: 60 * mebibyte, mime: 'video/mp4', kind: 'video' };
const partBytes = 8 * mebibyte;

/** Keeps the numbers of parts; its line breaks once. */
function partsServer(left: boolean) {
  const have = new Set<number>(left ? [0, 1, 2] : []);
  let isThere = left;
  let breaks = 1;
  return new SampleServer({
    answers: {
      '/v1/file/resumable/query': () => ({
        list: isThere ? [{ id: 'u', name: film.name, size: film.size, received: have.size * partBytes }] : [],
      }),
      '/v1/file/resumable/delete': () => {
        isThere = false;
        return {};
      },
      '/v1/file/resumable/create': () => ({ id: 'u', partBytes, have: [...have] }),
      '/v1/file/resumable/part': () => {
        if (have.size === 5 && breaks > 0) {
          breaks -= 1;
          throw new TypeError('the line broke');
        }
        have.add(have.size);
        return {};
      },
      '/v1/file/resumable/finish': () => {
        isThere = false;
        return { file: film };
      },
      '/v1/file/preview': () => ({ ...film, address: 'data:,' }),
    },
  });
}

const picker = (canvas: HTMLElement): HTMLInputElement => {
  const input = canvas.querySelector('input');
  if (input === null) throw new TypeError('no place to choose files');
  return input;
};

const goesOn = partsServer(true);

export const GoesOn: StoryObj = {
  name: '断线之后接着传',
  render: () => (
    <StoryFrame server={goesOn}>
      <Film />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    await seen('第三讲 一元二次方程.mp4 已传 24 MB，共 60 MB。再选这个文件就接着传');
    await expect(canvasElement).toHaveTextContent('音频、视频 2 GB 以内');
    const content = new File([new Uint8Array(film.size)], film.name, { type: film.mime });
    await userEvent.upload(picker(canvasElement), content, { applyAccept: false });
    await seen('网络中断，恢复后接着传');
    await inSight(await screen.findByRole('button', { name: `下载 ${film.name}` }, { timeout: 15_000 }));
    const parts = goesOn.calls.filter(({ path }) => path.startsWith('/v1/file/resumable/part'));
    await expect(parts).toHaveLength(6);
  },
};

const left = partsServer(true);

export const GivenUp: StoryObj = {
  name: '未传完的，不传了；不是要的种类',
  render: () => (
    <StoryFrame server={left}>
      <Film />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(await screen.findByRole('button', { name: `放弃 ${film.name}` }));
    await waitFor(() => expect(screen.queryByText(/已传 24 MB/)).toBeNull());
    await userEvent.upload(picker(canvasElement), new File(['x'], '讲义.pdf'), { applyAccept: false });
    await seen('不支持这种文件（讲义.pdf），可用：mp3、wav、m4a、ogg、amr、flac、mp4、mov、webm');
    await expect(left.callsTo('/v1/file/upload')).toEqual([]);
  },
};
