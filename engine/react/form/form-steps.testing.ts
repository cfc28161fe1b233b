import { screen, userEvent, waitFor, within } from 'storybook/test';
import { openedDialog } from '../../fixtures/index.ts';

export type Place = ReturnType<typeof within>;

/** Opens a form by its button and answers the drawer it stands in. */
export async function openForm(canvas: HTMLElement, button: string): Promise<Place> {
  await userEvent.click(await within(canvas).findByRole('button', { name: button }));
  return within(await openedDialog());
}

/** Chooses an option of a list. */
export async function choose(place: Place, label: string, option: string): Promise<void> {
  await userEvent.click(await place.findByLabelText(label));
  // Lists opened before stay in the document, unseen.
  await waitFor(async () => {
    const seen = screen
      .getAllByTitle(option)
      .find((item) => item.closest('.ant-select-item')?.checkVisibility() === true);
    if (seen === undefined) throw new TypeError(`${option} is not in sight`);
    await userEvent.click(seen);
  });
}
