import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { OnceFact } from '../../model/index.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useText } from '../engine-context.tsx';
import './once-facts.css';

/** What an answer tells this once: each fact in clear, all of them to be copied together. */
export function OnceFacts({ facts }: { readonly facts: readonly OnceFact[] }) {
  const t = useText();
  const copy = useCopy();
  const text = facts.map(({ title, value }) => `${title}：${value}`).join('\n');
  return (
    <>
      <p>{t('engine.once.note')}</p>
      <dl className="engine-once">
        {facts.map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="engine-code">{value}</dd>
          </div>
        ))}
      </dl>
      <Button icon={<CopyOutlined aria-hidden="true" />} onClick={() => void copy(text)}>
        {t('engine.once.copy')}
      </Button>
    </>
  );
}
