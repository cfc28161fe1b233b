import { Alert } from 'antd';
import { faultMessage } from '../../model/faults/index.ts';
import { useMadePages } from './use-made-pages.ts';

/** Pages made in the app that are not shown as the product is now, each with why; nothing where all are. */
export function LeftPages() {
  const { data } = useMadePages();
  const left = (data?.list ?? []).filter((page) => page.left !== null && page.state === 'published');
  return left.map(({ name, title, path, left: why, faults }) => (
    <Alert
      key={name}
      type="warning"
      showIcon
      message={`新页面“${title}”没有显示`}
      description={
        why === 'clash'
          ? `产品现在有了同样的地址 ${path} 或名称：停用它，或换一个地址重新制作。`
          : faults.map((fault) => faultMessage(fault)).join('；')
      }
    />
  ));
}
