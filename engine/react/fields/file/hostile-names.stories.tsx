import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor } from 'storybook/test';
import { hostileTexts, SampleServer, StoryFrame, shownLiterally, takenForMarkup } from '../../../fixtures/index.ts';
import { FilesInput } from './files-input.tsx';

const meta: Meta = { title: 'engine/恶意的文字/文件名', tags: ['!autodocs'], parameters: { a11y: { test: 'off' } } };
export default meta;

const patience = { timeout: 15_000 };
const fileNames = import.meta.env.VITE_TEST_DEPTH === 'deep' ? hostileTexts : hostileTexts.slice(0, 60);
const fileServer = new SampleServer({
  answers: {
    '/v1/file/preview': ({ id }) => ({
      address: 'data:,',
      name: hostileTexts[Number(id)],
      mime: 'application/pdf',
      size: 9,
    }),
  },
});

/** Takes files of any name; none is sent, since none has an ending that is taken. */
function HostileFiles() {
  const [ids, setIds] = useState<unknown>(fileNames.map((_, place) => String(place)));
  const field = { key: 'papers', title: '', type: 'files' as const, max: 1000 };
  return (
    <FilesInput
      id="files"
      field={field}
      value={ids}
      onChange={setIds}
      onBlur={() => undefined}
      disabled={false}
      isRequired={false}
    />
  );
}

export const Files: StoryObj = {
  name: '文件名：已存的、正在选的',
  render: () => (
    <StoryFrame server={fileServer}>
      <HostileFiles />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shownLiterally(canvasElement, fileNames)).toBe(fileNames.length), patience);
    const input = canvasElement.querySelector('input');
    if (input === null) throw new TypeError('no place to choose files');
    const chosen = fileNames.map((name) => new File(['x'], name));
    await userEvent.upload(input, chosen, { applyAccept: false });
    const refused = () => [...canvasElement.querySelectorAll<HTMLElement>('.engine-file-refused')];
    await waitFor(() => expect(refused()).toHaveLength(fileNames.length), patience);
    const told = refused().map((one) => one.querySelector('.engine-file-name')?.textContent);
    await expect(told).toEqual(chosen.map(({ name }) => name));
    await expect(takenForMarkup(canvasElement)).toEqual([]);
  },
};
