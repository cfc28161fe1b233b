import { Button } from 'antd';
import { useDesignText } from '../texts/use-design-text.ts';

/** Stands in the place of a part of the designer whose script did not come. */
export function MissingTool({ onRetry }: { readonly onRetry: () => void }) {
  const t = useDesignText();
  return (
    <span role="alert">
      {t('designer.toolMissing')}
      <Button size="small" onClick={onRetry}>
        {t('designer.retry')}
      </Button>
    </span>
  );
}
