import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatMoment } from '../../formats/time.ts';
import { useText } from '../../host/engine-context.tsx';
import { useViewerWords } from '../../page/viewer-words.ts';
import './print.css';

/** On paper only: who printed the page and when, across every sheet. */
export function PrintMark() {
  const t = useText();
  const who = useViewerWords().join(' ');
  const [at, setAt] = useState(() => new Date().toISOString());
  useEffect(() => {
    // The browser draws the sheets right after this.
    const mark = () => flushSync(() => setAt(new Date().toISOString()));
    addEventListener('beforeprint', mark);
    return () => removeEventListener('beforeprint', mark);
  }, []);
  const words = t('engine.print.mark', { name: who, time: formatMoment(at) ?? '' });
  return (
    <div className="engine-print-mark" aria-hidden="true">
      {marks.map((mark) => (
        <span key={mark}>{words}</span>
      ))}
    </div>
  );
}

const marks = Array.from({ length: 12 }, (_, mark) => mark);
