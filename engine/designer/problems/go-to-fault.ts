import { useDesigning } from '../host/designing.ts';
import { flatOutline, outlineOf } from '../outline/outline-tree.ts';
import { inputOfProperty } from '../properties/property-place.ts';
import { nodeOfFault } from './node-of-fault.ts';

/** Goes to where something is wrong: selects what has it, and puts the keyboard into its setting. */
export function useGoToFault(): (at: string) => void {
  const { session, grammar, titles } = useDesigning();
  return (at) => {
    const { document, hidden } = session.read().drawn;
    const outline = outlineOf({ document, hidden, grammar, titles });
    const node = nodeOfFault(
      at,
      flatOutline(outline).map((one) => one.at),
    );
    session.select(node === undefined ? [] : [node]);
    focusSoon(at, tries);
  };
}

/** How often its setting is looked for, and how many milliseconds apart: it comes with its editor. */
const tries = 30;
const pause = 100;

/** Puts the keyboard into a setting once it is there. */
function focusSoon(at: string, left: number): void {
  setTimeout(() => {
    const input = inputOfProperty(at);
    if (input !== undefined) input.focus();
    else if (left > 0) focusSoon(at, left - 1);
  }, pause);
}
