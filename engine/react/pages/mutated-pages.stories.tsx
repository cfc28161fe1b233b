import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { libraryPages, loadLibrary, SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { hostileDocument } from '../../model/load/hostile-documents.testing.ts';
import { loadCandidatePage } from '../../model/load/index.ts';
import { mutate, seeded } from '../../model/load/mutations.testing.ts';
import { SchemaPage } from './schema-page.tsx';

const meta: Meta = { title: 'engine/写错的页面', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

/** Changes drawn of each page; that every change is told and isolated is tested a thousand times without drawing. */
const isDeep = import.meta.env.VITE_TEST_DEPTH === 'deep';
const timesEach = isDeep ? 20 : 3;
/** Documents made of each page by somebody who means harm. */
const hostileEach = isDeep ? 10 : 1;
/** Pages are drawn in several stories, so that none takes long. */
const parts = 3;

type Broken = { readonly name: string; readonly label: string; readonly server: SampleServer };

function brokenPages(part: number): readonly Broken[] {
  const { documents } = loadLibrary();
  return libraryPages.flatMap((page, place) => {
    if (place % parts !== part) return [];
    const random = seeded(place + 11);
    const slips = Array.from({ length: timesEach }, () => {
      const { json, at, what } = mutate(page, random);
      return { what: `${what} ${at.join('/')}`, text: JSON.stringify(json) };
    });
    const harms = Array.from({ length: hostileEach }, (_, nth) => hostileDocument(page, place + nth, random));
    return [...slips, ...harms].map(({ what, text }, nth) => {
      const { page: drawn, nodes } = loadCandidatePage({ file: `pages/${page.name}.json`, text }, documents);
      const pages = drawn === undefined ? [] : [drawn];
      const name = drawn?.name ?? page.name;
      const server = new SampleServer({ pages, faults: { [name]: nodes } });
      return { name, label: `${page.name} ${nth}: ${what}`, server };
    });
  });
}

function BrokenPages({ pages }: { readonly pages: readonly Broken[] }) {
  const [index, setIndex] = useState(0);
  const broken = pages[index % pages.length];
  return (
    <>
      <button type="button" onClick={() => setIndex((now) => now + 1)}>
        下一处（{index + 1} / {pages.length}）
      </button>
      {broken === undefined ? null : (
        <div key={index} data-testid={broken.label}>
          <StoryFrame server={broken.server}>
            <SchemaPage name={broken.name} params={{ id: 'book-0' }} />
          </StoryFrame>
        </div>
      )}
    </>
  );
}

async function expectDrawn(pages: readonly Broken[], canvasElement: HTMLElement): Promise<void> {
  const canvas = within(canvasElement);
  for (const broken of pages) {
    const section = await canvas.findByTestId(broken.label);
    // Drawn means: words of a page or of its fault, and no heap of them that nobody understands.
    await waitFor(() => expect(section.textContent?.trim().length ?? 0, broken.label).toBeGreaterThan(3));
    await expect(section.textContent, broken.label).not.toContain('undefined');
    await waitFor(() => expect(section.querySelector('.ant-skeleton'), broken.label).toBeNull());
    if (broken !== pages.at(-1)) await userEvent.click(canvas.getByRole('button', { name: /下一处/ }));
  }
}

function brokenStory(part: number): Story {
  const pages = brokenPages(part);
  return {
    render: () => <BrokenPages pages={pages} />,
    play: ({ canvasElement }) => expectDrawn(pages, canvasElement),
  };
}

export const First: Story = { name: '从不空白（一）', ...brokenStory(0) };
export const Second: Story = { name: '从不空白（二）', ...brokenStory(1) };
export const Third: Story = { name: '从不空白（三）', ...brokenStory(2) };
