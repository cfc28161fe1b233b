import { Alert } from 'antd';
import { faultMessage } from '../../model/faults/index.ts';
import { sentences } from '../../react/index.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { useMadePages } from './use-made-pages.ts';

/** Pages made in the app that are not shown as the product is now, each with why; nothing where all are. */
export function LeftPages() {
  const t = useDesignText();
  const { data } = useMadePages();
  const left = (data?.list ?? []).filter((page) => page.left !== null && page.state === 'published');
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
