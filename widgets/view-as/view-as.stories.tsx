import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import { inSight, openedDialog, SampleRefusal, SampleServer, StoryFrame } from '../../engine/fixtures/index.ts';
import { Impersonate } from './view-as.tsx';

const meta: Meta = { title: 'widgets/以此身份查看', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const begin = '/v1/role/view/as';
const server = new SampleServer({
  answers: {
    [begin]: () => {
      throw new SampleRefusal('E_NOT_FOUND');
    },
  },
});

export const Person: Story = {
  name: '说明会看到什么；不能的说为什么',
  render: () => (
    <StoryFrame server={server}>
      <Impersonate
        page="authority"
        slot="row"
        title="以此身份查看"
        props={{}}
        record={{ id: '01978e11-7c00-7590-b5a8-a948556b0c5f', name: '王洋志', version: 1 }}
      />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '以此身份查看 王洋志' }));
    const dialog = within(await openedDialog());
    await inSight(dialog.getByText(/只能看，不能操作/));
    await userEvent.click(dialog.getByRole('button', { name: '打开新窗口' }));
    await inSight(await screen.findByRole('alert'));
    await expect(server.callsTo(begin)[0]?.body).toEqual({ staffId: '01978e11-7c00-7590-b5a8-a948556b0c5f' });
  },
};
