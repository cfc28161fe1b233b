import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { PrintAnswer } from '../../model/wire/index.ts';
import { useText } from '../host/engine-context.tsx';
import { pageRules } from './page-rules.ts';
import { footOf, Sheet } from './sheet.tsx';
import { whenDrawn } from './when-drawn.ts';

type PrintJobProps = {
  readonly answer: PrintAnswer;
  /** Told once everything is drawn and measured: the browser may print now. */
  readonly onReady: () => void;
};

/** What the browser prints in the place of the page, while it is there: sheet after sheet, on paper of their size. */
export function PrintJob({ answer, onReady }: PrintJobProps) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one job is drawn and told once
  useEffect(() => {
    const root = place.current;
    if (root === null) return undefined;
    const rules = new CSSStyleSheet();
    const stop = new AbortController();
    document.documentElement.classList.add('engine-printing');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    void whenDrawn(root, stop.signal).then(() => {
      if (stop.signal.aborted) return;
      const lengths = [...root.children].map(({ scrollHeight }) => scrollHeight);
      const sheets = answer.sheets.map(({ title, number }, at) => ({
        foot: [title, number, footOf(answer, t)].filter((part) => part !== null).join('　'),
        length: lengths[at] ?? 0,
      }));
      for (const rule of pageRules(answer.paper, sheets, t('engine.print.page', { page: '#' }))) rules.insertRule(rule);
      onReady();
    });
    return () => {
      stop.abort();
      document.documentElement.classList.remove('engine-printing');
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rules);
    };
  }, [answer]);
  return createPortal(
    <div ref={place} className="engine-print-job" inert aria-hidden="true">
      {answer.sheets.map((sheet) => (
        <Sheet key={sheet.id} answer={answer} sheet={sheet} />
      ))}
    </div>,
    document.body,
  );
}
