import { MoreOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, type MenuProps, Tag } from 'antd';
import { maxPinned } from '../../contract/analysis/analysis-words.ts';
import type { SavedAnalysis } from '../../engine/model/dataset/index.ts';
import { AnalysisView } from '../../engine/react/index.ts';
import { usePin, usePinned } from './asking/analysis-calls.ts';
import { type AnalysisText, useAnalysisText } from './asking/use-analysis-text.ts';

type AnalysisTileProps = {
  readonly analysis: SavedAnalysis;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onDelete: () => void;
};

/** One analysis among others: its figures, whose it is, and what can be done with it. */
export function AnalysisTile({ analysis, onEdit, onCopy, onDelete }: AnalysisTileProps) {
  const t = useAnalysisText();
  const { id, name, ask, isMine } = analysis;
  const pinning = usePinning(id);
  const items: NonNullable<MenuProps['items']> = [
    ...(isMine && ask !== null ? [{ key: 'edit', label: t('tile.edit'), onClick: onEdit }] : []),
    ...(ask === null ? [] : [{ key: 'copy', label: t(isMine ? 'tile.copy' : 'tile.keep'), onClick: onCopy }]),
    ...(ask === null ? [] : [{ key: 'pin', label: pinning.words, onClick: () => void pinning.toggle() }]),
    ...(isMine ? [{ key: 'delete', label: t('tile.delete'), danger: true, onClick: onDelete }] : []),
  ];
  return (
    <li className={ask?.chart === 'table' ? 'analysis-tile analysis-tile-wide' : 'analysis-tile'}>
      <p className="analysis-tile-head">
        <span className="engine-quiet">{whose(analysis, t)}</span>
        {pinning.isPinned ? <Tag>{t('pinned')}</Tag> : null}
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined aria-hidden="true" />}
            aria-label={t('tile.actions', { name })}
            aria-haspopup="menu"
          />
        </Dropdown>
      </p>
      <AnalysisView name={name} ask={ask} />
    </li>
  );
}

function whose({ isMine, share, author, departmentName }: SavedAnalysis, t: AnalysisText): string {
  const told = departmentName === null ? t(`shared.${share}`) : t('shared.with', { department: departmentName });
  return isMine ? told : `${author ?? '—'} · ${told}`;
}

/** Whether an analysis stands on the home page, and how it gets there or away. */
function usePinning(id: string) {
  const t = useAnalysisText();
  const { message } = App.useApp();
  const { data, refetch } = usePinned();
  const pin = usePin();
  const isPinned = data?.includes(id) === true;
  const toggle = async () => {
    // All of them are saved: before they are known, those that stand there would be gone.
    const pinned = data ?? (await refetch()).data;
    if (pinned === undefined) {
      message.error(t('pinned.unknown'));
      return;
    }
    if (pinned.includes(id) !== isPinned) return;
    if (!isPinned && pinned.length >= maxPinned) {
      message.warning(t('pinned.full', { count: maxPinned }));
      return;
    }
    pin.mutate(isPinned ? pinned.filter((one) => one !== id) : [...pinned, id], {
      onSuccess: () => message.success(t(isPinned ? 'unpinned.done' : 'pinned.done')),
    });
  };
  return { isPinned, words: t(isPinned ? 'tile.unpin' : 'tile.pin'), toggle };
}
