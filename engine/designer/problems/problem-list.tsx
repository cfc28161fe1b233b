import { CheckCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type DesignTitles, nodeKind, nodeTitle, propertyTitle } from '../../model/design/index.ts';
import { type Fault, faultMessage } from '../../model/faults/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { formatKeyPath } from '../../model/layers/index.ts';
import { type DesignText, useDesignText } from '../texts/use-design-text.ts';
import './problems.css';
import { pathOfPointer } from './path-of-pointer.ts';

type ProblemListProps = {
  readonly faults: readonly Fault[];
  /** Goes to where something is wrong, by its key path. */
  readonly onGo: (at: string) => void;
  /** The page the faults are of, and what its parts are called; without it places are told by their path. */
  readonly document?: JsonObject;
  readonly titles?: DesignTitles;
};

/** Everything wrong with a page, each with the way to where it is. */
export function ProblemList({ faults, onGo, document = {}, titles }: ProblemListProps) {
  const t = useDesignText();
  if (faults.length === 0)
    return (
      <p className="design-problems-none">
        <CheckCircleOutlined aria-hidden="true" /> {t('designer.noProblems')}
      </p>
    );
  return (
    <ul className="design-problems">
      {faults.map((fault) => {
        const path = pathOfPointer(document, fault.pointer);
        const message = faultMessage(fault);
        return (
          <li key={`${fault.pointer} ${message}`}>
            <Button type="text" block onClick={() => onGo(formatKeyPath(path))}>
              <strong>{placeText(t, document, path, titles)}</strong>
              <span>{message}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** Where it is, in the words of the page: 列「手机号」宽度. */
function placeText(
  t: DesignText,
  document: JsonObject,
  path: readonly string[],
  titles: DesignTitles | undefined,
): string {
  if (path.length === 0) return t('designer.place.page');
  if (titles === undefined) return path.join(' / ');
  const node = path.slice(0, -1);
  const title = nodeTitle(document, path, titles);
  const kind = nodeKind(document, path);
  // An item says what it is and is called; a property is told with what has it.
  if (title !== kind) return t('designer.place.item', { kind, title });
  const property = propertyTitle(document, path);
  if (node.length < 2) return property;
  const holder = { kind: nodeKind(document, node), title: nodeTitle(document, node, titles) };
  return t('designer.place.property', { ...holder, property });
}
