import { DiffOutlined, MinusOutlined, PlusOutlined, SwapOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { ChangeInWords } from '../../model/design/index.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import '../problems/problems.css';

const marks: Readonly<Record<ChangeInWords['how'], ReactNode>> = {
  add: <PlusOutlined aria-hidden="true" />,
  remove: <MinusOutlined aria-hidden="true" />,
  move: <SwapOutlined rotate={90} aria-hidden="true" />,
  change: <DiffOutlined aria-hidden="true" />,
};

/** Changes in words, each with a sign of what kind it is. */
export function ChangesList({ changes }: { readonly changes: readonly ChangeInWords[] }) {
  const t = useDesignText();
  if (changes.length === 0) return <p className="engine-quiet">{t('designer.noDifference')}</p>;
  return (
    <ul className="design-changes">
      {changes.map(({ at, how, text }) => (
        <li key={`${how} ${at} ${text}`}>
          {marks[how]}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
