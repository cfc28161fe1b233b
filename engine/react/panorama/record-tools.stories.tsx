import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { libraryRows, openedDialog, SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { SchemaPage } from '../page/schema-page.tsx';

const meta: Meta = { title: 'engine/全景/上一条与下一条', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

type Place = { readonly page: string; readonly params: Readonly<Record<string, string>> };

/** The list, and whatever page is opened from it. */
function Opening({ server }: { readonly server: SampleServer }) {
  const [place, setPlace] = useState<Place>({ page: 'books', params: {} });
  return (
    <StoryFrame server={server} onOpen={setPlace}>
      <SchemaPage
        key={place.page}
        name={place.page}
        params={place.params}
        onParams={(params) => setPlace({ ...place, params })}
      />
    </StoryFrame>
  );
}

const server = new SampleServer({ rows: libraryRows(23) });
const patience = { timeout: 10_000 };

export const Beside: Story = {
  name: '沿列表逐条查看',
  render: () => <Opening server={server} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '本草纲目' }, patience));
    await expect(await page.findByText('第 10 / 23 条', {}, patience)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '下一条' }));
    await expect(await page.findByText('第 11 / 23 条', {}, patience)).toBeVisible();
    const asked = server.callsTo('/v1/book/query').at(-1);
    await expect(asked?.headers['X-App-Page']).toBe('books');
    await userEvent.keyboard('j');
    await expect(await page.findByText('第 12 / 23 条')).toBeVisible();
    await userEvent.keyboard('kkk');
    await waitFor(() => expect(page.getByText(/第 (9|10) \/ 23 条/)).toBeVisible());
    await userEvent.keyboard('?');
    const dialog = within(await openedDialog());
    await expect(await dialog.findByText('下一条')).toBeVisible();
  },
};
