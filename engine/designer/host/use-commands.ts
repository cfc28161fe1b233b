import { useMemo } from 'react';
import { isJsonObject, keyOfItem } from '../../model/json/index.ts';
import { pathAround, pathBelow, valueIn } from '../document/edits.ts';
import { addEdits, hideEdits, placeEdits, propertyEdits, restoreEdits, stepEdits } from '../document/node-edits.ts';
import { elementOfPath } from '../drawn/drawn-nodes.ts';
import { drawnSpan, nextSpan } from '../drawn/drawn-span.ts';
import { grammarAt, propertiesOf } from '../grammar/grammar.ts';
import { spansAt } from '../grammar/spans.ts';
import { useDesigning } from './designing.ts';

/** What can be done with the nodes of a page, whether by mouse, by keyboard or from a menu. */
export type Commands = {
  /** Hides what is selected. */
  readonly hide: () => void;
  /** Brings hidden nodes back; those selected, unless others are named. */
  readonly restore: (nodes?: readonly string[]) => void;
  /** Moves what is selected one place. */
  readonly step: (by: -1 | 1) => void;
  /** Puts nodes of a list behind another one of it. */
  readonly place: (list: string, names: readonly string[], after: string | null) => void;
  /** Lets a node take so many columns of its grid; sizes that join are taken back together. */
  readonly size: (at: string, columns: number, joins: string) => void;
  /** Makes what is selected wider or narrower, by what is drawn of it below this element. */
  readonly widen: (by: -1 | 1, drawnIn: Element) => void;
  /** Puts a new node into a list, and selects it. */
  readonly add: (list: string, item: unknown, after: string | null | undefined) => void;
};

/** The commands of the page that is designed. */
export function useCommands(): Commands {
  const { session, grammar } = useDesigning();
  return useMemo(() => {
    const mustHold = (list: string) => {
      const { around, name } = pathAround(list);
      const part = grammarAt(grammar, session.read().stack.document, around);
      return part !== undefined && propertiesOf(grammar, part).some((one) => one.name === name && one.isRequired);
    };
    return {
      hide: () => {
        const { stack, selected, drawn } = session.read();
        const nodes = selected.filter((at) => !drawn.hidden.has(at));
        session.do(hideEdits(stack.document, nodes, mustHold));
        session.select(selected.filter((at) => valueIn(session.read().drawn.document, at) !== undefined));
      },
      restore: (nodes) => {
        const { stack, selected, drawn } = session.read();
        session.do(restoreEdits(drawn, stack.document, nodes ?? selected));
      },
      step: (by) => session.do(stepEdits(session.read().stack.document, session.read().selected, by)),
      place: (list, names, after) => session.do(placeEdits(session.read().stack.document, list, names, after)),
      size: (at, columns, joins) =>
        session.do(propertyEdits(session.read().stack.document, at, 'span', columns), joins),
      widen: (by, drawnIn) => {
        const { stack, selected } = session.read();
        const edits = selected.flatMap((at) => {
          const own = valueIn(stack.document, pathBelow(at, 'span'));
          const drawn = elementOfPath(drawnIn, at);
          const now = typeof own === 'number' || drawn === undefined ? own : drawnSpan(drawn)?.columns;
          const next = typeof now === 'number' ? nextSpan(spansAt(grammar, stack.document, at), now, by) : undefined;
          return next === undefined ? [] : propertyEdits(stack.document, at, 'span', next);
        });
        session.do(edits);
      },
      add: (list, item, after) => {
        session.do(addEdits(session.read().stack.document, list, item, after));
        const key = isJsonObject(item) || typeof item === 'string' ? keyOfItem(item) : undefined;
        if (key !== undefined) session.select([pathBelow(list, key)]);
      },
    };
  }, [session, grammar]);
}
