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
  position: z.string().meta({ description: 'Corner of the button, such as `right-bottom`' }),
  color: z.string().meta({ description: 'Colour of the chat, as `#rrggbb`' }),
  icon: z.string().meta({ description: 'Name of the icon of the button' }),
  triggerSize: z.int().meta({ description: 'Size of the button in pixels' }),
  triggerLabel: z.string().meta({ description: 'Up to four characters in place of the icon' }),
  theme: z.enum(['auto', 'light', 'dark']),
  welcome: z.string().meta({ description: 'Greeting of an empty conversation' }),
  shortcuts: z.array(Shortcut).max(6),
  width: z.int().meta({ description: 'Width of the window in pixels' }),
  height: z.int().meta({ description: 'Height of the window in pixels' }),
  triggerAlign: z
    .enum(['auto', 'manual'])
    .meta({ description: 'auto keeps clear of other buttons of the page; manual takes the offsets' }),
  triggerOffsetY: z.int().meta({ description: 'Pixels from the bottom (manual)' }),
  triggerOffsetX: z.int().meta({ description: 'Pixels from the side (manual)' }),
  triggerShape: z.enum(['square', 'rounded', 'circle']),
  stream: z.boolean().meta({ description: 'Answers are shown while they are written' }),
  allowGuest: z.boolean().meta({ description: 'Visitors may ask' }),
  showRetrievalStatus: z.boolean().meta({ description: 'Show what was found while an answer is awaited' }),
  allowVisitorReasoning: z.boolean().meta({ description: 'Visitors may let the model reason' }),
  reasoningDefaultEnabled: z
    .boolean()
    .meta({ description: 'The model reasons unless the visitor says otherwise' }),
  showPrivacyTip: z.boolean().meta({ description: 'Show a note on privacy' }),
  rememberConversations: z
    .boolean()
    .optional()
    .meta({ description: "The visitor's browser may keep conversations for 30 days" }),
  shareConversations: z
    .boolean()
    .optional()
    .meta({ description: 'Visitors may share a conversation by a link' }),
  showReferences: z.boolean().meta({ description: 'Show the sources of an answer' }),
  searchEnabled: z.boolean(),
  searchShowAiAnswer: z.boolean().meta({ description: 'The search offers an answer beside its results' }),
  searchScopes: z
    .boolean()
    .optional()
    .meta({ description: 'The site has parts to choose from in the search: see `search/scopes`' }),
  searchTheme: pageTheme,
  searchColor: z.string(),
  mindmapEnabled: z.boolean(),
  mindmapTheme: pageTheme,
  mindmapColor: z.string(),
  siteTitle: z.string().optional().meta({ description: 'Name of the site in the widget' }),
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
    // They tell which page has the widget.
    headers: ['origin', 'referer'],
    reply: json(WidgetConfig),
    alsoV2: true,
    // A saved setting is seen after these seconds; the next page draws its button without asking.
    caching: 'public, max-age=10',
  }),
});
