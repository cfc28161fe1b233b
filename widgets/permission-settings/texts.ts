/** What the page calls scopes and ways to show masked fields. */
export const scopeTexts: Readonly<Record<string, string>> = {
  self: '本人',
  department: '本部门',
  department_tree: '本部门及下级',
  custom: '自定义部门',
  all: '全部',
};

export const modeTexts: Readonly<Record<string, string>> = { plain: '明文', mask: '脱敏', hidden: '不可见' };

/** A table of words as what a selection offers. */
export function optionsOf(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([value, label]) => ({ value, label }));
}
