import { Image } from 'antd';
import { useLargePicture } from './use-file-facts.ts';

/** A picture over the page. */
export function LargePicture({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data } = useLargePicture(id);
  if (data === undefined) return null;
  return (
    <Image
      src={data.address}
      alt={data.name}
      className="engine-file-unseen"
      preview={{ visible: true, onVisibleChange: onClose }}
    />
  );
}
