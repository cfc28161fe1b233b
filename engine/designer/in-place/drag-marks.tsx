import type { PlaceDrag } from '../dragging/drop-place.ts';
import type { Box } from '../drawn/drawn-nodes.ts';

type Props = { readonly drag: PlaceDrag; readonly boxFor: (at: string) => Box | undefined };

/** What is dragged, veiled, and the line at which it would be let go. */
export function DragMarks({ drag, boxFor }: Props) {
  return (
    <>
      {drag.dragged.map((at) => {
        const box = boxFor(at);
        return box === undefined ? null : (
          <div key={at} className="designer-mark designer-mark-dragged" style={box} aria-hidden="true" />
        );
      })}
      {drag.drop === undefined ? null : <div className="designer-drop" style={drag.drop.line} aria-hidden="true" />}
    </>
  );
}
