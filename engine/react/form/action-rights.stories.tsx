import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  libraryPages,
  libraryRows,
  openedDialog,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleBundle,
} from '../../fixtures/index.ts';
import type { EntityDocument } from '../../model/documents/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/表单：谁、何时可以改', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

function formStory(options: SampleServerOptions = {}) {
  const server = new SampleServer(options);
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

/** A book that cannot be changed once it is lost, but for its theme; whose price only its keeper changes. */
const guarded = (entity: EntityDocument): EntityDocument =>
  entity.name !== 'book'
    ? entity
    : {
        ...entity,
        fields: entity.fields.map((field) =>
          field.key === 'price'
            ? { ...field, who: { when: 'record.keeperId == user.id', message: '只有保管人可以定价' } }
            : field,
        ),
        states: (entity.states ?? []).map((machine) => ({
          ...machine,
          editable: { lost: ['title'], repair: [], '*': '*' },
        })),
      };
const guardedRows = libraryRows(6);
const guardedStory = formStory({
  rows: guardedRows,
  answers: {
    '/v1/sys/page/view': ({ name }) => {
      const bundle = sampleBundle(String(name), new Map(libraryPages.map((page) => [page.name, page])), {});
      return { ...bundle, entities: bundle.entities.map(guarded) };
    },
  },
});
export const ClosedFields: Story = {
  name: '按状态与身份开放的字段',
  render: guardedStory.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const titleOf = (n: number) => String(guardedRows.book?.[n]?.title);
    const edit = (n: number) => ({ name: `编辑 ${titleOf(n)}` });
    const form = async (n: number) => {
      await userEvent.click(await page.findByRole('button', edit(n)));
      return within(await openedDialog());
    };
    const note = '变灰的内容在当前状态下不能由您修改';
    // The book in repair has nothing open: no button leads to its form.
    await page.findByRole('button', edit(0));
    await expect(page.queryByRole('button', edit(3))).toBeNull();
    const own = await form(0);
    await expect(await own.findByLabelText('定价')).toBeEnabled();
    await expect(own.queryByText(note)).toBeNull();
    await userEvent.click(own.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const lost = await form(5);
    await expect(await lost.findByLabelText('书名')).toBeEnabled();
    await expect(lost.getByLabelText('定价')).toBeDisabled();
    await inSight(lost.getByText(note));
    await expect(lost.getByLabelText('定价')).not.toBeRequired();
    await userEvent.click(lost.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const others = await form(2);
    await expect(await others.findByLabelText('书名')).toBeEnabled();
    await expect(others.getByLabelText('定价')).toBeDisabled();
    await expect(others.getAllByText(note)).toHaveLength(1);
  },
};

/** A book is lent for at most as many days as its hundreds of pages. */
const bounded = (entity: EntityDocument): EntityDocument =>
  entity.name !== 'book'
    ? entity
    : {
        ...entity,
        states: (entity.states ?? []).map((machine) => ({
          ...machine,
          transitions: machine.transitions.map((transition) =>
            transition.key === 'lend'
              ? {
                  ...transition,
                  input: [
                    {
                      key: 'days',
                      title: '天数',
                      type: 'int',
                      required: true,
                      min: '1',
                      max: '30',
                      defaultValue: '14',
                    },
                    { key: 'deposit', title: '押金', type: 'money', max: 'record.price', defaultValue: 'record.price' },
                  ],
                }
              : transition,
          ),
        })),
      };
const boundedStory = formStory({
  rows: guardedRows,
  answers: {
    '/v1/sys/page/view': ({ name }) => {
      const bundle = sampleBundle(String(name), new Map(libraryPages.map((page) => [page.name, page])), {});
      return { ...bundle, entities: bundle.entities.map(bounded) };
    },
    '/v1/book/lend': ({ id }) => ({ id, version: 2 }),
  },
});
export const BoundedInputs: Story = {
  name: '入参的初值与上下限',
  render: boundedStory.render,
  play: async ({ canvasElement }) => {
    const book = guardedRows.book?.[0];
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: `借出 ${String(book?.title)}` }));
    const dialog = within(await openedDialog());
    const deposit = await dialog.findByLabelText('押金');
    await waitFor(() => expect(deposit).toHaveDisplayValue((Number(book?.price) / 100).toFixed(2)));
    await expect(dialog.getByLabelText('天数')).toHaveDisplayValue('14');
    await userEvent.clear(deposit);
    await userEvent.type(deposit, '999');
    await userEvent.click(dialog.getByRole('button', { name: '确定' }));
    await inSight(
      await dialog.findByText(`押金应在不限 到 ${(Number(book?.price) / 100).toFixed(2)}之间，实际为 999.00`),
    );
    await expect(boundedStory.server.callsTo('/v1/book/lend')).toHaveLength(0);
    await userEvent.clear(deposit);
    await userEvent.type(deposit, '5');
    await userEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(boundedStory.server.callsTo('/v1/book/lend')).toHaveLength(1));
    await expect(boundedStory.server.callsTo('/v1/book/lend')[0]?.body).toMatchObject({ days: 14, deposit: 500 });
  },
};
