import { useEffect, useState } from 'react';
import { useText } from '../../locales/i18n.ts';
import type { Loudness as Levels } from '../line/line.ts';

const everyMs = 200;

/** How loud it is here and at the other end. */
export function Loudness({ ask }: { readonly ask: () => Promise<Levels> }) {
  const t = useText();
  const [levels, setLevels] = useState<Levels>({ here: 0, there: 0 });
  useEffect(() => {
    let isOver = false;
    const timer = setInterval(() => {
      void ask().then((next) => {
        if (!isOver) setLevels(next);
      });
    }, everyMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [ask]);
  return (
    <div className="phone-levels">
      <Level title={t('phone.levelHere')} value={levels.here} />
      <Level title={t('phone.levelThere')} value={levels.there} />
    </div>
  );
}

function Level({ title, value }: { readonly title: string; readonly value: number }) {
  const percent = Math.min(100, Math.round(Math.sqrt(value) * 100));
  return (
    <label>
      {title}
      <meter min={0} max={100} value={percent} aria-label={title} />
    </label>
  );
}
