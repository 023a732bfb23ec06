import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router';
import { inConsole } from './console-path.ts';
import { areas } from './page-groups.ts';
import { pageOf } from './pages.ts';

const routes: RouteRecordRaw[] = areas
  .flatMap(({ pages }) => pages)
  .flatMap((name) => {
    const component = pageOf(name);
    // The part after the page's name belongs to the page, for deep links.
    return component ? [{ name, path: `/${name}/:item(.*)?`, component }] : [];
  });

export const router = createRouter({
  history: createWebHistory(inConsole('')),
  routes: [
    { path: '/', redirect: '/overview' },
    ...routes,
    { path: '/:rest(.*)*', component: () => import('./layout/not-found.vue') },
  ],
});
