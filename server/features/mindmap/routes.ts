import { mindmapPublic } from '../../../contract/mindmap.ts';
import { implement } from '../../http/implement.ts';
import type { MindMaps } from './mindmap.ts';

export const mindmapPublicRoutes = (mindMaps: MindMaps) =>
  implement(mindmapPublic, {
    read: ({ query }) => mindMaps.read(query.postName),
  });
