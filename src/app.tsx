import { useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { Look } from './look/look.tsx';
import { router } from './router/router.tsx';
import { followOtherTabs } from './session/session.ts';
import { useSettingsOfOtherTabs } from './settings/settings.ts';

/** The whole app: its look, and below it what the address asks for. */
export function App() {
  useEffect(followOtherTabs, []);
  useSettingsOfOtherTabs();
  return (
    <Look>
      {/* Whoever sorts, filters or changes tabs waits for nothing else: it is drawn at once, not whenever there is time. */}
      <RouterProvider router={router} useTransitions={false} />
    </Look>
  );
}
