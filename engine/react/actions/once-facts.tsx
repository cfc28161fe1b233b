import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { OnceFact } from '../../model/wire/index.ts';
import './once-facts.css';
import { titled } from '../formats/listed.ts';

type Props = {
  readonly facts: readonly OnceFact[];
  readonly note: string;
  readonly copy: string;
  readonly onCopy: (text: string) => void;
};

/**
 * What an answer tells this once: each fact in clear, all of them to be copied together. Its words come with it: the
 * dialog it stands in is drawn outside the engine.
 */
export function OnceFacts({ facts, note, copy, onCopy }: Props) {
  const text = facts.map(({ title, value }) => titled(title, value)).join('\n');
  return (
    <>
      <p>{note}</p>
      <dl className="engine-once">
        {facts.map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="engine-code">{value}</dd>
          </div>
        ))}
      </dl>
      <Button icon={<CopyOutlined aria-hidden="true" />} onClick={() => onCopy(text)}>
        {copy}
      </Button>
    </>
  );
}
