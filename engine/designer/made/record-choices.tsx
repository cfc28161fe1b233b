import { ChosenMany } from './chosen-many.tsx';
import { ChosenOne } from './chosen-one.tsx';
import type { EntityOffers, FormChoices, RecordChoices } from './made-types.ts';

type RecordProps = {
  readonly offers: EntityOffers;
  readonly choices: RecordChoices;
  readonly onChange: (choices: RecordChoices) => void;
};

/** What a new page of one record shows and does. */
export function RecordChoicesForm({ offers, choices, onChange }: RecordProps) {
  const { facts, tags, tabs, buttons, fields } = offers;
  return (
    <>
      <ChosenMany
        label="资料"
        offers={facts}
        chosen={choices.facts}
        onChange={(chosen) => onChange({ ...choices, facts: chosen })}
      />
      {tags.length === 0 ? null : (
        <ChosenMany
          label="标题旁的标签"
          offers={tags}
          chosen={choices.tags}
          onChange={(chosen) => onChange({ ...choices, tags: chosen })}
        />
      )}
      {tabs.length === 0 ? null : (
        <ChosenMany
          label="标签页"
          offers={tabs}
          chosen={choices.tabs}
          onChange={(chosen) => onChange({ ...choices, tabs: chosen })}
          help="引用它的各种记录，与它的变更记录；没有权限的人看不到。"
        />
      )}
      {buttons.length === 0 ? null : (
        <ChosenMany
          label="按钮"
          offers={buttons}
          chosen={choices.buttons}
          onChange={(chosen) => onChange({ ...choices, buttons: chosen })}
          help="都是系统里已有的操作，各有各的权限：没有权限的人看不到。"
        />
      )}
      {choices.buttons.includes('edit') ? (
        <ChosenMany
          label="表单字段"
          offers={fields}
          chosen={choices.fields}
          onChange={(chosen) => onChange({ ...choices, fields: chosen })}
          help="“编辑”的表单中的字段。"
        />
      ) : null}
    </>
  );
}

type FormProps = {
  readonly offers: EntityOffers;
  readonly choices: FormChoices;
  readonly onChange: (choices: FormChoices) => void;
};

/** What the form of a new record asks for, and where it leads. */
export function FormChoicesForm({ offers, choices, onChange }: FormProps) {
  return (
    <>
      <ChosenMany
        label="表单字段"
        offers={offers.fields}
        chosen={choices.fields}
        onChange={(fields) => onChange({ ...choices, fields })}
        help="照选的先后排列。"
      />
      {offers.opens.length === 0 ? null : (
        <ChosenOne
          label="提交之后打开"
          offers={offers.opens}
          chosen={choices.opens}
          onChange={(opens) => onChange({ ...choices, opens })}
          help="不选就留在这里，接着填下一条。"
        />
      )}
    </>
  );
}
