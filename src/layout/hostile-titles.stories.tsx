import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { hostileTexts, shownLiterally, takenForMarkup } from '../../engine/fixtures/index.ts';
import { Look } from '../look.tsx';
import { menuRoutes } from '../router/menu-routes.ts';
import { group, leaf } from '../router/testing-menu.ts';
import { TabBar } from '../tabs/tab-bar.tsx';
import { ShellLayout } from './shell-layout.tsx';

/** Titles of the menu: the first third of the texts, which has every shape. */
const titles = hostileTexts.slice(0, 160);
const names = hostileTexts.slice(160, 200);

const menu = group(
  'library',
  '/',
  titles[0] ?? '',
  Array.from({ length: 4 }, (_, block) =>
    group(
      `group${block}`,
      `/g${block}`,
      titles[block + 1] ?? '',
      titles.slice(10 + block * 30, 40 + block * 30).map((title, place) => {
        return leaf(`page${block}x${place}`, `/g${block}/p${place}`, title);
      }),
    ),
  ),
);
const nothing = () => undefined;

const meta: Meta = {
  title: 'shell/恶意的文字',
  tags: ['!autodocs'],
  parameters: { a11y: { test: 'off' } },
  render: () => (
    <MemoryRouter>
      <Look>
        <ShellLayout
          menu={menu}
          page={menuRoutes(menu).byName.get('page0x0')}
          userName={titles[20] ?? ''}
          personalPath={undefined}
          onSignOut={nothing}
        >
          <TabBar
            tabs={names.map((title, place) => ({ name: `tab${place}`, pageTitle: title, title }))}
            shown="tab0"
            onOpen={nothing}
            onClose={nothing}
            onRename={nothing}
            onMove={nothing}
          />
        </ShellLayout>
      </Look>
    </MemoryRouter>
  ),
};
export default meta;

export const Titles: StoryObj = {
  name: '菜单、页签与姓名',
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shownLiterally(canvasElement, names)).toBe(names.length));
    await expect(shownLiterally(canvasElement, titles)).toBeGreaterThan(20);
    const [tab] = within(canvasElement).getAllByRole('tab');
    tab?.focus();
    await userEvent.keyboard('{F2}');
    await waitFor(() => expect(screen.getByDisplayValue(names[0] ?? '')).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await expect(takenForMarkup(canvasElement)).toEqual([]);
  },
};
