import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { inSight, SampleServer, type SampleServerOptions, StoryFrame } from '../../fixtures/index.ts';
import type { CustomPage } from '../../model/documents/index.ts';
import { readContract } from '../../model/widget/index.ts';
import type { WidgetDefinition, WidgetProps } from '../host/widget-definition.ts';
import { SchemaPage } from './schema-page.tsx';

const meta: Meta = { title: 'engine/自定义页', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

function FloorPlan({ props, operations, title }: WidgetProps) {
  return (
    <section>
      <h1>{title}</h1>
      <p>
        第 {String(props.floor)} 层，可用操作：{operations?.map(({ key }) => key).join('、')}
      </p>
    </section>
  );
}

const widgets: readonly WidgetDefinition[] = [
  {
    ...readContract({
      name: 'FloorPlan',
      title: '平面图',
      slots: ['page'],
      propsSchema: { type: 'object', additionalProperties: false, properties: { floor: { type: 'integer' } } },
    }),
    load: async () => FloorPlan,
  },
];

const plan: CustomPage = {
  schemaVersion: 2,
  name: 'plan',
  path: '/library/plan',
  title: '馆区平面图',
  kind: 'custom',
  widget: 'FloorPlan',
  props: { floor: 2 },
  operations: [{ key: 'places', permission: 'place:query', api: '/v1/place/query' }],
};

function planStory(page: Partial<CustomPage>, options: SampleServerOptions = {}) {
  const server = new SampleServer({ ...options, pages: [{ ...plan, ...page }] });
  return () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="plan" params={{}} />
    </StoryFrame>
  );
}

export const Drawn: Story = {
  name: '由组件绘制',
  render: planStory({}),
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('第 2 层，可用操作：places'));
  },
};

export const UnknownWidget: Story = {
  name: '没有这个组件',
  render: planStory({ widget: 'FloorPlam' }),
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('没有名为“FloorPlam”的组件'));
  },
};

export const WrongProps: Story = {
  name: '属性有误',
  render: planStory({ props: { flor: 2 } }),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(await page.findByRole('alert')).toHaveTextContent('props/flor');
    await expect(page.getByRole('alert')).toHaveTextContent('floor');
  },
};

export const UnknownKind: Story = {
  name: '不认识的页面种类',
  render: planStory(JSON.parse('{"kind": "globe"}')),
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText(/不认识的页面种类“globe”/));
  },
};

export const WholePageFaulty: Story = {
  name: '整页有误',
  render: planStory(
    {},
    {
      faults: {
        plan: [
          { at: '', faults: [{ code: 'E_SCHEMA_UNKNOWN_NAME', pointer: '/entity', expected: '实体', got: 'bok' }] },
        ],
      },
    },
  ),
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText(/bok/));
  },
};
