import { useEffect, useRef, useState } from 'react';
import type { PrintAnswer } from '../../model/wire/index.ts';
import { useText } from '../host/engine-context.tsx';
import { millimetre, papers } from './page-rules.ts';
import { Sheet } from './sheet.tsx';

type SheetPreviewProps = { readonly answer: PrintAnswer; readonly isPreview: boolean };

/** The sheets as they will be printed, as large as there is room; the first ones of many. */
export function SheetPreview({ answer, isPreview }: SheetPreviewProps) {
  const t = useText();
  const place = useRef<HTMLElement>(null);
  const scale = useScale(place, papers[answer.paper].width / millimetre);
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

/** How much smaller than in truth sheets are drawn, so that their width fits. */
function useScale(place: React.RefObject<HTMLElement | null>, width: number): number {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => setScale(Math.min(1, (element.clientWidth - beside) / width)));
    watch.observe(element);
    return () => watch.disconnect();
  }, [place, width]);
  return scale;
}
