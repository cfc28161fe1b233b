import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { booksPage, inSight, SampleServer, StoryFrame, sampleBundle } from '../../fixtures/index.ts';
import { SchemaPage } from '../../react/index.ts';
import { SafePage } from './safe-page.tsx';

const meta: Meta = { title: 'engine/设计器/安全模式', tags: ['!autodocs'] };
export default meta;

const designed = { ...booksPage, title: '改坏了的', columns: booksPage.columns.slice(0, 1) };
const bundleOf = (page: typeof booksPage) => sampleBundle('books', new Map([['books', page]]), {});
const server = new SampleServer({
  answers: {
    '/v1/sys/page/view': () => bundleOf(designed),
    '/v1/design/page/shipped/view': () => bundleOf(booksPage),
  },
});

function Page() {
  const [isSafe, setSafe] = useState(true);
  return (
    <StoryFrame server={server}>
      {isSafe ? (
        <SafePage name="books" params={{}} onParams={() => undefined} onLeave={() => setSafe(false)} />
      ) : (
        <SchemaPage name="books" params={{}} />
      )}
    </StoryFrame>
  );
}

export const Safe: StoryObj = {
  name: '安全模式：随产品发布的页面照常能用；退出之后是应用内改过的',
  render: () => <Page />,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByRole('heading', { name: '馆藏图书' }));
    await inSight(view.getByText('安全模式：随产品发布的页面，不含应用内的改动。'));
    await inSight(await view.findByText('魏源'));
    await expect(server.callsTo('/v1/sys/page/view')).toHaveLength(0);
    await userEvent.click(view.getByRole('button', { name: '退出安全模式' }));
    await inSight(await view.findByRole('heading', { name: '改坏了的' }));
    await waitFor(() => expect(view.queryByText('魏源')).toBeNull());
  },
};
