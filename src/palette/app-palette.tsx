import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ShownRecord } from '../../engine/react/index.ts';
import type { Access } from '../access/access.ts';
import { analysisPath } from '../analysis/analysis.ts';
import { actionRegistry } from '../api/action-registry.ts';
import { designPage, mayDesign } from '../designing/designing.ts';
import { toggleFullScreen } from '../layout/full-screen.tsx';
import { useText } from '../locales/i18n.ts';
import { navigationOf, type PageRoute } from '../routes/menu-routes.ts';
import { settings, useIsDark } from '../settings/settings.ts';
import { recent } from '../tabs/recent.ts';
import { useNamesOf, useRecentPlaces } from '../tabs/record-names.ts';
import { useTabs } from '../tabs/tabs.ts';
import { useAskedNames } from '../tabs/use-asked-names.ts';
import type { PaletteEntry, PaletteGroup } from './entries.ts';
import { Palette } from './palette.tsx';
import { useFinding } from './use-finding.ts';

type Props = {
  readonly access: Access;
  readonly page: PageRoute | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSignOut: () => void;
};

/** The palette over this user's pages, what can be done on the one shown, and what the shell does. */
export function AppPalette({ access, page, isOpen, onClose, onSignOut }: Props) {
  const groups = useGroups(access, page, onSignOut);
  return <Palette isOpen={isOpen} groups={groups} useFinding={useFinding} onClose={onClose} />;
}

function useGroups(access: Access, page: PageRoute | undefined, onSignOut: () => void): readonly PaletteGroup[] {
  const { routes } = access;
  const t = useText();
  const isDark = useIsDark();
  // A page that has just been opened offers its actions a moment later.
  useSyncExternalStore(actionRegistry.subscribe, actionRegistry.changes);
  const entryOf = usePageEntry();
  const navigate = useNavigate();
  const last = recent.names().filter((name) => name !== page?.name);
  const records = useRecentRecords();
  const recordEntry = useRecordEntry();
  const own = page?.title ?? '';
  const act = (key: string, title: string, use: () => void): PaletteEntry => ({
    key: `shell:${key}`,
    title,
    detail: '',
    use,
  });
  return [
    {
      key: 'recent',
      entries: [
        ...records.flatMap((shown) => {
          const route = routes.byName.get(shown.page);
          return route === undefined ? [] : [recordEntry(route, shown)];
        }),
        ...last.flatMap((name) => {
          const route = routes.byName.get(name);
          // A page of a record is left to the record.
          return route === undefined || records.some(({ page: of }) => of === name) ? [] : [entryOf(route)];
        }),
      ],
    },
    {
      key: 'actions',
      entries: actionRegistry
        .offered()
        .map(({ key, title, use }, n) => ({ key: `do:${key}:${n}`, title, detail: own, use })),
    },
    {
      key: 'pages',
      // Hidden pages show one record or another: they are opened from where it stands.
      entries: [...routes.byName.values()].filter((route) => !route.hidden || isSelfContained(route)).map(entryOf),
    },
    {
      key: 'shell',
      entries: [
        ...(page !== undefined && mayDesign(access)
          ? [act('design', t('designing.start'), () => designPage(page.name))]
          : []),
        act('analysis', t('analysis.title'), () => void navigate(analysisPath)),
        act('look', t(isDark ? 'palette.toLight' : 'palette.toDark'), () =>
          settings.change({ appearance: isDark ? 'light' : 'dark' }),
        ),
        act('full', t('shell.fullScreen'), () => void toggleFullScreen()),
        act('out', t('user.logout'), onSignOut),
      ],
    },
  ];
}

/** The records shown lately, by name; those of before a reload once that has been asked for. */
function useRecentRecords(): readonly ShownRecord[] {
  const places = useRecentPlaces();
  const nameOf = useNamesOf();
  useAskedNames(places);
  return places.flatMap((place) => {
    const title = nameOf(place);
    return title === undefined ? [] : [{ ...place, title }];
  });
}

/** Hidden from the menu, yet about no particular record. */
function isSelfContained({ name }: PageRoute): boolean {
  return name === 'personalData' || name === 'mallHome';
}

/** A page as the palette offers it; one with a tab opens as it was left. */
function usePageEntry(): (route: PageRoute) => PaletteEntry {
  const navigate = useNavigate();
  const { tabs } = useTabs();
  return (route) => ({
    key: `page:${route.name}`,
    title: route.title,
    detail: navigationOf(route).slice(0, -1).join(' / '),
    use: () => {
      const search = tabs.find(({ name }) => name === route.name)?.search ?? '';
      void navigate({ pathname: route.path, search });
    },
  });
}

/** A record that was shown lately, on the page that showed it. */
function useRecordEntry(): (route: PageRoute, shown: ShownRecord) => PaletteEntry {
  const navigate = useNavigate();
  return (route, { id, title }) => ({
    key: `record:${route.name}:${id}`,
    title,
    detail: route.title,
    use: () => void navigate({ pathname: route.path, search: `?${new URLSearchParams({ id })}` }),
  });
}
