import axe from 'axe-core';
import { type Look, showIn } from './story-look.tsx';

/** Rules whose answer depends on colours; everything else axe has said already, in the look of the story. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Fails when the story, as its steps left it, cannot be read in the other look. */
export async function checkInOtherLook(look: Look): Promise<void> {
  showIn(look === 'dark' ? 'light' : 'dark');
  try {
    await drawn();
    axe.reset();
    const { violations } = await axe.run(
      { include: document.body, exclude: ['.sb-wrapper', '#storybook-docs', '#storybook-highlights-root'] },
      { runOnly: { type: 'rule', values: rulesOfColour }, resultTypes: ['violations'] },
    );
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}\n${failureSummary ?? ''}`),
    );
    if (faults.length > 0) throw new Error(`cannot be read in the other look:\n${faults.join('\n')}`);
  } finally {
    showIn(look);
  }
}

/** Waits until what was changed is on the screen. */
function drawn(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}
