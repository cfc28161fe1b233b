import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, SampleServer, StoryFrame, seen } from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { choose, openForm } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/分页与分步', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const create = '/v1/purchase/create';

function purchasesStory() {
  const server = new SampleServer();
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="purchases" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

const tabs = purchasesStory();
export const Tabs: Story = {
  name: '分页签：标出有错的页',
  render: tabs.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新增');
    await userEvent.type(await form.findByLabelText('单号'), 'CG1');
    await userEvent.click(form.getByRole('tab', { name: '费用' }));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    // Two cells of the one row that must be there, and the budget: the first of them is shown.
    await waitFor(() => expect(form.getByLabelText('书名（第 1 行）')).toHaveFocus());
    await waitFor(() => expect(form.getByRole('tab', { name: /采购明细/ })).toHaveTextContent('2'));
    await expect(form.getByRole('tab', { name: /费用/ })).toHaveTextContent('1');
    await inSight(form.getByRole('tab', { name: '基本信息' }));
    await expect(tabs.server.callsTo(create)).toHaveLength(0);
    await userEvent.type(form.getByLabelText('书名（第 1 行）'), '水经注疏');
    await userEvent.type(form.getByLabelText('单价（第 1 行）'), '58');
    await waitFor(() => expect(form.getByRole('tab', { name: '采购明细' })).toBeVisible());
    await userEvent.click(form.getByRole('tab', { name: /费用/ }));
    await userEvent.type(form.getByLabelText('预算'), '1000');
    await expect(form.getByLabelText('预付款')).toHaveValue('900.00');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    await expect(tabs.server.callsTo(create)[0]?.body).toEqual({
      purchaseNo: 'CG1',
      kind: 'plan',
      budget: 100_000,
      discount: 90,
      advance: 90_000,
      items: [{ title: '水经注疏', quantity: 1, price: 5800, amount: 5800 }],
    });
  },
};

const wizard = purchasesStory();
export const Wizard: Story = {
  name: '分步：逐步检查，跳过不需要的步骤',
  render: wizard.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '分步登记');
    const next = () => userEvent.click(form.getByRole('button', { name: '下一步' }));
    await expect(await form.findByText(/第 1 步，共 4 步/)).toBeInTheDocument();
    await expect(form.queryByRole('button', { name: '保存' })).toBeNull();
    await next();
    await inSight(await form.findByText('请填写单号'));
    await userEvent.type(form.getByLabelText('单号'), 'CG2');
    // A gift costs nothing: the step about money goes.
    await userEvent.click(form.getByRole('radio', { name: '受赠' }));
    await expect(await form.findByText(/第 1 步，共 3 步/)).toBeInTheDocument();
    await next();
    const title = await form.findByLabelText('书名（第 1 行）');
    await waitFor(() => expect(title).toHaveFocus());
    await userEvent.type(title, '水经注疏');
    // What stands beside follows what is typed, whichever step is open, and is none of them.
    const sums = within(form.getByRole('region', { name: '合计' }));
    await userEvent.type(form.getByLabelText('单价（第 1 行）'), '58');
    await inSight(await sums.findByText('¥58.00'));
    await userEvent.clear(form.getByLabelText('单价（第 1 行）'));
    await userEvent.type(form.getByLabelText('单价（第 1 行）'), '0');
    await inSight(await sums.findByText('¥0.00'));
    await userEvent.click(form.getByRole('button', { name: '上一步' }));
    await inSight(sums.getByText('¥0.00'));
    await expect(form.getByLabelText('单号')).toHaveValue('CG2');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(form.getByLabelText('书名（第 1 行）')).toBeVisible());
    await expect(form.getByLabelText('书名（第 1 行）')).toHaveValue('水经注疏');
    await next();
    await userEvent.click(await form.findByRole('checkbox', { name: '园林' }));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    await expect(wizard.server.callsTo(create)[0]?.body).toMatchObject({
      purchaseNo: 'CG2',
      kind: 'gift',
      items: [{ title: '水经注疏', quantity: 1, price: 0, amount: 0 }],
    });
    await expect(wizard.server.callsTo(create)[0]?.body).not.toHaveProperty('discount');
  },
};

const fourSteps = purchasesStory();
export const WizardMiddle: Story = {
  name: '分步：走到一半',
  render: fourSteps.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '分步登记');
    await userEvent.type(await form.findByLabelText('单号'), 'CG3');
    await choose(form, '存放馆区', '东厅');
    await choose(form, '书架', '东厅 2 号架');
    await userEvent.click(form.getByRole('button', { name: '下一步' }));
    await userEvent.click(await form.findByRole('button', { name: '下一步' }));
    await inSight(await form.findByText('请填写书名'));
    await waitFor(() => expect(form.getByText('请填写单价')).toBeVisible());
  },
};
