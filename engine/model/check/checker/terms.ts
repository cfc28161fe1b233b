/** What a name in a document stands for, in the words of the reader. */
export const terms = {
  child: ['子表', 'child rows'],
  dataset: ['数据集', 'dataset'],
  datasetFilter: ['数据集的筛选', 'dataset filter'],
  demoRow: ['演示行', 'demo row'],
  dictionary: ['字典', 'dictionary'],
  dimension: ['维度', 'dimension'],
  entity: ['实体', 'entity'],
  field: ['字段', 'field'],
  filter: ['筛选', 'filter'],
  form: ['表单', 'form'],
  measure: ['度量', 'measure'],
  operation: ['接口', 'operation'],
  page: ['页面', 'page'],
  period: ['期间', 'period'],
  permission: ['权限键', 'permission'],
  list: ['子表或多选引用', 'list of child rows or references'],
  relation: ['关联', 'relation'],
  rowAction: ['行操作', 'row action'],
  scope: ['范围', 'scope'],
  source: ['来源', 'source'],
  state: ['状态', 'state'],
  tab: ['标签页', 'tab'],
  readingAction: ['只读的整体操作', 'reading action'],
  transition: ['流转', 'transition'],
  value: ['取值', 'value'],
  widget: ['组件', 'widget'],
  writableField: ['可填写的字段', 'field to fill in'],
} as const satisfies Record<string, readonly [string, string]>;

/** A kind of name the checker looks up. */
export type Term = keyof typeof terms;

/** What was expected, in Chinese and English. */
export type Expectation = readonly [zh: string, en: string];
