import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { hostileTexts, shownLiterally, takenForMarkup } from '../../engine/fixtures/index.ts';
import { Look } from '../look/look.tsx';
import { group, leaf } from '../routes/menu.testing.ts';
import { menuRoutes } from '../routes/menu-routes.ts';
import { TabBar } from '../tabs/tab-bar.tsx';
import { ShellLayout } from './shell-layout.tsx';

/** Every text is a title of the menu and the name of a tab in one of the rounds. */
const rounds = import.meta.env.VITE_TEST_DEPTH === 'deep' ? 10 : 1;
const step = Math.ceil(hostileTexts.length / 10);

/** Texts of a round: one has every shape, in the menu, and so many in tabs. */
function textsOf(round: number) {
  const turned = [...hostileTexts.slice(round * step), ...hostileTexts.slice(0, round * step)];
  return { titles: turned.slice(step, step + 160), names: turned.slice(0, step) };
}

function menuOf(titles: readonly string[]) {
  return group(
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
}

const nothing = () => undefined;

const meta: Meta = {
  title: 'shell/恶意的文字',
  tags: ['!autodocs'],
  parameters: { a11y: { test: 'off' } },
  render: () => <Rounds />,
};
export default meta;

function Rounds() {
  const [round, setRound] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setRound(round + 1)}>
        下一轮
      </button>
      <Shell key={round} round={round} />
    </>
  );
}

function Shell({ round }: { readonly round: number }) {
  const { titles, names } = textsOf(round);
  const menu = menuOf(titles);
  return (
    <MemoryRouter>
      <Look>
        <ShellLayout
          menu={menu}
          page={menuRoutes(menu).byName.get('page0x0')}
          userName={titles[20] ?? ''}
          personalPath={undefined}
          analysisPath="/analysis"
          onSignOut={nothing}
        >
          <TabBar
            tabs={names.map((title, place) => ({ key: `tab${place}`, pageTitle: title, title }))}
            shown="tab0"
            onOpen={nothing}
            onClose={nothing}
            onRename={nothing}
            onMove={nothing}
            onPin={nothing}
            onDouble={nothing}
          />
        </ShellLayout>
      </Look>
    </MemoryRouter>
  );
}

export const Titles: StoryObj = {
  name: '菜单、页签与姓名',
  play: async ({ canvasElement }) => {
    for (let round = 0; round < rounds; round += 1) {
      const { titles, names } = textsOf(round);
      await waitFor(() => expect(shownLiterally(canvasElement, names)).toBe(names.length));
      await expect(shownLiterally(canvasElement, titles)).toBeGreaterThan(20);
      const [tab] = within(canvasElement).getAllByRole('tab');
      tab?.focus();
      await userEvent.keyboard('{F2}');
      await waitFor(() => expect(screen.getByDisplayValue(names[0] ?? '')).toHaveFocus());
      await userEvent.keyboard('{Escape}');
      await expect(takenForMarkup(canvasElement)).toEqual([]);
      await userEvent.click(within(canvasElement).getByText('下一轮'));
    }
  },
};
