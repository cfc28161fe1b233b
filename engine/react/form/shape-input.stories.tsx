import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  libraryPages,
  purchasesPage,
  SampleServer,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import type { ListPage, PageDocument } from '../../model/documents/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { choose, openForm } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/有结构的值', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const form: NonNullable<ListPage['forms']>[string] = {
  title: '采购单',
  sections: [{ key: 'base', fields: ['purchaseNo', 'parcel', 'payments'] }],
};
const list: ListPage = {
  ...purchasesPage,
  columns: [...purchasesPage.columns, { key: 'payments', field: 'payments', width: 240 }],
  forms: { ...purchasesPage.forms, tabs: form, plain: form },
};

const pages: readonly PageDocument[] = libraryPages.map((page) => {
  if (page.name !== 'purchasecard' || page.kind !== 'detail') return page.name === list.name ? list : page;
  return { ...page, facts: [{ key: 'pay', title: '付款', fields: ['budget', 'parcel', 'payments'] }], children: [] };
});

const made = new SampleServer({ pages });
export const Fill: Story = {
  name: '新增：一份的各项与几行',
  render: () => (
    <StoryFrame server={made}>
      <SchemaPage name="purchases" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const drawer = await openForm(canvasElement, '新增');
    await userEvent.type(await drawer.findByLabelText('单号'), 'CG9');
    await userEvent.type(drawer.getByLabelText(/箱数/), '2');
    const payments = within(await drawer.findByRole('group', { name: '付款安排' }));
    const add = payments.getByRole('button', { name: '添加一行' });
    await userEvent.click(add);
    await waitFor(() => expect(payments.getByLabelText('名目（第 1 行）')).toHaveFocus());
    await userEvent.keyboard('定金');
    await userEvent.click(add);
    await waitFor(() => expect(payments.getByLabelText('名目（第 2 行）')).toHaveFocus());
    await userEvent.keyboard('尾款');
    await userEvent.type(payments.getByLabelText('金额（第 2 行）'), '840');
    await choose(payments, '采购方式（第 2 行）', '加急采购');
    await userEvent.click(drawer.getByRole('button', { name: '保存' }));
    // What is wrong is told in its cell, and below the whole with the row it is in.
    await inSight(await payments.findByText('请填写金额'));
    await inSight(drawer.getByText('请填写付款安排第 1 行的金额'));
    // The parts that are right do not stand out.
    const borderOf = (input: Element | null) => (input === null ? '' : getComputedStyle(input).borderTopColor);
    const amount = payments.getByLabelText('金额（第 1 行）').closest('.ant-input-number-affix-wrapper');
    await expect(borderOf(payments.getByLabelText('名目（第 1 行）'))).not.toBe(borderOf(amount));
    await userEvent.type(payments.getByLabelText('金额（第 1 行）'), '360.5');
    payments.getByLabelText('名目（第 1 行）').focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(payments.getByLabelText('名目（第 2 行）')).toHaveValue('定金'));
    await userEvent.click(payments.getByRole('button', { name: '复制第 2 行' }));
    await userEvent.click(payments.getByRole('button', { name: '删除第 3 行' }));
    await userEvent.click(drawer.getByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    await expect(made.callsTo('/v1/purchase/create').at(-1)?.body).toMatchObject({
      parcel: { boxes: 2 },
      payments: [
        { title: '尾款', amount: 84_000, kind: 'urgent' },
        { title: '定金', amount: 36_050 },
      ],
    });
  },
};

const kept = new SampleServer({ pages });
export const Change: Story = {
  name: '编辑：清空的项不再有，最多的行数',
  render: () => (
    <StoryFrame server={kept}>
      <SchemaPage name="purchases" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const drawer = await openForm(canvasElement, '编辑 CG2026030201');
    const payments = within(await drawer.findByRole('group', { name: '付款安排' }));
    await expect(payments.getByLabelText('金额（第 1 行）')).toHaveValue('360.00');
    await userEvent.clear(drawer.getByLabelText('重量（千克）'));
    const add = payments.getByRole('button', { name: '添加一行' });
    await userEvent.click(add);
    await userEvent.click(add);
    await inSight(await payments.findByText('最多 4 行'));
    await expect(add).toBeDisabled();
    await userEvent.click(payments.getByRole('button', { name: '删除第 4 行' }));
    await userEvent.click(payments.getByRole('button', { name: '删除第 3 行' }));
    await userEvent.click(payments.getByRole('button', { name: '删除第 2 行' }));
    await userEvent.click(drawer.getByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    await expect(kept.callsTo('/v1/purchase/modify').at(-1)?.body).toMatchObject({
      parcel: { boxes: 3 },
      payments: [{ title: '定金', amount: 36_000, on: '2026-03-05', paid: true }],
    });
  },
};

export const Shown: Story = {
  name: '详情：各项与表格',
  render: () => (
    <StoryFrame server={new SampleServer({ pages })}>
      <SchemaPage name="purchasecard" params={{ id: sampleId('purchase', 0) }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const table = within(await page.findByRole('region', { name: '付款安排' }));
    await inSight(table.getByText('¥840.00'));
    await inSight(table.getByText('计划采购'));
    await inSight(page.getByText('41.5'));
  },
};

export const Listed: Story = {
  name: '列表：一行文字',
  render: () => (
    <StoryFrame server={new SampleServer({ pages })}>
      <SchemaPage name="purchases" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    await inSight(
      await within(canvasElement).findByText(/^名目：定金，金额：¥360.00，日期：2026-03-05，已付：是；名目：尾款/),
    );
  },
};
