import type { PrintAnswer, PrintedSheet } from '../../model/wire/index.ts';
import { formatMoment } from '../formats/time.ts';
import { useText } from '../host/engine-context.tsx';
import { papers } from './page-rules.ts';
import { SheetSection } from './sheet-section.tsx';

type SheetProps = { readonly answer: PrintAnswer; readonly sheet: PrintedSheet };

/** One record on paper: what it is, its number, whether it is one more of the same, its parts, and who printed it when. */
export function Sheet({ answer, sheet }: SheetProps) {
  const t = useText();
  const { hasHead, isPaged } = papers[answer.paper];
  const again = sheet.times > 1 ? t('engine.print.again', { count: sheet.times - 1 }) : undefined;
  return (
    <article className="engine-sheet" data-paper={answer.paper}>
      {hasHead ? (
        <header>
          <h1>{sheet.title}</h1>
          {sheet.number === null && again === undefined ? null : (
            <p>
              <span>{sheet.number === null ? '' : t('engine.print.number', { number: sheet.number })}</span>
              {again === undefined ? null : <strong>{again}</strong>}
            </p>
          )}
        </header>
      ) : null}
      {sheet.sections.map((section) => (
        <SheetSection key={section.key} section={section} />
      ))}
      {hasHead ? (
        isPaged ? null : (
          <footer>{footOf(answer, t)}</footer>
        )
      ) : (
        <footer>{[sheet.number, again].filter((one) => typeof one === 'string').join(' ')}</footer>
      )}
    </article>
  );
}

/** Who printed and when. */
export function footOf({ by, at }: PrintAnswer, t: ReturnType<typeof useText>): string {
  return t('engine.print.mark', { name: by, time: formatMoment(at) ?? '' });
}
