import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { addDuration, durationField } from '../../fixtures/duration.testing.ts';
import {
  booksPage,
  libraryPages,
  libraryRows,
  SampleServer,
  StoryFrame,
  sampleBundle,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import type { EntityDocument } from '../../model/index.ts';
import { openForm } from '../form/form-steps.testing.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { fieldRenderers } from './field-renderers.ts';
import { NumberInput, numberRenderer } from './plain/number-renderer.tsx';
import { typeInputs } from './type-inputs.ts';

const minutes = numberRenderer((seconds) => `${seconds / 60} 分`);

// Taken out again with each story: the product does not have the type.
const meta: Meta = {
  title: 'engine/新增的字段类型',
  tags: ['!autodocs'],
  beforeEach: () => addDuration([fieldRenderers, minutes], [typeInputs, NumberInput]),
};
export default meta;
type Story = StoryObj;

const timed = (entity: EntityDocument): EntityDocument => ({
  ...entity,
  fields: entity.fields.map((field) =>
    field.key === 'pages' ? durationField({ key: 'pages', title: '朗读时长' }) : field,
  ),
});

/** The library whose books have a length of time in the place of their pages. */
function shelf(name: string, params: Readonly<Record<string, string>>) {
  const rows = libraryRows(3);
  const columns = [
    { key: 'title', field: 'title' },
    { key: 'pages', field: 'pages' },
  ];
  const page = { ...booksPage, columns, filters: [{ key: 'pages', field: 'pages' }], bulk: [] };
  const pages = new Map([...libraryPages, page].map((each) => [each.name, each]));
  const server = new SampleServer({
    rows: { ...rows, book: (rows.book ?? []).map((row) => ({ ...row, pages: 3600 })) },
    answers: {
      '/v1/sys/page/view': (body) => {
        const bundle = sampleBundle(String(body.name), pages, {});
        return { ...bundle, entities: bundle.entities.map(timed) };
      },
    },
  });
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name={name} params={params} />
    </StoryFrame>
  );
  return { server, render };
}

const listed = shelf('books', { 'f.pages': 'between:3000,4500' });
export const List: Story = {
  name: '列表、筛选与表单',
  render: listed.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect((await page.findAllByText('60 分'))[0]).toBeVisible();
    const chips = within(await page.findByRole('list', { name: '当前筛选' }));
    await expect(chips.getByText('50 ~ 75分钟')).toBeVisible();
    const form = await openForm(canvasElement, '编辑 海国图志');
    const input = await form.findByLabelText('朗读时长');
    await expect(input).toHaveValue('60');
    await userEvent.clear(input);
    await userEvent.type(input, '75');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('已保存');
    await expect(await page.findByText('75 分')).toBeVisible();
    await expect(listed.server.callsTo('/v1/book/modify').at(-1)?.body).toMatchObject({ pages: 4500 });
  },
};

const told = shelf('bookcard', { id: sampleId('book', 0) });
export const Detail: Story = {
  name: '详情',
  render: told.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(await page.findByText('朗读时长')).toBeVisible();
    await expect((await page.findAllByText('60 分'))[0]).toBeVisible();
  },
};
