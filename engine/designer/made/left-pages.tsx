import { Alert } from 'antd';
import { faultMessage } from '../../model/faults/index.ts';
import { FaultBlock, sentences } from '../../react/index.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { useMadePages } from './use-made-pages.ts';

/** Pages made in the app that are not shown as the product is now, each with why; nothing where all are. */
export function LeftPages() {
  const t = useDesignText();
  const { data, error, refetch } = useMadePages();
  const left = (data?.list ?? []).filter((page) => page.left !== null && page.state === 'published');
  // Whether one is left is not known: that is no reason to say nothing.
  if (error !== null && data === undefined) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  return left.map(({ name, title, path, left: why, faults }) => (
    <Alert
      key={name}
      type="warning"
      showIcon
      message={t('designer.left.title', { title })}
      description={
        why === 'clash' ? t('designer.left.clash', { path }) : sentences(faults.map((fault) => faultMessage(fault)))
      }
    />
  ));
}
