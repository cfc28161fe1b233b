import { Alert, Button } from 'antd';
import { nodeTitle } from '../../model/design/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { useDesigning } from '../host/designing.ts';
import { useDesignedDocument, useDesignState } from '../host/use-design-state.ts';
import { useDesignText } from '../texts/use-design-text.ts';

/** Where two gave the same place different values: whose it is to be. */
export function Collisions() {
  const t = useDesignText();
  const { session, titles } = useDesigning();
  const document = useDesignedDocument();
  const collisions = useDesignState((state) => state.collisions);
  return collisions.map((collision) => (
    <Alert
      key={collision.at}
      type="warning"
      banner
      message={t('designer.collision', { title: nodeTitle(document, parseKeyPath(collision.at) ?? [], titles) })}
      action={
        <>
          <Button size="small" onClick={() => session.settle(collision, 'mine')}>
            {t('designer.collision.mine')}
          </Button>
          <Button size="small" onClick={() => session.settle(collision, 'theirs')}>
            {t('designer.collision.theirs')}
          </Button>
        </>
      }
    />
  ));
}
