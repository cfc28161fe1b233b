import { useRef } from 'react';
import type { PrintAnswer } from '../../model/wire/index.ts';
import { useText } from '../host/engine-context.tsx';
import { useScale } from '../parts/use-scale.ts';
import { millimetre, papers } from './page-rules.ts';
import { Sheet } from './sheet.tsx';

type SheetPreviewProps = { readonly answer: PrintAnswer; readonly isPreview: boolean };

/** The sheets as they will be printed, as large as there is room; the first ones of many. */
export function SheetPreview({ answer, isPreview }: SheetPreviewProps) {
  const t = useText();
  const place = useRef<HTMLElement>(null);
  const scale = useScale(place, papers[answer.paper].width / millimetre + beside);
  const shown = answer.sheets.slice(0, maxShown);
  const left = answer.sheets.length - shown.length;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: sheets that scroll are reached by the keyboard */}
      <section ref={place} className="engine-print-preview" tabIndex={0} aria-label={t('engine.print.preview')}>
        {shown.map((sheet) => (
          <div
            key={sheet.id}
            className="engine-print-paper"
            style={{ zoom: scale }}
            data-draft={isPreview ? t('engine.print.preview') : undefined}
          >
            <Sheet answer={answer} sheet={sheet} />
          </div>
        ))}
      </section>
      {left > 0 ? <p className="engine-quiet">{t('engine.print.more', { count: left })}</p> : null}
    </>
  );
}

const maxShown = 10;
/** Pixels beside a sheet. */
const beside = 32;
