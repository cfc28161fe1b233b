import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** What a text and its translation have in common, whatever their words: what a reader could follow in either. */
function outline(text: string) {
  const blocks = [...text.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, '');
  return {
    headings: [...prose.matchAll(/^(#+) /gm)].map(([, marks]) => marks?.length),
    // Words of a drawing are translated; commands and code are the same.
    blocks: blocks.map(({ language, code }) => (language === '' ? code.split('\n').length : code)),
    rows: [...prose.matchAll(/^\| (`[^|]*`) \|/gm)].map(([, first]) => first?.match(/`[^`]+`/g)),
    items: [...prose.matchAll(/^(-|\d+\.) /gm)].length,
    files: new Set([...prose.matchAll(/`([\w./*-]+\/[\w./*-]*)`/g)].map(([, file]) => file)),
    links: new Set([...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link?.replace(/\.en\.md$/, '.md'))),
    decisions: [...prose.matchAll(/\b0\d{3}\b/g)].map(([number]) => number),
  };
}

const pairs = ['README', 'docs/architecture', 'docs/principles'].map(
  (name) => [`${name}.md`, `${name}.en.md`] as const,
);

describe.each(pairs)('%s and %s', (chinese, english) => {
  it('say the same: headings, commands, code, rows of tables, files, links and decisions', () => {
    const [own, other] = [outline(read(chinese)), outline(read(english))];
    // Each leads to the other, and to itself in neither.
    own.links.delete('README.md');
    other.links.delete('README.md');
    expect(other).toEqual(own);
  });

  it('lead to files that are there', () => {
    for (const file of [chinese, english])
      for (const [, link = ''] of read(file).matchAll(/\]\(([^)#]+)\)/g))
        expect(existsSync(path.join(root, path.dirname(file), link)), `${file} → ${link}`).toBe(true);
  });
});

it('notices a command, a row and a file that only one of them has', () => {
  const text = '# A\n\n```sh\nnpm start\n```\n\n| `PORT` | x |\n\nsee `docs/areas.md`\n';
  const same = outline(text);
  expect(outline(text.replace('npm start', 'npm test'))).not.toEqual(same);
  expect(outline(text.replace('PORT', 'HOST'))).not.toEqual(same);
  expect(outline(text.replace('areas', 'errors'))).not.toEqual(same);
});
