import type { PointerEvent } from 'react';
import { followPointer } from '../dragging/follow-pointer.ts';
import { drawnSpan, nearestSpan } from '../drawn/drawn-span.ts';
import { spansAt } from '../grammar/spans.ts';
import { useDesigning } from '../host/designing.ts';
import { useCommands } from '../host/use-commands.ts';
import { useDesignedDocument } from '../host/use-design-state.ts';
import { useDesignText } from '../texts/use-design-text.ts';

type Props = {
  readonly at: string;
  /** What is drawn of it. */
  readonly element: HTMLElement;
};

/** The edge by which what stands in a grid is made wider or narrower; the keyboard does it with Alt, Shift and an arrow. */
export function SizeHandle({ at, element }: Props) {
  const t = useDesignText();
  const { session, grammar } = useDesigning();
  const document = useDesignedDocument();
  const { size } = useCommands();
  const choices = spansAt(grammar, document, at);
  if (choices.length < 2) return null;
  const onPointerDown = (event: PointerEvent) => {
    const before = drawnSpan(element);
    if (event.button !== 0 || before === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // However far it is dragged, it is one command.
    const one = `size ${crypto.randomUUID()}`;
    const done = session.read().stack.done.length;
    followPointer(
      { x: event.clientX, y: event.clientY },
      {
        onMove: ({ x }) => {
          const wanted = nearestSpan(choices, (x - before.left + before.gap) / before.step);
          if (wanted !== undefined) size(at, wanted, one);
        },
        onEnd: (isKept) => {
          if (!isKept && session.read().stack.done.length > done) session.undo();
        },
      },
    );
  };
  return <span aria-hidden="true" className="designer-size" title={t('designer.size')} onPointerDown={onPointerDown} />;
}
