import { useMemo } from 'react';
import type { JsonObject } from '../../model/json/index.ts';
import { jsonText } from '../source/json-text.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { type DiffLine, lineDiff } from './line-diff.ts';

/** Lines around a difference that are shown with it. */
const around = 3;

type Part = { readonly key: number; readonly lines: readonly DiffLine[]; readonly skipped: number };

/** Two documents as JSON beside each other; what is the same for long is left out. */
export function JsonCompare({ from, to }: { readonly from: JsonObject; readonly to: JsonObject }) {
  const t = useDesignText();
  const parts = useMemo(() => partsOf(lineDiff(jsonText(from), jsonText(to))), [from, to]);
  if (parts.length === 0) return <p className="engine-quiet">{t('designer.noDifference')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="design-compare-json" aria-label={t('designer.compare.json')} tabIndex={0}>
      <table>
        <tbody>
          {parts.map(({ key, lines, skipped }) => [
            skipped === 0 ? null : (
              <tr key={`s${key}`} className="design-compare-skipped">
                <td colSpan={2}>{t('designer.compare.same', { count: skipped })}</td>
              </tr>
            ),
            ...lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of two texts that do not change
              <tr key={`${key}.${index}`} className={line.isSame ? '' : 'design-compare-other'}>
                <td>{line.left}</td>
                <td>{line.right}</td>
              </tr>
            )),
          ])}
        </tbody>
      </table>
    </section>
  );
}

function partsOf(lines: readonly DiffLine[]): readonly Part[] {
  const near = new Set<number>();
  for (const [index, { isSame }] of lines.entries())
    if (!isSame) for (let place = index - around; place <= index + around; place += 1) near.add(place);
  const parts: Part[] = [];
  let skipped = 0;
  let open: DiffLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (near.has(index)) {
      open.push(line);
      continue;
    }
    if (open.length > 0) {
      parts.push({ key: index, lines: open, skipped });
      open = [];
      skipped = 0;
    }
    skipped += 1;
  }
  return open.length > 0 ? [...parts, { key: lines.length, lines: open, skipped }] : parts;
}
