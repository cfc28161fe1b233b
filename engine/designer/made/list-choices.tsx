import { ChosenMany } from './chosen-many.tsx';
import { ChosenOne } from './chosen-one.tsx';
import type { EntityOffers, ListChoices } from './made-types.ts';

type Props = {
  readonly offers: EntityOffers;
  readonly choices: ListChoices;
  readonly onChange: (choices: ListChoices) => void;
};

const places = { toolbar: '列表上方', row: '每一行', bulk: '选中多行' } as const;

/** What a new list, or a board of cards, shows and does. */
export function ListChoicesForm({ offers, choices, onChange }: Props) {
  const buttons = offers.buttons.map((one) => ({ ...one, title: `${one.title}（${places[one.place]}）` }));
  return (
    <>
      {choices.kind === 'kanban' ? (
        <ChosenOne
          label="按什么分栏"
          offers={offers.lanes}
          chosen={choices.lane}
          isNeeded
          onChange={(lane) => onChange({ ...choices, lane })}
          help="每个取值一栏；由流转改变的，把卡片拖到另一栏就执行那一步。"
        />
      ) : null}
      <ChosenMany
        label="列"
        offers={offers.columns}
        chosen={choices.columns}
        onChange={(columns) => onChange({ ...choices, columns })}
        help="照选的先后排列；发布之后随时可以在页面上改。"
      />
      {offers.opens.length === 0 ? null : (
        <ChosenOne
          label="点开看"
          offers={offers.opens}
          chosen={choices.opens}
          onChange={(opens) => onChange({ ...choices, opens })}
          help="点一行的名称，打开讲这条记录的页面。"
        />
      )}
      <ChosenMany
        label="筛选"
        offers={offers.filters}
        chosen={choices.filters}
        onChange={(filters) => onChange({ ...choices, filters })}
      />
      <ChosenMany
        label="按钮"
        offers={buttons}
        chosen={choices.buttons}
        onChange={(chosen) => onChange({ ...choices, buttons: chosen })}
        help="都是系统里已有的操作，各有各的权限：没有权限的人看不到。"
      />
      <ChosenMany
        label="表单字段"
        offers={offers.fields}
        chosen={choices.fields}
        onChange={(fields) => onChange({ ...choices, fields })}
        help="“新增”与“编辑”的表单中的字段。"
      />
    </>
  );
}
