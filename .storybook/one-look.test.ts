import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../scripts/lib/run.mjs';

/** What looks once whether an element is in sight: on a busy machine a dialog or a list of choices may still be coming in. */
const looksOnce = /await expect\((?:(?!;\n)[\s\S])*?\)\s*\.toBeVisible\(\)/g;
const stories = ['engine', 'src', 'widgets'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.stories.tsx'))
    .map((name) => path.join(folder, name)),
);

it('waits in every story until what is looked for is in sight (inSight, seen, openedDialog)', () => {
  expect(stories.length).toBeGreaterThan(50);
  const found = stories.flatMap((story) => {
    const text = readFileSync(path.join(root, story), 'utf8');
    return [...text.matchAll(looksOnce)].map((match) => `${story}: ${match[0]}`);
  });
  expect(found).toEqual([]);
});

it('finds the one who looks once', () => {
  expect('await expect(screen.getByText("a")).toBeVisible();'.match(looksOnce)).toHaveLength(1);
  expect('await waitFor(() => expect(one).toBeVisible());\nawait inSight(one);'.match(looksOnce)).toBeNull();
});
