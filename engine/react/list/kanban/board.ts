import type { ActionView, KanbanDisplay, LaneView, ListView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import type { ListState } from '../state/list-state.ts';
import type { Move } from './lane-pages.ts';
import type { LaneSum } from './use-lane-sums.ts';

/** What lanes and cards know of the board they stand on. */
export type Board = {
  readonly view: ListView;
  readonly display: KanbanDisplay;
  readonly state: ListState;
  readonly isMovable: boolean;
  /** What the cards of a lane come to, those not drawn included. */
  readonly sumsOf: (lane: LaneView) => readonly LaneSum[];
  /** The newest move of each card that is shown and not answered. */
  readonly moves: readonly Move[];
  /** The card in hand. */
  readonly dragging: WireRecord | undefined;
  readonly pick: (record: WireRecord) => void;
  /** The card in hand is let go over a lane. */
  readonly drop: (lane: LaneView) => void;
  readonly move: (record: WireRecord, to: LaneView, action: ActionView) => void;
  /** A drop that several actions could mean, until one is chosen. */
  readonly choice: LaneChoice | undefined;
  readonly closeChoice: () => void;
  /** Whether a card that appears takes the keyboard, because it was moved. */
  readonly takeFocus: (id: string) => boolean;
};

/** The actions a drop could mean. */
export type LaneChoice = {
  readonly record: WireRecord;
  readonly lane: LaneView;
  readonly actions: readonly ActionView[];
};
