import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import type { EntityScope } from './permission-calls.ts';
import type { Names, RoleDraft } from './role-draft.ts';
import { optionsOf, scopeTexts } from './texts.ts';

type ScopeProps = {
  readonly draft: RoleDraft;
  readonly names: Names;
  readonly isReadOnly: boolean;
  readonly onChange: (part: Partial<RoleDraft>) => void;
};

const scopes = optionsOf(scopeTexts);

/** Which rows a role reaches: in general, of single entities, and of which projects. */
export function ScopeEditor({ draft, names, isReadOnly, onChange }: ScopeProps) {
  const { dataScope, customDepartmentIds, entityScopes, projectIds } = draft;
  const departments = names.departments.map(({ id, name }) => ({ value: id, label: name }));
  const scoped = names.catalogue.entities.filter(({ isScoped }) => isScoped);
  const taken = new Set(entityScopes.map(({ entity }) => entity));
  const left = scoped.filter(({ name }) => !taken.has(name));
  const set = (at: number, part: Partial<EntityScope>) =>
    onChange({ entityScopes: entityScopes.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  const [firstLeft] = left;
  return (
    <div className="grant-scopes">
      <h3>数据范围</h3>
      <ScopeRow
        label="数据范围"
        scope={{ dataScope, customDepartmentIds }}
        departments={departments}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
      <h3>个别数据的范围</h3>
      <p className="engine-quiet">写在这里的数据按这里的范围，其余按上面的；同一人的几个角色取最大的。</p>
      {entityScopes.map((one, at) => {
        const title = scoped.find(({ name }) => name === one.entity)?.title ?? one.entity;
        return (
          <div className="grant-scope-row" key={one.entity}>
            <Select
              aria-label={`第 ${at + 1} 项数据`}
              className="grant-scope-entity"
              showSearch
              optionFilterProp="label"
              disabled={isReadOnly}
              value={one.entity}
              options={[{ name: one.entity, title }, ...left].map((entity) => ({
                value: entity.name,
                label: entity.title,
              }))}
              onChange={(entity) => set(at, { entity })}
            />
            <ScopeRow
              label={`${title}的范围`}
              scope={one}
              departments={departments}
              isReadOnly={isReadOnly}
              onChange={(part) => set(at, part)}
            />
            <Button
              type="text"
              aria-label={`去掉${title}的范围`}
              disabled={isReadOnly}
              icon={<DeleteOutlined aria-hidden="true" />}
              onClick={() => onChange({ entityScopes: entityScopes.filter((_, index) => index !== at) })}
            />
          </div>
        );
      })}
      {isReadOnly || firstLeft === undefined ? null : (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden="true" />}
          onClick={() => onChange({ entityScopes: [...entityScopes, { entity: firstLeft.name, dataScope: 'self' }] })}
        >
          添加一种数据
        </Button>
      )}
      <h3>负责项目</h3>
      <Select
        aria-label="负责项目"
        className="grant-projects"
        mode="multiple"
        optionFilterProp="label"
        placeholder="本人的项目之外另可看到的项目"
        disabled={isReadOnly}
        value={[...projectIds]}
        options={names.projects.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(ids) => onChange({ projectIds: ids })}
      />
    </div>
  );
}

type RowProps = {
  readonly label: string;
  readonly scope: Omit<EntityScope, 'entity'>;
  readonly departments: readonly { readonly value: string; readonly label: string }[];
  readonly isReadOnly: boolean;
  readonly onChange: (part: { dataScope?: string; customDepartmentIds?: readonly string[] }) => void;
};

/** One scope, and its departments where it names them. */
function ScopeRow({ label, scope, departments, isReadOnly, onChange }: RowProps) {
  const { dataScope, customDepartmentIds = [] } = scope;
  return (
    <>
      <Select
        aria-label={label}
        className="grant-scope"
        disabled={isReadOnly}
        value={dataScope}
        options={scopes}
        onChange={(value) =>
          onChange({ dataScope: value, customDepartmentIds: value === 'custom' ? customDepartmentIds : [] })
        }
      />
      {dataScope === 'custom' ? (
        <Select
          aria-label={`${label}：部门`}
          className="grant-departments"
          mode="multiple"
          optionFilterProp="label"
          placeholder="选择部门"
          disabled={isReadOnly}
          value={[...customDepartmentIds]}
          options={[...departments]}
          onChange={(ids) => onChange({ customDepartmentIds: ids })}
        />
      ) : null}
    </>
  );
}
