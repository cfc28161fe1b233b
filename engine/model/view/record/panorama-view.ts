import { faultsAt } from '../../documents/isolate.ts';
import { recordPathsOf } from '../../documents/record-match.ts';
import type { EntityModel } from '../../entity/entity-model.ts';
import type { FormTab, HistoryTab, PanoramaPage, PanoramaTab, WidgetTab } from '../../generated/documents.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import { type ActionView, actionViews } from '../action/action-view.ts';
import { withFaultyNodes } from '../compile/compiled-text.ts';
import { modelOf, type ViewContext } from '../compile/view-context.ts';
import { type ActivityTabView, activityTab } from './activity-view.ts';
import { type RecordView, recordPaths, recordView } from './record-view.ts';
import { type FaultyTabView, faultyTab, type PageOfTabs, type RowsTabView, rowsTab } from './rows-tab-view.ts';

/** One tab ready to draw. */
export type TabView =
  | RowsTabView
  | ActivityTabView
  | { readonly kind: 'history'; readonly key: string; readonly title: string; readonly tab: HistoryTab }
  | { readonly kind: 'form'; readonly key: string; readonly title: string; readonly action: ActionView }
  | { readonly kind: 'widget'; readonly key: string; readonly title: string; readonly tab: WidgetTab }
  | FaultyTabView;

/** A panorama ready to draw. */
export type PanoramaView = RecordView & {
  readonly page: PanoramaPage;
  readonly entity: EntityModel;
  readonly tabs: readonly TabView[];
  readonly fields: readonly string[];
};

/** Compiles a panorama once; undefined when its entity is not in the bundle. */
export function panoramaView(page: PanoramaPage, context: ViewContext): PanoramaView | undefined {
  const entity = modelOf(context, page.entity);
  if (entity === undefined) return undefined;
  const record = recordView(page, entity, context);
  const { tabs, toolbars, matched } = tabViews(page, entity, context);
  return { ...record, page, entity, tabs, fields: recordPaths(record, entity, toolbars, matched) };
}

/** Tabs of a record's page, the buttons above their rows, and what of the record those rows are found by. */
export function tabViews(page: PageOfTabs, owner: EntityModel, context: ViewContext) {
  const documents = page.tabs ?? [];
  const tabs = withFaultyNodes<TabView>(
    documents.map((tab) => tabView(tab, page, owner, context)),
    faultsAt(context.faults, 'tabs'),
    (key, fault) => ({ kind: 'fault', key, title: key, fault }),
  );
  const toolbars = tabs.flatMap((tab) => {
    if (tab.kind === 'form') return [tab.action];
    return tab.kind === 'rows' ? tab.toolbar : [];
  });
  return { tabs, toolbars, matched: documents.flatMap((tab) => ('match' in tab ? recordPathsOf(tab.match) : [])) };
}

function tabView(tab: PanoramaTab, page: PageOfTabs, owner: EntityModel, context: ViewContext): TabView {
  switch (tab.kind) {
    case 'form':
      return formTab(tab, page, owner, context);
    case 'activity':
      return activityTab(tab, page.tabs ?? [], (rows) => rowsTab(rows, page, owner, context));
    case 'history':
      return { kind: 'history', key: tab.key, title: tab.title, tab };
    case 'widget':
      return { kind: 'widget', key: tab.key, title: tab.title, tab };
    case 'list':
    case 'timeline':
      return rowsTab(tab, page, owner, context);
    default:
      return faultyTab(tab, formatMessage(modelText('model.view.unknownTab')));
  }
}

/** A form in a tab is an action on the record whose form stands open. */
function formTab(tab: FormTab, page: PageOfTabs, owner: EntityModel, context: ViewContext): TabView {
  const { key, title, permission, api, form, values, success, after } = tab;
  const [action] = actionViews(
    [
      {
        key,
        title,
        permission,
        api,
        form,
        ...(values === undefined ? {} : { values }),
        ...(success === undefined ? {} : { success }),
        ...(after === undefined ? {} : { after }),
      },
    ],
    owner,
    page.forms,
    context,
  );
  if (action?.form === undefined)
    return faultyTab(tab, action?.fault ?? formatMessage(modelText('model.view.noForm', { name: form })));
  return { kind: 'form', key, title, action };
}
