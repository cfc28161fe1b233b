import {
  ArrowLeftOutlined,
  ArrowRightOutlined,
  EyeInvisibleOutlined,
  FormOutlined,
  PlusOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useReducer } from 'react';
import { nodeKind, nodeTitle } from '../../model/design/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { pathBelow, valueIn } from '../document/edits.ts';
import type { PlaceDrag } from '../dragging/drop-place.ts';
import { type Box, boxOf, elementOfPath } from '../drawn/drawn-nodes.ts';
import { useDesigning } from '../host/designing.ts';
import { useCommands } from '../host/use-commands.ts';
import { useDesignedDocument, useDesignSelected, useDesignState } from '../host/use-design-state.ts';
import type { AddingPlace } from '../palette/palette.tsx';
import { listAround } from '../palette/palette-entries.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { DragMarks } from './drag-marks.tsx';
import { InsertionPoints } from './insertion-points.tsx';
import { SizeHandle } from './size-handle.tsx';

type MarksProps = {
  readonly root: RefObject<HTMLElement | null>;
  /** Key path of what is pointed at. */
  readonly pointed: string | undefined;
  /** What is dragged just now. */
  readonly drag: PlaceDrag | undefined;
  readonly onAdd: (place: AddingPlace) => void;
};

/** Outlines over the page: of what is pointed at, and of what is selected with what can be done to it. */
export function Marks({ root, pointed, drag, onAdd }: MarksProps) {
  const { titles } = useDesigning();
  const document = useDesignedDocument();
  const selected = useDesignSelected();
  const hidden = useDesignState(({ drawn }) => drawn.hidden);
  useRemeasured(root);
  const drawnAt = (at: string) => (root.current === null ? undefined : elementOfPath(root.current, at));
  const boxFor = (at: string): Box | undefined => {
    const element = drawnAt(at);
    return root.current === null || element === undefined ? undefined : boxOf(root.current, element);
  };
  if (drag !== undefined)
    return (
      <div className="designer-marks">
        <DragMarks drag={drag} boxFor={boxFor} />
      </div>
    );
  const titleOf = (at: string) => {
    const path = parseKeyPath(at) ?? [];
    return `${nodeKind(document, path)} · ${nodeTitle(document, path, titles)}`;
  };
  const pointedBox = pointed === undefined || selected.includes(pointed) ? undefined : boxFor(pointed);
  const last = selected.at(-1);
  return (
    <div className="designer-marks">
      {pointed === undefined || pointedBox === undefined ? null : (
        <div className="designer-mark designer-mark-pointed" style={pointedBox} aria-hidden="true">
          <span className="designer-mark-title">{titleOf(pointed)}</span>
        </div>
      )}
      {pointed === undefined ? null : <InsertionPoints at={pointed} boxFor={boxFor} onAdd={onAdd} />}
      {selected.map((at) => {
        const [box, element] = [boxFor(at), drawnAt(at)];
        if (box === undefined || element === undefined) return null;
        return (
          <div key={at} className="designer-mark designer-mark-selected" style={box}>
            <span className="designer-mark-title">{titleOf(at)}</span>
            {at === last ? <Tools at={at} isHidden={hidden.has(at)} onAdd={onAdd} /> : null}
            {at === last && !hidden.has(at) ? <SizeHandle at={at} element={element} /> : null}
          </div>
        );
      })}
    </div>
  );
}

type ToolsProps = { readonly at: string; readonly isHidden: boolean; readonly onAdd: MarksProps['onAdd'] };

/** What can be done to the selected node with the mouse; the keyboard has its keys. */
const Tools = memo(function Tools({ at, isHidden, onAdd }: ToolsProps) {
  const list = useDesignState(({ drawn }) => listAround(drawn.document, at)?.list);
  const after = useDesignState(({ drawn }) => listAround(drawn.document, at)?.after);
  const form = useDesignState(({ drawn }) => formOpenedBy(drawn.document, at));
  if (list === undefined) return null;
  return <ToolButtons list={list} after={after} form={form} isHidden={isHidden} onAdd={onAdd} />;
});

type ToolButtonsProps = Pick<ToolsProps, 'isHidden' | 'onAdd'> & {
  readonly list: string;
  readonly after: string | null | undefined;
  /** The form that it opens. */
  readonly form: string | undefined;
};

function ToolButtons({ list, after, form, isHidden, onAdd }: ToolButtonsProps) {
  const t = useDesignText();
  const { session } = useDesigning();
  const { hide, restore, step } = useCommands();
  if (isHidden)
    return (
      <span className="designer-mark-tools">
        <Button size="small" icon={<UndoOutlined aria-hidden="true" />} onClick={() => restore()}>
          {t('designer.restore')}
        </Button>
      </span>
    );
  const isItem = after !== undefined;
  const tool = (key: string, label: string, icon: ReactNode, onClick: () => void) => (
    <Button key={key} size="small" icon={icon} aria-label={label} title={label} onClick={onClick} />
  );
  return (
    <span className="designer-mark-tools">
      {isItem
        ? [
            tool('before', t('designer.before'), <ArrowLeftOutlined aria-hidden="true" />, () => step(-1)),
            tool('after', t('designer.after'), <ArrowRightOutlined aria-hidden="true" />, () => step(1)),
            tool('hide', t('designer.hide'), <EyeInvisibleOutlined aria-hidden="true" />, hide),
          ]
        : null}
      {tool('add', t('designer.addHere'), <PlusOutlined aria-hidden="true" />, () =>
        onAdd(after === undefined ? { list } : { list, after }),
      )}
      {form === undefined
        ? null
        : tool('form', t('designer.toForm'), <FormOutlined aria-hidden="true" />, () => session.select([form]))}
    </span>
  );
}

/** The form that a button or a tab opens. */
function formOpenedBy(document: JsonObject, at: string): string | undefined {
  const node = valueIn(document, at);
  const name = isJsonObject(node) ? node.form : undefined;
  const path = typeof name === 'string' ? pathBelow('forms', name) : undefined;
  return path !== undefined && valueIn(document, path) !== undefined ? path : undefined;
}

/** Measures anew whenever something may have moved. */
function useRemeasured(root: RefObject<HTMLElement | null>): void {
  const [, measure] = useReducer((count: number) => count + 1, 0);
  const drawn = useDesignState((state) => state.drawn);
  // The page is drawn with the marks: it is measured after that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every other page
  useLayoutEffect(measure, [drawn]);
  useEffect(() => {
    const element = root.current;
    const page = element?.firstElementChild;
    if (!element || !page) return undefined;
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    const sizes = new ResizeObserver(later);
    const changes = new MutationObserver(later);
    sizes.observe(element);
    sizes.observe(page);
    changes.observe(page, { childList: true, subtree: true, characterData: true });
    element.addEventListener('scroll', later, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      changes.disconnect();
      element.removeEventListener('scroll', later, { capture: true });
    };
  }, [root]);
}
