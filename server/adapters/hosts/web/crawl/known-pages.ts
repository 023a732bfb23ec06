import type { Log } from '../../../../ports/log.ts';
import { pathKind, tidyPath } from '../patterns.ts';
import type { KnownPage, NamedPage, PageState, PageStore } from '../store.ts';
import { createDatesAtOnce } from './dates-at-once.ts';
import { createShapes } from './shapes.ts';

/** The pages of a site found so far, in the database; their states are also kept in memory. */
export interface KnownPages {
  readonly count: number;
  /** Reads the states of pages found by earlier runs. */
  load(): Promise<void>;
  stateOf(path: string): PageState | undefined;
  /** Paths of all articles. */
  articles(): readonly string[];
  /** @param text mark of its text without numbers and dates */
  setState(path: string, state: PageState, text?: string): void;
  /** Adds pages up to the limit, and updates what lists say about known ones. */
  note(pages: readonly NamedPage[]): Promise<void>;
  /** Adds those linked pages that may be articles or link to some. Returns those of them that are new. */
  noteLinks(paths: readonly string[]): Promise<readonly string[]>;
  /** Notes the new pages that were found on a page without an article. */
  ledTo(path: string, found: readonly string[]): void;
  /** True for pages that are read for their links to articles. */
  isLead(path: string): boolean;
  /** True once after a list has given a new date for a page that was read before. */
  takeNewDate(path: string): boolean;
  /** True for a page of an endless calendar or filter that is found only by links. */
  isEndless(page: Pick<KnownPage, 'path' | 'state' | 'said'>): boolean;
  forget(path: string): Promise<void>;
}

export const createKnownPages = (deps: {
  readonly store: PageStore;
  /** Folder of the site; its front page. */
  readonly folder: string;
  readonly accepts: (path: string) => boolean;
  /** True when a list names all pages, so that links need not be followed. */
  readonly hasSitemap: () => boolean;
  readonly maxPages: number;
  /** True while the dates of the lists are trusted. */
  readonly believesDates: () => boolean;
  /** Called when the dates of a list are new each time that it is read. */
  readonly datesAlwaysNew: () => void;
  readonly now: () => number;
  readonly log: Log;
}): KnownPages => {
  const { store, folder, accepts, hasSitemap, maxPages, believesDates, now, log } = deps;
  let states = new Map<string, PageState>();
  const shapes = createShapes((shape) =>
    log.info(
      { shape },
      'pages with such addresses contain no articles; further links to them are not followed',
    ),
  );
  const saw = (path: string, state: PageState, text?: string) => {
    if (state !== 'new' && state !== 'failed') shapes.saw(path, state === 'article', text);
  };

  const atOnce = createDatesAtOnce((path) => {
    const state = states.get(path);
    return state !== undefined && state !== 'new';
  }, deps.datesAlwaysNew);
  const dates = new Map<string, string>();
  const newDates = new Set<string>();
  const compareDate = ({ path, said }: NamedPage) => {
    const before = dates.get(path);
    const state = states.get(path);
    if (before !== undefined && before !== said && state !== undefined && state !== 'new') newDates.add(path);
    if (said !== '' && (state !== undefined || dates.size < maxPages)) dates.set(path, said);
  };

  const note = async (named: readonly NamedPage[]): Promise<ReadonlySet<string>> => {
    const sifted = believesDates() ? atOnce.sift(named) : named;
    const pages = believesDates() ? sifted : sifted.map(({ path }) => ({ path, said: '' }));
    for (const page of pages) if (page.said !== '') compareDate(page);
    const room = Math.max(0, maxPages - states.size);
    const added = pages.filter(({ path }) => !states.has(path)).slice(0, room);
    const addedPaths = new Set(added.map(({ path }) => path));
    await store.note(
      pages.filter(({ path }) => addedPaths.has(path) || states.has(path)),
      now(),
    );
    for (const path of addedPaths) states.set(path, 'new');
    return addedPaths;
  };

  const isLead = (path: string) =>
    path === folder || (!hasSitemap() && path.startsWith(folder) && pathKind(path) === 'archive');
  const isEndless: KnownPages['isEndless'] = ({ path, state, said }) =>
    state === 'new' &&
    said === '' &&
    path !== folder &&
    !hasSitemap() &&
    shapes.isFruitless(path, isLead(path));

  return {
    get count() {
      return states.size;
    },
    async load() {
      states = new Map(await store.states());
      for (const [path, state] of states) saw(path, state);
    },
    stateOf: (path) => states.get(path),
    articles: () => [...states].flatMap(([path, state]) => (state === 'article' ? [path] : [])),
    setState(path, state, text) {
      if (states.get(path) === 'new') saw(path, state, text);
      states.set(path, state);
    },
    note: async (named) => void (await note(named)),
    noteLinks: async (paths) => [
      ...(await note(
        paths
          .map(tidyPath)
          .filter((path) => accepts(path) || isLead(path))
          .filter((path) => states.has(path) || !isEndless({ path, state: 'new', said: '' }))
          .map((path) => ({ path, said: '' })),
      )),
    ],
    ledTo: (path, found) => shapes.ledTo(path, found.filter((one) => !shapes.isSame(path, one)).length),
    isLead,
    isEndless,
    takeNewDate: (path) => newDates.delete(path),
    async forget(path) {
      await store.remove(path);
      states.delete(path);
      dates.delete(path);
      atOnce.forget(path);
      newDates.delete(path);
    },
  };
};
