import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, SampleServer, StoryFrame } from '../../fixtures/index.ts';
import type { EntityDocument, PageBundle } from '../../model/documents/index.ts';
import type { WidgetDefinition, WidgetProps } from '../host/widget-definition.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/表单/很长的表单', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const count = 60;
const perSection = 20;
const keys = Array.from({ length: count }, (_, index) => `field${index + 1}`);
const last = `field${count}`;

const survey: EntityDocument = {
  schemaVersion: 2,
  name: 'survey',
  title: '调查表',
  label: 'field1',
  operations: ['query', 'view', 'create'],
  fields: keys.map((key, index) => ({
    key,
    title: `问题 ${index + 1}`,
    type: 'string',
    maxLength: 20,
    required: key === last,
  })),
};

const bundle: PageBundle = {
  page: {
    schemaVersion: 2,
    name: 'surveyadd',
    path: '/library/survey/add',
    title: '填写调查表',
    kind: 'form',
    entity: 'survey',
    scope: 'all',
    permission: 'survey:add',
    api: { submit: '/v1/survey/create' },
    form: {
      sections: Array.from({ length: count / perSection }, (_, part) => ({
        key: `part${part + 1}`,
        title: `第 ${part + 1} 部分`,
        fields: keys
          .slice(part * perSection, (part + 1) * perSection)
          .map((key) => (key === 'field2' ? { key, widget: 'Counter' } : key)),
      })),
    },
    success: '已保存',
  },
  entities: [survey],
  dictionaries: [],
  datasets: [],
  faults: [],
  hash: 'survey',
};

let drawn = 0;

/** An input that counts how often it is drawn. */
function Counter({ input }: WidgetProps) {
  drawn += 1;
  return <input id={input?.id} value={String(input?.value ?? '')} readOnly />;
}

const widgets: readonly WidgetDefinition[] = [
  { name: 'Counter', title: '计数', slots: ['input'], propsSchema: { type: 'object' }, load: async () => Counter },
];
const server = new SampleServer({
  answers: { '/v1/sys/page/view': () => bundle, '/v1/survey/create': () => ({ id: 'a' }) },
});

export const Long: Story = {
  name: '先画一屏，按键只动一个字段，错在最后也找得到',
  render: () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="surveyadd" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const inputs = () => canvasElement.querySelectorAll('.engine-form-item').length;
    const first = await page.findByLabelText('问题 1', {}, { timeout: 10_000 });
    // One can type before the form is whole, and nothing else is drawn for it.
    await expect(inputs()).toBeLessThan(count);
    await waitFor(() => expect(drawn).toBeGreaterThan(0));
    await waitFor(() => expect(inputs()).toBe(count), { timeout: 10_000 });
    const before = drawn;
    await userEvent.type(first, '一二三四五六七八九十');
    await expect(first).toHaveValue('一二三四五六七八九十');
    await expect(drawn).toBe(before);

    await userEvent.click(page.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(page.getByLabelText(`问题 ${count}`)).toHaveFocus());
    await inSight(page.getByText(`请填写问题 ${count}`));
    await userEvent.keyboard('完');
    await userEvent.click(page.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.callsTo('/v1/survey/create')).toHaveLength(1));
    await expect(server.callsTo('/v1/survey/create')[0]?.body).toEqual({
      field1: '一二三四五六七八九十',
      [last]: '完',
    });
  },
};
