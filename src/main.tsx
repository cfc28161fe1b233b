// First: antd 5 finds its messages and dialogs under React 19 only with this.
import '@ant-design/v5-patch-for-react-19';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { speakChosen } from './locales/languages.ts';
import { loadOutlet } from './pages/first-page.ts';
import { session } from './session/session.ts';

// Who is signed in sees a page next. Fetched again, and told where it fails, by whoever draws it.
if (session.getState().token !== null) loadOutlet().catch(() => undefined);

const root = document.getElementById('root');
if (root !== null) {
  // Whoever speaks another language is not shown Chinese first.
  void speakChosen().then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
