import { Fragment } from 'react';
import { useText } from '../host/engine-context.tsx';
import { type AdvancedGroup, type Conditional, fieldAt, isGroup } from './advanced.ts';
import { FilterWords } from './filter-words.tsx';

type AdvancedWordsProps = { readonly view: Conditional; readonly group: AdvancedGroup };

/** What was put together, as a sentence: 分类 属于 文学 且（作者 包含 沈 或 善本 等于 是）. */
export function AdvancedWords({ view, group }: AdvancedWordsProps) {
  const t = useText();
  const joint = t(group.match === 'and' ? 'engine.advanced.and' : 'engine.advanced.or');
  return group.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence have no names, and are only read
    <Fragment key={index}>
      {index === 0 ? null : ` ${joint} `}
      {isGroup(item) ? (
        <>
          （<AdvancedWords view={view} group={item} />）
        </>
      ) : (
        <>
          {fieldAt(view, item.field)?.title ?? item.field}{' '}
          <FilterWords field={fieldAt(view, item.field)?.field} value={item} isFull />
        </>
      )}
    </Fragment>
  ));
}
