import { Input, Select } from 'antd';
import { Field } from './field.tsx';
import type { Sources } from './made-types.ts';

/** What a page is called, where it stands and who has it. */
export type Place = {
  readonly title: string;
  readonly slug: string;
  readonly parent: string | null;
  readonly roles: readonly string[];
};

type Props = {
  readonly sources: Sources;
  readonly place: Place;
  /** Whether it shows one record: it is opened where that is named, and stands in no menu. */
  readonly isOfRecord: boolean;
  readonly onChange: (place: Place) => void;
};

const outermost = '';

/** What a new page is called, where in the menu it stands, and which roles have it. */
export function MadePlace({ sources, place, isOfRecord, onChange }: Props) {
  const { title, slug, roles } = place;
  return (
    <>
      <Field label="标题">
        <Input
          aria-label="标题"
          value={title}
          maxLength={50}
          onChange={(event) => onChange({ ...place, title: event.target.value })}
        />
      </Field>
      <Field label="地址" help="字母与数字，小写字母开头。发布之后不变。">
        <Input
          aria-label="地址"
          addonBefore="/own/"
          value={slug}
          maxLength={40}
          onChange={(event) => onChange({ ...place, slug: event.target.value })}
        />
      </Field>
      {isOfRecord ? (
        <p className="engine-quiet">
          它讲一条记录，不在菜单里：发布之后，做列表时在“点开看”里选它，或设计已有的列表时给一列选“点击打开的页面”。
        </p>
      ) : (
        <MenuPlace {...{ sources, place, onChange }} />
      )}
      <Field label="给哪些角色" help="只多了这个页面：看到哪些行、哪些字段、能做什么，仍照各角色原有的权限。">
        <Select
          mode="multiple"
          aria-label="给哪些角色"
          showSearch
          optionFilterProp="label"
          value={[...roles]}
          options={sources.roles.map(({ code, title: label, hasAll }) => ({
            value: code,
            label: hasAll ? `${label}（已有全部页面）` : label,
            disabled: hasAll,
          }))}
          onChange={(next: string[]) => onChange({ ...place, roles: next })}
        />
      </Field>
    </>
  );
}

function MenuPlace({ sources, place, onChange }: Omit<Props, 'isOfRecord'>) {
  const { parent } = place;
  return (
    <Field label="放在菜单的哪里" help="排在该分组的最后；以后可以在“菜单管理”里移动。">
      <Select
        aria-label="放在菜单的哪里"
        showSearch
        optionFilterProp="label"
        value={parent ?? outermost}
        options={[
          { value: outermost, label: '最外层' },
          ...sources.groups.map((group) => ({ value: group.name, label: group.titles.join(' / ') })),
        ]}
        onChange={(chosen: string) => onChange({ ...place, parent: chosen === outermost ? null : chosen })}
      />
    </Field>
  );
}
