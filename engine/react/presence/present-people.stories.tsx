import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, openedDialog, SampleServer, StoryFrame, sampleId } from '../../fixtures/index.ts';
import { type PresentPerson, presencePaths } from '../../model/wire/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/谁在看', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const present: { list: PresentPerson[] } = { list: [] };
const server = new SampleServer({
  answers: { [presencePaths.note]: () => present, [presencePaths.leave]: () => ({}) },
});
const person = (name: string, isEditing = false) => ({ id: name, name, isEditing });
export const Present: Story = {
  name: '还有谁打开着',
  render: () => (
    <StoryFrame server={server} tellsPresence>
      <SchemaPage name="bookcard" params={{ id: sampleId('book', 0) }} />
    </StoryFrame>
  ),
  beforeEach: () => {
    present.list = [person('赵梅', true), ...['王强', '李四', '孙鹏'].map((name) => person(name))];
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('赵梅 正在编辑'));
    await inSight(page.getByText('王强、李四 等 3 人 也在看'));
    const [told] = server.callsTo(presencePaths.note);
    await expect(told?.body).toMatchObject({ page: 'bookcard', id: sampleId('book', 0), isEditing: false });
    // Whoever changes the record says so, in a window of its own.
    await userEvent.click(page.getAllByRole('button', { name: '编辑' })[0] ?? canvasElement);
    const dialog = await openedDialog();
    const editing = () => server.callsTo(presencePaths.note).find(({ body }) => Object(body).isEditing === true);
    await waitFor(() => expect(editing()).toBeDefined());
    await inSight(await within(dialog).findByText('赵梅 正在编辑'));
    await userEvent.click(within(dialog).getByRole('button', { name: '取消' }));
    const left = () => server.callsTo(presencePaths.leave).map(({ body }) => Object(body).place);
    await waitFor(() => expect(left()).toContain(Object(editing()?.body).place));
  },
};
