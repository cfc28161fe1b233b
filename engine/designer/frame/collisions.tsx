import { Alert, Button } from 'antd';
import { changesInWords, nodeTitle } from '../../model/design/index.ts';
import { type Collision, parseKeyPath } from '../../model/layers/index.ts';
import { sentences } from '../../react/index.ts';
import { doEdits } from '../document/command-stack.ts';
import { ownEdits } from '../document/own-edits.ts';
import { useDesigning } from '../host/designing.ts';
import { useDesignedDocument, useDesignState } from '../host/use-design-state.ts';
import { useDesignText } from '../texts/use-design-text.ts';

/** Where two gave the same place different values: whose it is to be. */
export function Collisions() {
  const t = useDesignText();
  const { session, titles } = useDesigning();
  const document = useDesignedDocument();
  const collisions = useDesignState((state) => state.collisions);
  const stack = useDesignState((state) => state.stack);
  // The page stands as the other one wants it: what mine would make of that says both.
  const mineInWords = (collision: Collision) => {
    const { document: mine } = doEdits(stack, ownEdits(stack.document, document, collision));
    const changes = changesInWords(stack.document, mine, titles);
    return changes.length === 0
      ? undefined
      : t('designer.collision.change', { change: sentences(changes.map(({ text }) => text)) });
  };
  return collisions.map((collision) => (
    <Alert
      key={collision.at}
      type="warning"
      banner
      message={t('designer.collision', { title: nodeTitle(document, parseKeyPath(collision.at) ?? [], titles) })}
      description={mineInWords(collision)}
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
