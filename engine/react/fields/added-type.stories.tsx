import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import {
  booksPage,
  inSight,
  libraryPages,
  libraryRows,
  SampleServer,
  StoryFrame,
  sampleBundle,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import type { EntityDocument } from '../../model/documents/index.ts';
import { type FieldType, fieldTypes } from '../../model/fields/index.ts';
import { openForm } from '../form/form-steps.testing.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { fieldRenderers } from './field-renderers.ts';
import { NumberInput, numberRenderer } from './plain/number-renderer.tsx';
import { typeInputs } from './type-inputs.ts';

/** A type that the product does not have: whole seconds, written in minutes. */
const duration: FieldType = {
  kind: 'whole',
  number: { scale: 60, precision: 0, symbol: '分钟', units: [] },
  check: (raw) =>
    typeof raw === 'number' && Number.isInteger(raw) && raw % 60 === 0
      ? { value: raw }
      : { fault: { code: 'E_INPUT_TYPE', expected: '整分钟', got: String(raw) } },
  operators: ['between', 'gte', 'isNull', 'notNull'],
  isComputable: true,
  fitsCell: true,
};

/** A line in each table of the browser. */
const lines: readonly (readonly [table: object, line: unknown])[] = [
  [fieldTypes, duration],
  [fieldRenderers, numberRenderer((seconds) => `${seconds / 60} 分`)],
  [typeInputs, NumberInput],
];

const meta: Meta = {
  title: 'engine/新增的字段类型',
  tags: ['!autodocs'],
  beforeEach: () => {
    for (const [table, line] of lines) Object.assign(table, { duration: line });
    return () => {
      for (const [table] of lines) Reflect.deleteProperty(table, 'duration');
    };
  },
};
export default meta;
type Story = StoryObj;

/** The grammar does not know the type, so that no literal of it could be written. */
const timed = (entity: EntityDocument): EntityDocument =>
  JSON.parse(JSON.stringify(entity), (_, value) =>
    value?.key === 'pages' && value.type === 'int' ? { key: 'pages', title: '朗读时长', type: 'duration' } : value,
  );

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
    await inSight((await page.findAllByText('60 分'))[0]);
    const chips = within(await page.findByRole('list', { name: '当前筛选' }));
    await inSight(chips.getByText('50 ~ 75分钟'));
    const form = await openForm(canvasElement, '编辑 海国图志');
    const input = await form.findByLabelText('朗读时长');
    await expect(input).toHaveValue('60');
    await userEvent.clear(input);
    await userEvent.type(input, '75');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('已保存');
    await inSight(await page.findByText('75 分'));
    await expect(listed.server.callsTo('/v1/book/modify').at(-1)?.body).toMatchObject({ pages: 4500 });
  },
};

const told = shelf('bookcard', { id: sampleId('book', 0) });
export const Detail: Story = {
  name: '详情',
  render: told.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('朗读时长'));
    await inSight((await page.findAllByText('60 分'))[0]);
  },
};
