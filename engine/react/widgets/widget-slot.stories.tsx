import type { Meta, StoryObj } from '@storybook/react-vite';
import { within } from 'storybook/test';
import { bookPanorama, inSight, SampleServer, StoryFrame, sampleId } from '../../fixtures/index.ts';
import type { WidgetDefinition, WidgetProps } from '../host/widget-definition.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/组件位置', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

function Shelf({ props, record }: WidgetProps) {
  return (
    <span>
      书架 {String(props.floor)} 层 · {String(record?.title ?? '')}
    </span>
  );
}

function Broken(): never {
  throw new TypeError('broken on purpose');
}

const widgets: readonly WidgetDefinition[] = [
  { name: 'Shelf', title: '书架', slots: ['header'], propsSchema: { type: 'object' }, load: async () => Shelf },
  { name: 'Broken', title: '坏组件', slots: ['header'], propsSchema: { type: 'object' }, load: async () => Broken },
  {
    name: 'Gone',
    title: '没有到的组件',
    slots: ['header'],
    propsSchema: { type: 'object' },
    load: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  },
  { name: 'RowOnly', title: '行内组件', slots: ['row'], propsSchema: { type: 'object' }, load: async () => Shelf },
];

const header = {
  ...bookPanorama.header,
  actions: ['Shelf', 'Broken', 'Gone', 'RowOnly', 'Nobody'].map((widget) => ({
    key: widget.toLowerCase(),
    permission: 'book:get',
    widget,
    props: { floor: 3 },
  })),
};
const server = new SampleServer({ pages: [{ ...bookPanorama, header }] });

export const Slots: Story = {
  name: '已登记、未登记与出错',
  render: () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="bookcard" params={{ id: sampleId('book', 0) }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('书架 3 层 · 海国图志'));
    await inSight(await page.findByText('组件“坏组件”出错'));
    await inSight(await page.findByText('组件“没有到的组件”出错'));
    await inSight(page.getByText('组件“RowOnly”不能放在这里'));
    await inSight(page.getByText('没有名为“Nobody”的组件'));
  },
};
