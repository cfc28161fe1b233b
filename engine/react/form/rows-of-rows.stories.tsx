import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, SampleRefusal, SampleServer, StoryFrame, sampleId, seen } from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { openForm } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/子行的子行', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const modify = '/v1/stocktake/modify';
const line = (n: number) => sampleId('stocktake_line', n);
const refusals: SampleRefusal[] = [];
const server = new SampleServer();
const wrong = new SampleServer({
  answers: {
    [modify]: () => {
      const faults = [{ code: 'E_INPUT_DUPLICATE', pointer: '/lines/0/defects/0/what', title: '情况' }] as const;
      const refusal = new SampleRefusal('E_INPUT_INVALID', { faults });
      refusals.push(refusal);
      throw refusal;
    },
  },
});

export const Edit: Story = {
  name: '在一行下面增、删、复制它自己的行',
  render: () => (
    <StoryFrame server={server}>
      <SchemaPage name="stocktakes" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '登记结果 PD2026030201');
    const lists = await form.findAllByRole('group', { name: '破损' });
    await expect(lists).toHaveLength(3);
    const [first, second] = lists.map((list: HTMLElement) => within(list));
    if (first === undefined || second === undefined) throw new TypeError('no lists');
    await expect(first.getByLabelText('情况（第 1 行）')).toHaveValue('书角折损');
    await userEvent.click(first.getByRole('button', { name: '复制第 1 行' }));
    await userEvent.clear(first.getByLabelText('页码（第 2 行）'));
    await userEvent.type(first.getByLabelText('页码（第 2 行）'), '30');
    await userEvent.click(second.getByRole('button', { name: '添加一行' }));
    await waitFor(() => expect(second.getByLabelText('页码（第 1 行）')).toHaveFocus());
    await userEvent.keyboard('7');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    // A row of a row is checked as any other.
    await inSight(await second.findByText('请填写情况'));
    await waitFor(() => expect(second.getByLabelText('情况（第 1 行）')).toHaveFocus());
    await userEvent.keyboard('缺页');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('盘点结果已保存');
    const [call] = server.callsTo(modify);
    await expect(call?.body.lines).toEqual([
      {
        id: line(0),
        defects: [{ id: sampleId('stocktake_defect', 0) }, { page: 30, what: '书角折损' }],
      },
      { id: line(1), defects: [{ page: 7, what: '缺页' }] },
      { id: line(2) },
    ]);
  },
};

export const ServerFault: Story = {
  name: '服务端指出子行的子行的错误',
  render: () => (
    <StoryFrame server={wrong}>
      <SchemaPage name="stocktakes" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '登记结果 PD2026030201');
    const [list] = await form.findAllByRole('group', { name: '破损' });
    if (list === undefined) throw new TypeError('no list');
    const first = within(list);
    await userEvent.type(first.getByLabelText('情况（第 1 行）'), '，再查');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await inSight(await first.findByText('情况已存在'));
    await waitFor(() => expect(first.getByLabelText('情况（第 1 行）')).toHaveFocus());
    await expect(refusals).toHaveLength(1);
  },
};

export const Detail: Story = {
  name: '详情里各行的子行展开在它下面',
  render: () => (
    <StoryFrame server={new SampleServer()}>
      <SchemaPage name="stocktakecard" params={{ id: sampleId('stocktake', 0) }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('书角折损'));
    await inSight(page.getByRole('heading', { name: '破损' }));
  },
};
