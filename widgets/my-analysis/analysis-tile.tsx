import { MoreOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, type MenuProps, Tag } from 'antd';
import { maxPinned } from '../../contract/analysis/analysis-words.ts';
import type { SavedAnalysis } from '../../engine/model/dataset/index.ts';
import { AnalysisView } from '../../engine/react/index.ts';
import { usePin, usePinned } from './asking/analysis-calls.ts';

type AnalysisTileProps = {
  readonly analysis: SavedAnalysis;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onDelete: () => void;
};

/** One analysis among others: its figures, whose it is, and what can be done with it. */
export function AnalysisTile({ analysis, onEdit, onCopy, onDelete }: AnalysisTileProps) {
  const { id, name, ask, isMine } = analysis;
  const pinning = usePinning(id);
  const items: NonNullable<MenuProps['items']> = [
    ...(isMine && ask !== null ? [{ key: 'edit', label: '编辑', onClick: onEdit }] : []),
    ...(ask === null ? [] : [{ key: 'copy', label: isMine ? '复制' : '另存为我的', onClick: onCopy }]),
    ...(ask === null ? [] : [{ key: 'pin', label: pinning.words, onClick: pinning.toggle }]),
    ...(isMine ? [{ key: 'delete', label: '删除', danger: true, onClick: onDelete }] : []),
  ];
  return (
    <li className={ask?.chart === 'table' ? 'analysis-tile analysis-tile-wide' : 'analysis-tile'}>
      <p className="analysis-tile-head">
        <span className="engine-quiet">{whose(analysis)}</span>
        {pinning.isPinned ? <Tag>在首页</Tag> : null}
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined aria-hidden="true" />}
            aria-label={`“${name}”的操作`}
            aria-haspopup="menu"
          />
        </Dropdown>
      </p>
      <AnalysisView name={name} ask={ask} />
    </li>
  );
}

const shares = { private: '仅自己', department: '共享给部门', all: '共享给所有人' } as const;

function whose({ isMine, share, author, departmentName }: SavedAnalysis): string {
  const told = departmentName === null ? shares[share] : `共享给${departmentName}`;
  return isMine ? told : `${author ?? '—'} · ${told}`;
}

/** Whether an analysis stands on the home page, and how it gets there or away. */
function usePinning(id: string) {
  const { message } = App.useApp();
  const { data: pinned = [] } = usePinned();
  const pin = usePin();
  const isPinned = pinned.includes(id);
  const toggle = () => {
    if (!isPinned && pinned.length >= maxPinned) {
      message.warning(`首页至多放 ${maxPinned} 个分析，请先移除不用的`);
      return;
    }
    pin.mutate(isPinned ? pinned.filter((one) => one !== id) : [...pinned, id], {
      onSuccess: () => message.success(isPinned ? '已从首页移除' : '已放到首页'),
    });
  };
  return { isPinned, words: isPinned ? '从首页移除' : '放到首页', toggle };
}
