import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { nodeTitle } from '../../model/design/index.ts';
import { keyOfItem } from '../../model/json/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { pathBelow, valueIn } from '../document/edits.ts';
import type { Box } from '../drawn/drawn-nodes.ts';
import { useDesigning } from '../host/designing.ts';
import { useDesignedDocument } from '../host/use-design-state.ts';
import type { AddingPlace } from '../palette/palette.tsx';
import { listAround } from '../palette/palette-entries.ts';
import { useDesignText } from '../texts/use-design-text.ts';

type Props = {
  /** Key path of what is pointed at. */
  readonly at: string;
  /** Where a node is drawn; undefined where it is not. */
  readonly boxFor: (at: string) => Box | undefined;
  readonly onAdd: (place: AddingPlace) => void;
};

/** A + on either side of what is pointed at, between it and its neighbours; the keyboard adds behind what is selected. */
export function InsertionPoints({ at, boxFor, onAdd }: Props) {
  const t = useDesignText();
  const { titles } = useDesigning();
  const document = useDesignedDocument();
  const place = listAround(document, at);
  const own = boxFor(at);
  if (place?.after === undefined || own === undefined) return null;
  const { list, after: name } = place;
  const keys = keysIn(valueIn(document, list));
  const index = keys.indexOf(name);
  const beside = (key: string | undefined) => (key === undefined ? undefined : boxFor(pathBelow(list, key)));
  const [before, behind] = [beside(keys[index - 1]), beside(keys[index + 1])];
  // In a grid one side may lead to the next line, the other to what stands beside it.
  const isUnder = isBelow(own, before ?? own);
  const isOver = isBelow(behind ?? own, own);
  const title = nodeTitle(document, parseKeyPath(at) ?? [], titles);
  const points = [
    {
      key: 'before',
      label: 'designer.addBefore',
      after: keys[index - 1] ?? null,
      ...edge(own, before, before === undefined ? isOver : isUnder, 'start'),
    },
    {
      key: 'after',
      label: 'designer.addAfter',
      after: name,
      ...edge(own, behind, behind === undefined ? isUnder : isOver, 'end'),
    },
  ] as const;
  return points.map(({ key, label, after, left, top }) => (
    <Button
      key={key}
      size="small"
      shape="circle"
      tabIndex={-1}
      className="designer-insert"
      style={{ left, top }}
      icon={<PlusOutlined aria-hidden="true" />}
      aria-label={t(label, { title })}
      title={t(label, { title })}
      onClick={() => onAdd({ list, after })}
    />
  ));
}

function keysIn(items: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(items) ? items : [];
  return all.flatMap((item) => keyOfItem(item) ?? []);
}

function isBelow(box: Box, other: Box): boolean {
  return box !== other && box.top >= other.top + other.height - 1;
}

/** How far below the top of what is as high as a column a + stands: beside its heading. */
const headHeight = 20;

/** The middle of an edge; between two that stand side by side, the middle of what lies between them. */
function edge(own: Box, other: Box | undefined, isStacked: boolean, side: 'start' | 'end') {
  if (isStacked) {
    const [upper, lower] = side === 'end' ? [own, other] : [other, own];
    const ownTop = side === 'end' ? own.top + own.height : own.top;
    const top = upper === undefined || lower === undefined ? ownTop : (upper.top + upper.height + lower.top) / 2;
    return { left: own.left + own.width / 2, top };
  }
  const isSameLine = other !== undefined && !isBelow(other, own) && !isBelow(own, other);
  const [first, second] = side === 'end' ? [own, other] : [other, own];
  const ownLeft = side === 'end' ? own.left + own.width : own.left;
  const left =
    isSameLine && first !== undefined && second !== undefined ? (first.left + first.width + second.left) / 2 : ownLeft;
  return { left, top: own.top + Math.min(own.height / 2, headHeight) };
}
