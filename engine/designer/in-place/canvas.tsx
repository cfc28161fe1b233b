import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PlaceDrag } from '../dragging/drop-place.ts';
import { elementOfPath, pathOfElement } from '../drawn/drawn-nodes.ts';
import { useDesigning } from '../host/designing.ts';
import { useDesignSelected } from '../host/use-design-state.ts';
import { flatOutline, outlineOf } from '../outline/outline-tree.ts';
import type { AddingPlace } from '../palette/palette.tsx';
import { isThere } from '../session/design-session.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { Marks } from './marks.tsx';
import { usePlaceDrag } from './use-place-drag.ts';
import { useStilled } from './use-stilled.ts';
import './in-place.css';

type CanvasProps = {
  /** Asks what to put at a place. */
  readonly onAdd: (place: AddingPlace) => void;
  /** What is dragged here from elsewhere. */
  readonly dragged: PlaceDrag | undefined;
  /** The page itself. */
  readonly children: ReactNode;
};

/** The real page, in which nothing can be done but designing it: what is pointed at is outlined, a click selects it. */
export function Canvas({ onAdd, dragged, children }: CanvasProps) {
  const t = useDesignText();
  const { session } = useDesigning();
  const root = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<string>();
  const walk = useWalk();
  useStilled(page, {
    onPoint: (target) => setPointed(target === undefined ? undefined : nodeOf(target, session)),
    onPick: (target, isMore) => {
      const at = nodeOf(target, session);
      const { selected } = session.read();
      if (at === undefined) session.select(formOf(selected));
      else if (isMore) session.select(selected.includes(at) ? selected.filter((one) => one !== at) : [...selected, at]);
      else session.select([at]);
      root.current?.focus({ preventScroll: true });
    },
  });
  const drag = usePlaceDrag(root, (target) => nodeOf(target, session)) ?? dragged;
  useShown(root);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own
    <div
      ref={root}
      className="designer-canvas"
      data-dragging={drag !== undefined}
      role="group"
      aria-label={t('designer.canvas')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard walks over the page from here
      tabIndex={0}
      onKeyDown={walk}
    >
      <div ref={page} className="designer-page" inert>
        {children}
      </div>
      <Marks root={root} pointed={pointed} drag={drag} onAdd={onAdd} />
    </div>
  );
}

/** Beside the fields of a form that is drawn, the form itself; of a page nothing. */
function formOf(selected: readonly string[]): readonly string[] {
  const [list, name] = selected.at(-1)?.split('/') ?? [];
  return list === 'forms' && name !== undefined ? [`forms/${name}`] : [];
}

/** The node that something drawn belongs to; what the document does not have is none. */
function nodeOf(target: Element, session: ReturnType<typeof useDesigning>['session']): string | undefined {
  const at = pathOfElement(target);
  return at !== undefined && isThere(session.read(), at) ? at : undefined;
}

/** Arrow keys go from node to node as the outline has them; Home and End to the ends. */
function useWalk(): (event: KeyboardEvent) => void {
  const { session, grammar, titles } = useDesigning();
  return (event) => {
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const { drawn, selected } = session.read();
    const outline = outlineOf({ document: drawn.document, hidden: drawn.hidden, grammar, titles });
    const order = flatOutline(outline).map(({ at }) => at);
    const last = order.length - 1;
    const to = step(order.indexOf(selected.at(-1) ?? ''), last);
    const at = order[Math.min(to, last)];
    session.select(at === undefined || to < 0 ? [] : [at]);
  };
}

/** Where a key leads from a place among the nodes. */
const steps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowDown: (place) => place + 1,
  ArrowRight: (place) => place + 1,
  ArrowUp: (place) => place - 1,
  ArrowLeft: (place) => place - 1,
  Home: () => 0,
  End: (_, last) => last,
  Escape: () => -1,
};

/** What is selected is brought into sight. */
function useShown(root: { readonly current: HTMLElement | null }): void {
  const at = useDesignSelected().at(-1);
  useEffect(() => {
    if (root.current === null || at === undefined) return;
    elementOfPath(root.current, at)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [root, at]);
}
