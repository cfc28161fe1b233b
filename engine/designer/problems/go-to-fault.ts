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
    // What is selected has its settings a moment later, and what stood over the page is gone by then.
    setTimeout(() => inputOfProperty(at)?.focus(), settled);
  };
}

/** Milliseconds until a dialog that is closed has given the keyboard back. */
const settled = 300;
