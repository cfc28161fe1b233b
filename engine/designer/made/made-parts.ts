// What of pages made in the app is loaded when somebody looks at them.

export { MadeList } from './made-list.tsx';
export { PagePackages } from './page-packages.tsx';
