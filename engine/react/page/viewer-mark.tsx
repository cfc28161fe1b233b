import { useEffect, useRef, useState } from 'react';
import { dayOf } from '../../model/time/index.ts';
import { useViewerWords } from './viewer-words.ts';

/**
 * The name of whoever looks, the last four digits of his number, as whom he looks where that is another, and the day,
 * again and again over the page. It stands beside what it lies over, not around it, so that it watches itself and
 * nothing of the page; whoever takes it away or hides it finds it there again.
 */
export function ViewerMark({ isPrinted }: { readonly isPrinted: boolean }) {
  const own = useRef<HTMLDivElement>(null);
  const words = useViewerWords().join('\n');
  const [day] = useState(() => dayOf(Date.now()));
  useStaying(own, words, day);
  return <div ref={own} className="engine-viewer-mark" data-printed={isPrinted} aria-hidden="true" />;
}

/** Pixels of the picture that is repeated, and of its letters. */
const tile = { width: 280, height: 190, letters: 13 };
/** Seen on light and on dark ground, and read through. */
const ink = 'rgba(128, 128, 128, 0.22)';

/** The picture that is repeated, as the address of a style. */
function picture(lines: readonly string[]): string {
  const canvas = document.createElement('canvas');
  const ratio = window.devicePixelRatio;
  canvas.width = tile.width * ratio;
  canvas.height = tile.height * ratio;
  const pen = canvas.getContext('2d');
  if (pen === null) return 'none';
  pen.scale(ratio, ratio);
  pen.translate(tile.width / 2, tile.height / 2);
  pen.rotate((-20 * Math.PI) / 180);
  pen.font = `${tile.letters}px sans-serif`;
  pen.textAlign = 'center';
  pen.fillStyle = ink;
  for (const [place, line] of lines.entries()) pen.fillText(line, 0, place * tile.letters * 1.5);
  return `url("${canvas.toDataURL()}")`;
}

/** Draws the mark, puts it back where it was when it is taken out, and takes off what would hide it. */
function useStaying(own: { readonly current: HTMLElement | null }, words: string, day: string): void {
  useEffect(() => {
    const element = own.current;
    const parent = element?.parentElement;
    if (!element || !parent) return undefined;
    const name = element.className;
    // Set as properties: the content policy takes no style written as text.
    element.style.backgroundImage = picture([...words.split('\n'), day]);
    element.style.backgroundSize = `${tile.width}px ${tile.height}px`;
    const style = element.style.cssText;
    const watch = new MutationObserver(() => {
      if (element.parentElement !== parent) parent.append(element);
      if (element.style.cssText !== style) element.style.cssText = style;
      if (element.hasAttribute('hidden')) element.removeAttribute('hidden');
      if (element.className !== name) element.className = name;
    });
    // The children of the parent only, not what is in them: a list that scrolls changes nothing here.
    watch.observe(parent, { childList: true });
    watch.observe(element, { attributes: true, attributeFilter: ['style', 'class', 'hidden'] });
    return () => watch.disconnect();
  }, [own, words, day]);
}
