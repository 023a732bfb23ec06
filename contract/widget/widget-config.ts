import { z } from 'zod';
import { get, group, json } from '../endpoint.ts';
import { petStates, petStyles } from '../pets/requests.ts';

export const shortcutIcons = ['fire', 'clock', 'tag', 'category', 'search', 'sparkles'] as const;

/** A question offered on the welcome screen; an empty `intentRouteId` means automatic detection. */
export const Shortcut = z.object({
  id: z.string(),
  label: z.string(),
  query: z.string(),
  icon: z.enum(shortcutIcons),
  intentRouteId: z.string(),
});
export type Shortcut = z.infer<typeof Shortcut>;

const pageTheme = z.enum(['inherit', 'auto', 'system', 'light', 'dark']);

/** The chosen pet: a confirmed one or a built-in skin. Addresses are relative to the service, or absolute. */
export const WidgetPet = z.looseObject({
  id: z.string(),
  name: z.string(),
  style: z.enum(petStyles),
  /** Pixels. */
  size: z.int(),
  masterUrl: z.string(),
  expressions: z.partialRecord(z.enum(petStates), z.string()),
});
export type WidgetPet = z.infer<typeof WidgetPet>;

/** Spec 2.4: what a page needs to show the chat, the search and the mind map. Clients supply defaults for missing fields. */
export const WidgetConfig = z.looseObject({
  position: z.string(),
  color: z.string(),
  icon: z.string(),
  triggerSize: z.int(),
  triggerLabel: z.string(),
  theme: z.enum(['auto', 'light', 'dark']),
  welcome: z.string(),
  shortcuts: z.array(Shortcut).max(6),
  width: z.int(),
  height: z.int(),
  triggerAlign: z.enum(['auto', 'manual']),
  triggerOffsetY: z.int(),
  triggerOffsetX: z.int(),
  triggerShape: z.enum(['square', 'rounded', 'circle']),
  stream: z.boolean(),
  allowGuest: z.boolean(),
  showRetrievalStatus: z.boolean(),
  allowVisitorReasoning: z.boolean(),
  reasoningDefaultEnabled: z.boolean(),
  showPrivacyTip: z.boolean(),
  showReferences: z.boolean(),
  searchEnabled: z.boolean(),
  searchShowAiAnswer: z.boolean(),
  searchTheme: pageTheme,
  searchColor: z.string(),
  mindmapEnabled: z.boolean(),
  mindmapTheme: pageTheme,
  mindmapColor: z.string(),
  siteTitle: z.string().optional(),
  suggestions: z
    .array(z.string())
    .max(6)
    .optional()
    .meta({ description: "Questions made from the site's own headings, for when no shortcut is configured" }),
  reasoningAvailable: z.boolean().optional().meta({ description: 'The chat model can reason' }),
  quotesArticles: z
    .boolean()
    .optional()
    .meta({ description: 'No language model is connected: answers are passages of articles, word for word' }),
  contactUrl: z.string().optional().meta({ description: 'Where to turn when nothing was found' }),
  contactLabel: z.string().optional(),
  texts: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: "The site's own wording, by text key" }),
  pet: WidgetPet.optional().meta({ description: 'Absent: the plain button' }),
});
export type WidgetConfig = z.infer<typeof WidgetConfig>;

export const widgetConfig = group('widget-config', 'public', {
  read: get('/widget-config', {
    summary: 'Public configuration of the widget; never holds a key',
    reply: json(WidgetConfig),
    alsoV2: true,
  }),
});
