import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryRows, SampleRefusal, SampleServer, StoryFrame } from '../../../fixtures/index.ts';
import { SchemaPage } from '../../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/列表/合计', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const api = '/v1/book/group';

function sumsStory(count: number, answers = {}) {
  const server = new SampleServer({ rows: libraryRows(count), answers });
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}
const sums = async () => within(await screen.findByRole('region', { name: '合计' }));

const few = sumsStory(30);
export const OfAllRows: Story = {
  name: '符合条件的所有行，不只这一页',
  render: few.render,
  play: async ({ canvasElement }) => {
    const before = await (await sums()).findByText(/价/);
    const text = before.textContent;
    await userEvent.type(await within(canvasElement).findByLabelText('关键字'), '海国图志{Enter}');
    await waitFor(async () => expect((await (await sums()).findByText(/价/)).textContent).not.toBe(text));
    await expect(few.server.callsTo(api)[0]?.body).toEqual({ sums: ['pages', 'price'] });
  },
};

const many = sumsStory(1100);
export const WhenAsked: Story = {
  name: '超过一千行，点了再算',
  render: many.render,
  play: async () => {
    await userEvent.click(await (await sums()).findByRole('button', { name: '计算合计' }));
    await inSight(await (await sums()).findByText(/价/));
    await expect(many.server.callsTo(api)).toHaveLength(1);
  },
};

let isDown = true;
const failing = sumsStory(30, {
  [api]: () => {
    if (!isDown) return { groups: [], total: { count: 30, sums: { pages: 1, price: 2 } } };
    throw new SampleRefusal('E_SERVER');
  },
});
export const Failed: Story = {
  name: '没有算出，重试',
  render: failing.render,
  play: async () => {
    isDown = true;
    const again = await (await sums()).findByRole('button', { name: '没有算出，重试' }, { timeout: 8000 });
    isDown = false;
    await userEvent.click(again);
    await inSight(await (await sums()).findByText(/价/));
  },
};
