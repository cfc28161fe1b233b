import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { openForm } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/子表', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const modify = '/v1/purchase/modify';

function purchasesStory(options: SampleServerOptions = {}) {
  const server = new SampleServer(options);
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="purchases" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

/** Titles of the books in the table, from top to bottom. */
function titles(place: ReturnType<typeof within>): readonly string[] {
  return place
    .getAllByLabelText(/^书名（第/)
    .map((input: HTMLElement) => (input instanceof HTMLInputElement ? input.value : ''));
}

const editing = purchasesStory();
export const Edit: Story = {
  name: '增、删、复制、移动',
  render: editing.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '编辑 CG2026030201');
    await expect(await form.findByLabelText('书名（第 1 行）')).toHaveValue('山海经校注');
    await inSight(form.getByText('¥669.00'));
    await userEvent.clear(form.getByLabelText('册数（第 1 行）'));
    await userEvent.type(form.getByLabelText('册数（第 1 行）'), '4');
    await inSight(await form.findByText('¥272.00'));
    await userEvent.click(form.getByRole('button', { name: '复制第 1 行' }));
    await expect(titles(form)).toEqual(['山海经校注', '山海经校注', '中国古代天文学史', '园林植物图谱']);
    await userEvent.click(form.getByRole('button', { name: '删除第 3 行' }));
    await userEvent.click(form.getByRole('button', { name: '撤销删除' }));
    await expect(titles(form)).toHaveLength(4);
    await userEvent.click(form.getByRole('button', { name: '删除第 3 行' }));
    await userEvent.click(form.getByLabelText('书名（第 3 行）'));
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(titles(form)).toEqual(['山海经校注', '园林植物图谱', '山海经校注']));
    await waitFor(() => expect(form.getByLabelText('书名（第 2 行）')).toHaveFocus());
    // In a number as well: it moves the row, and counts nothing up.
    await userEvent.click(form.getByLabelText('册数（第 2 行）'));
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(titles(form)).toEqual(['山海经校注', '园林植物图谱', '山海经校注']));
    await expect(form.getByLabelText('册数（第 2 行）')).toHaveValue('5');
    await userEvent.click(form.getByRole('button', { name: '添加一行' }));
    await waitFor(() => expect(form.getByLabelText('书名（第 4 行）')).toHaveFocus());
    await userEvent.keyboard('说文解字');
    await userEvent.type(form.getByLabelText('单价（第 4 行）'), '99');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    const [call] = editing.server.callsTo(modify);
    await expect(call?.body.items).toEqual([
      { id: sampleId('purchase_item', 0), quantity: 4, amount: 27_200 },
      { id: sampleId('purchase_item', 2) },
      { title: '山海经校注', category: 'literature', quantity: 4, price: 6800, amount: 27_200 },
      { title: '说文解字', quantity: 1, price: 9900, amount: 9900 },
    ]);
    await expect(call?.body.was).toMatchObject({ items: [{ title: '山海经校注', quantity: 3 }, {}, {}] });
  },
};

const pasting = purchasesStory();
export const Paste: Story = {
  name: '粘贴多行',
  render: pasting.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新增');
    await userEvent.click(await form.findByRole('tab', { name: '采购明细' }));
    const first = form.getByLabelText('书名（第 1 行）');
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/plain',
      '营造法式\t自然科学\t2\t¥168.00\n水经注\t地理\t十\t45\n本草纲目\t自然科学\t1\t320\t320\t缺一页\t缺一页\t缺一页\t缺一页\t缺一页',
    );
    fireEvent(first, new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    await waitFor(() => expect(titles(form)).toEqual(['营造法式', '水经注', '本草纲目']));
    await inSight(form.getByText('¥336.00'));
    // What has no place in the form is told.
    await seen(/^有 \d 格没有粘贴/);
    // What the sheet says but the form cannot take is shown where it stands.
    await inSight(await form.findByText(/册数应为整数/));
    await expect(form.getAllByRole('alert').length).toBeGreaterThanOrEqual(2);
  },
};

const refused = purchasesStory({
  answers: {
    [modify]: () => {
      throw new SampleRefusal('E_INPUT_INVALID', {
        faults: [{ code: 'E_INPUT_DUPLICATE', pointer: '/items/2/title', title: '书名' }],
      });
    },
  },
});
export const ServerFault: Story = {
  name: '服务端指出某一格的错误',
  render: refused.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '编辑 CG2026030201');
    await userEvent.type(await form.findByLabelText('书名（第 3 行）'), '（再版）');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await inSight(await form.findByText('书名已存在'));
    await waitFor(() => expect(form.getByLabelText('书名（第 3 行）')).toHaveFocus());
    await expect(form.getByLabelText('书名（第 3 行）')).toHaveAttribute('aria-invalid', 'true');
  },
};

const emptied = purchasesStory();
export const TooFew: Story = {
  name: '至少一行',
  render: emptied.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新增');
    await userEvent.type(await form.findByLabelText('单号'), 'CG9');
    await userEvent.click(form.getByRole('tab', { name: '采购明细' }));
    await userEvent.click(form.getByRole('button', { name: '删除第 1 行' }));
    await inSight(form.getByText('还没有数据，点“添加一行”开始填写。'));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await inSight(await form.findByText('请填写采购明细'));
    await waitFor(() => expect(form.getByRole('button', { name: '添加一行' })).toHaveFocus());
  },
};

const onPhone = purchasesStory();
export const Narrow: Story = {
  name: '窄屏：一行一张卡片，合计在下面',
  globals: { viewport: { value: 'mobile1', isRotated: false } },
  render: onPhone.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '编辑 CG2026030201');
    await expect(await form.findByLabelText('书名（第 1 行）')).toHaveValue('山海经校注');
    const rows = form.getByRole('group', { name: /采购明细/ });
    await expect(within(rows).queryByRole('table')).toBeNull();
    await expect(within(rows).getAllByRole('listitem')).toHaveLength(3);
    await expect(rows.scrollWidth).toBeLessThanOrEqual(rows.clientWidth);
    const sums = within(form.getByRole('region', { name: '合计' }));
    await inSight(sums.getByText('¥669.00'));
    await userEvent.clear(form.getByLabelText('册数（第 1 行）'));
    await userEvent.type(form.getByLabelText('册数（第 1 行）'), '4');
    await inSight(await sums.findByText('¥737.00'));
    // What a phone's keyboard does is done with the same keys as in the table.
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(titles(form)[1]).toBe('山海经校注'));
    await userEvent.click(form.getByRole('button', { name: '删除第 3 行' }));
    await userEvent.click(form.getByRole('button', { name: '添加一行' }));
    await waitFor(() => expect(form.getByLabelText('书名（第 3 行）')).toHaveFocus());
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await inSight(await form.findByText('请填写书名'));
    await waitFor(() => expect(form.getByLabelText('书名（第 3 行）')).toHaveFocus());
  },
};
