import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, listStory, SampleRefusal } from '../../../fixtures/index.ts';

const meta: Meta = { title: 'engine/列表/汇总', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const follow = listStory('loanList');
export const FiguresFollow: Story = {
  name: '汇总跟着条件',
  render: follow.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const asked = () => follow.server.callsTo('/v1/report/loans/query').at(-1)?.body;
    const listed = () => follow.server.callsTo('/v1/loan/query').at(-1)?.body.where;
    const lent = await page.findByRole('region', { name: '借出' });
    await inSight(await within(lent).findByText('本月'));
    await expect(asked()).toMatchObject({ where: listed(), startDate: expect.any(String) });
    await userEvent.click(page.getByRole('button', { name: '清空条件' }));
    await waitFor(() => expect(asked()).not.toHaveProperty('where'));
  },
};

const timed = listStory('loanList', {
  params: { where: JSON.stringify([{ field: 'lentAt', op: 'within', value: 'lastMonth' }]) },
});
export const FiguresOfTime: Story = {
  name: '汇总：条件说了时间就按条件',
  render: timed.render,
  play: async ({ canvasElement }) => {
    const lent = await within(canvasElement).findByRole('region', { name: '借出' });
    await inSight(await within(lent).findByText('按筛选的时间'));
    const asked = timed.server.callsTo('/v1/report/loans/query').at(-1)?.body;
    await expect(asked).toMatchObject({
      where: timed.server.callsTo('/v1/loan/query').at(-1)?.body.where,
      anyTime: true,
    });
    await expect(asked).not.toHaveProperty('startDate');
  },
};

const figures = listStory('loanList', {
  answers: {
    '/v1/report/loans/query': () => {
      throw new SampleRefusal('E_BUSY');
    },
  },
});
export const FiguresFail: Story = {
  name: '汇总出错不影响列表',
  render: figures.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText(/^共 \d+ 条$/));
    await expect((await page.findAllByText('服务器繁忙，请稍后重试')).length).toBe(3);
  },
};
