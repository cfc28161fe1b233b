import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, userEvent, waitFor } from 'storybook/test';
import {
  inSight,
  purchasesPage,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import type { ListPage } from '../../model/documents/index.ts';
import { readContract } from '../../model/widget/index.ts';
import type { WidgetDefinition, WidgetProps } from '../host/widget-definition.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { choose, openForm } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/填写方式', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

type FormDocument = NonNullable<ListPage['forms']>[string];

const create = '/v1/purchase/create';
const check = '/v1/purchase/check';

function Fountain({ input, props }: WidgetProps) {
  return (
    <button
      type="button"
      id={input?.id}
      disabled={input?.disabled}
      onClick={() => input?.onChange(`${String(input.value ?? '')}${String(props.sign)}`)}
    >
      {`盖上${String(props.sign)}：${String(input?.value ?? '')}`}
    </button>
  );
}

const widgets: readonly WidgetDefinition[] = [
  {
    ...readContract({
      name: 'Fountain',
      title: '印章',
      slots: ['input'],
      propsSchema: {
        type: 'object',
        additionalProperties: false,
        required: ['sign'],
        properties: { sign: { type: 'string' } },
      },
    }),
    load: async () => Fountain,
  },
];

function inputsStory(
  fields: FormDocument['sections'][number]['fields'],
  options: SampleServerOptions & { readonly rest?: Partial<FormDocument> } = {},
) {
  const tabs: FormDocument = { title: '采购单', sections: [{ key: 'base', fields }], ...options.rest };
  const server = new SampleServer({
    ...options,
    pages: [{ ...purchasesPage, forms: { ...purchasesPage.forms, tabs } }],
  });
  const render = () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="purchases" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

const ways = inputsStory([
  'purchaseNo',
  { key: 'kind', input: 'radio', span: 2 },
  { key: 'discount', input: 'slider' },
  { key: 'rating', input: 'rate' },
  { key: 'invoiced', input: 'radio' },
  { key: 'remark', input: 'textarea' },
  { key: 'topicIds', input: 'transfer' },
]);
export const Ways: Story = {
  name: '单选、滑块、评分、穿梭框',
  render: ways.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新增');
    await userEvent.type(await form.findByLabelText('单号'), 'CG9');
    // Several lines have room for several, whatever antd says of the box around them.
    await expect((await form.findByLabelText('备注')).offsetHeight).toBeGreaterThanOrEqual(80);
    await userEvent.click(await form.findByRole('radio', { name: '加急采购' }));
    await userEvent.click(form.getByRole('radio', { name: '是' }));
    const slider = form.getByRole('slider');
    slider.focus();
    for (const _ of [1, 2, 3]) await fireEvent.keyDown(slider, { key: 'ArrowRight', keyCode: 39, which: 39 });
    await userEvent.click(form.getAllByRole('radio', { name: /star/ })[3] ?? document.body);
    await userEvent.click(await form.findByText('园林'));
    await userEvent.click(form.getByText('书法'));
    await userEvent.click(form.getByRole('button', { name: 'right' }));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    await expect(ways.server.callsTo(create)[0]?.body).toMatchObject({
      kind: 'urgent',
      discount: 3,
      rating: 4,
      invoiced: true,
    });
    await expect(ways.server.callsTo(create)[0]?.body.topicIds).toHaveLength(2);
  },
};

const topics: (() => void)[] = [];
const comingTopics = inputsStory([{ key: 'topicIds', input: 'transfer' }], {
  answers: {
    '/v1/topic/query': () =>
      new Promise((resolve) => {
        const answer = { list: [], next: null, previous: null, total: null, totalIsCapped: false };
        topics.push(() => resolve(answer));
      }),
  },
});
export const TransferComing: Story = {
  name: '穿梭框正在取：不说没有数据',
  render: comingTopics.render,
  play: async ({ canvasElement }) => {
    topics.length = 0;
    await openForm(canvasElement, '新增');
    await waitFor(() => expect(topics.length).toBeGreaterThan(0));
    const left = () => document.querySelectorAll<HTMLElement>('.engine-transfer .ant-transfer-list')[0];
    await waitFor(() => expect(left()?.querySelector('.ant-spin')).toBeVisible());
    await expect(left()?.textContent).not.toContain('暂无数据');
    for (const answer of topics) answer();
    await waitFor(() => expect(left()?.textContent).toContain('暂无数据'));
  },
};

const dependent = inputsStory(['roomId', { key: 'shelfId', options: { parentId: 'form.roomId' } }]);
export const Options: Story = {
  name: '选项随另一字段而变',
  render: dependent.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新增');
    await userEvent.click(await form.findByLabelText('书架'));
    await seen('请先填写相关字段');
    await userEvent.keyboard('{Escape}');
    await choose(form, '存放馆区', '东厅');
    await choose(form, '书架', '东厅 3 号架');
    await expect(dependent.server.callsTo('/v1/place/query').map(({ body }) => body.where)).toContainEqual({
      field: 'parentId',
      op: 'eq',
      value: sampleId('place', 0),
    });
    await choose(form, '存放馆区', '西厅');
    await inSight(await form.findByText('已清空“书架”，因“存放馆区”已改'));
    await waitFor(() => expect(form.queryByText('东厅 3 号架')).toBeNull());
    await userEvent.click(form.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(form.getByLabelText('书架')).toHaveFocus());
    await expect(form.queryByText(/已清空/)).toBeNull();
    const held = (label: string) => form.getByLabelText(label).closest('.ant-select');
    await waitFor(() => expect(held('书架')).toHaveTextContent('东厅 3 号架'));
    await expect(held('存放馆区')).toHaveTextContent('东厅');
    await choose(form, '存放馆区', '西厅');
    await inSight(await form.findByText('已清空“书架”，因“存放馆区”已改'));
  },
};

const lowest = inputsStory(['shelfId']);
export const LowestNodes: Story = {
  name: '只选最末一级：有下级的看得到、选不了',
  render: lowest.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新增');
    await userEvent.click(await form.findByLabelText('书架'));
    await seen(/有下级，请选下级/);
    const option = (text: string) =>
      [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find((one) => one.textContent === text);
    await userEvent.click(option('东厅有下级，请选下级') ?? document.body, { pointerEventsCheck: 0 });
    await userEvent.keyboard('{Escape}');
    await expect(form.queryByText('东厅')).toBeNull();
    await userEvent.type(form.getByLabelText('书架'), '东厅 3');
    const found = await waitFor(() => option('东厅 3 号架') ?? Promise.reject(new TypeError('not found yet')));
    await userEvent.click(found);
    await waitFor(() =>
      expect(form.getAllByText('东厅 3 号架').some((one: HTMLElement) => one.checkVisibility())).toBe(true),
    );
  },
};

const checking = inputsStory([{ key: 'purchaseNo', check: { api: check, permission: 'purchase:add' } }, 'kind'], {
  answers: {
    [check]: async (body) => {
      // The first question is answered last: its answer is about something no longer there.
      if (body.value === 'CG') await new Promise((done) => setTimeout(done, 900));
      return body.value === 'CG2026030201' ? { free: false, label: 'CG2026030201' } : { free: body.value !== 'CG' };
    },
  },
});
export const LiveCheck: Story = {
  name: '边填边查重',
  render: checking.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新增');
    const number = await form.findByLabelText('单号');
    await userEvent.type(number, 'CG');
    await inSight(await form.findByText('正在检查是否可用'));
    await userEvent.type(number, '2026039999');
    await inSight(await form.findByText('可用'));
    await new Promise((done) => setTimeout(done, 1000));
    await inSight(form.getByText('可用'));
    await userEvent.clear(number);
    await userEvent.type(number, 'CG2026030201');
    await inSight(await form.findByText('已存在：CG2026030201'));
    await expect(checking.server.callsTo(check).at(-1)?.body).toEqual({ field: 'purchaseNo', value: 'CG2026030201' });
    // Nothing stands in the way of saving: the server decides.
    await expect(form.getByRole('button', { name: '保存' })).toBeEnabled();
  },
};

const bespoke = inputsStory(['purchaseNo', { key: 'remark', widget: 'Fountain', props: { sign: '印' } }]);
export const WidgetInput: Story = {
  name: '用组件填写',
  render: bespoke.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新增');
    await userEvent.type(await form.findByLabelText('单号'), 'CG7');
    const stamp = await form.findByText('盖上印：');
    await userEvent.click(stamp);
    await userEvent.click(stamp);
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    await expect(bespoke.server.callsTo(create)[0]?.body).toMatchObject({ remark: '印印' });
  },
};

const faulty = inputsStory(
  [
    'purchaseNo',
    { key: 'kind', visibleWhen: 'form.budget >' },
    'colour',
    { key: 'remark', widget: 'Nobody' },
    { key: 'reason', widget: 'Fountain', props: { sgin: '印' } },
    { key: 'budget', input: 'rate' },
  ],
  {
    // The form stays open: what is wrong in it and what was saved of it can both be seen.
    answers: {
      [create]: () => {
        throw new SampleRefusal('E_BUSY');
      },
    },
    faults: {
      purchases: [
        {
          at: 'forms/tabs/sections/base/fields/discount',
          index: 1,
          faults: [
            { code: 'E_SCHEMA_UNKNOWN_NAME', pointer: '', expected: '字段', got: 'discuont', nearest: 'discount' },
          ],
        },
      ],
    },
  },
);
export const Faults: Story = {
  name: '有错的字段只坏自己',
  render: faulty.render,
  play: async ({ canvasElement }) => {
    const form = await openForm(canvasElement, '新增');
    await userEvent.type(await form.findByLabelText('单号'), 'CG8');
    await inSight(form.getByText('找不到字段“colour”'));
    await inSight(form.getByText(/discuont/));
    await inSight(form.getByText('没有名为“Nobody”的组件'));
    await inSight(form.getByText(/组件“Fountain”的属性有误/));
    await inSight(form.getByText('该字段不能用“rate”方式填写'));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(faulty.server.callsTo(create)[0]?.body).toEqual({ purchaseNo: 'CG8' }));
    await inSight(await form.findByText('服务器繁忙，请稍后重试'));
  },
};
