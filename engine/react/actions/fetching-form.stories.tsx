import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, waitFor, within } from 'storybook/test';
import { RowButton } from '../parts/row-button.tsx';
import { fetchingForm } from './load-action-form.ts';

const meta: Meta = { title: 'engine/行里的按钮', tags: ['!autodocs'] };
export default meta;

const isFetched = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/form/action-form.tsx'));

export const Fetching: StoryObj = {
  name: '按钮移到指针下不取表单，指针移到按钮上才取',
  render: () => <RowButton {...fetchingForm}>编辑</RowButton>,
  play: async ({ canvasElement }) => {
    performance.clearResourceTimings();
    const button = within(canvasElement).getByRole('button', { name: '编辑' });
    await fireEvent.pointerOver(button);
    await fireEvent.pointerEnter(button);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect(isFetched()).toBe(false);
    await fireEvent.pointerMove(button);
    await waitFor(() => expect(isFetched()).toBe(true), { timeout: 10_000 });
  },
};
