import { createBrowserRouter } from 'react-router-dom';
import { CrashPage } from '../pages/crash-page.tsx';
import { Root } from './root.tsx';

/** One route for every address: which page it is depends on the menu, and `Gate` looks that up. */
export const router = createBrowserRouter([{ path: '*', element: <Root />, errorElement: <CrashPage /> }]);
