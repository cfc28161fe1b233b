import { Watermark } from 'antd';
import { useEffect, useRef } from 'react';
import { dayOf } from '../../model/index.ts';
import { useEngine } from '../engine-context.tsx';

/**
 * The name of whoever looks, the last four digits of his number, and the day, again and again over the page. It stands
 * beside what it lies over, not around it, so that it watches itself and nothing of the page; whoever takes it away or
 * hides it finds it there again.
 */
export function ViewerMark({ isPrinted }: { readonly isPrinted: boolean }) {
  const { user } = useEngine();
  const own = useRef<HTMLDivElement>(null);
  useStaying(own);
  const words = [String(user.name ?? user.id), lastFour(user.mobile)].filter((word) => word !== '').join(' ');
  return (
    <div ref={own} className="engine-viewer-mark" data-printed={isPrinted} aria-hidden="true">
      <Watermark content={[words, dayOf(Date.now())]} font={{ fontSize: 13 }} gap={[140, 110]} rotate={-20}>
        <div style={{ height: '100%' }} />
      </Watermark>
    </div>
  );
}

function lastFour(mobile: unknown): string {
  return typeof mobile === 'string' && /\d{4}$/.test(mobile) ? mobile.slice(-4) : '';
}

/** Puts an element back where it was when it is taken out, and takes off what would hide it. */
function useStaying(own: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const element = own.current;
    const parent = element?.parentElement;
    if (!element || !parent) return undefined;
    const name = element.className;
    const watch = new MutationObserver(() => {
      if (element.parentElement !== parent) parent.append(element);
      if (element.hasAttribute('style')) element.removeAttribute('style');
      if (element.hasAttribute('hidden')) element.removeAttribute('hidden');
      if (element.className !== name) element.className = name;
    });
    // The children of the parent only, not what is in them: a list that scrolls changes nothing here.
    watch.observe(parent, { childList: true });
    watch.observe(element, { attributes: true, attributeFilter: ['style', 'class', 'hidden'] });
    return () => watch.disconnect();
  }, [own]);
}
