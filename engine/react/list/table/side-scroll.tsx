import { type RefObject, useEffect, useRef } from 'react';

type SideScrollProps = {
  readonly grid: RefObject<HTMLDivElement | null>;
  /** What changes the width of the table. */
  readonly watch: unknown;
};

/**
 * Keeps head and rows at the same place sideways, tells the shadows where there is more, and keeps a scroll bar at
 * the lower edge of the window while the end of a long table is out of sight.
 */
export function SideScroll({ grid, watch }: SideScrollProps) {
  const bar = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the columns change
  useEffect(() => {
    const root = grid.current;
    const rows = root?.querySelector('tbody');
    const head = root?.querySelector('thead');
    const scrollBar = bar.current;
    if (!(root && rows && head && scrollBar)) return undefined;
    const parts = [rows, head, scrollBar];
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = rows;
      root.toggleAttribute('data-more-left', scrollLeft > 1);
      root.toggleAttribute('data-more-right', scrollLeft < scrollWidth - clientWidth - 1);
      scrollBar.hidden = scrollWidth <= clientWidth + 1;
      scrollBar.style.setProperty('--engine-scrolled-width', `${scrollWidth}px`);
    };
    const follow = (event: Event) => {
      const moved = parts.find((part) => part === event.target);
      if (moved === undefined) return;
      for (const part of parts) if (part.scrollLeft !== moved.scrollLeft) part.scrollLeft = moved.scrollLeft;
      measure();
    };
    for (const part of parts) part.addEventListener('scroll', follow, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(rows);
    measure();
    return () => {
      for (const part of parts) part.removeEventListener('scroll', follow);
      observer.disconnect();
    };
  }, [grid, watch]);
  return (
    <div ref={bar} className="engine-grid-bar" aria-hidden="true" hidden>
      <div />
    </div>
  );
}
