/**
 * Docent writing help for editors built on Tiptap 2 or 3, in one file without dependencies.
 *
 *   import { Editor, Extension } from '@tiptap/core';
 *   import { createDocentWriting } from './docent-writing.js';
 *
 *   new Editor({ extensions: [StarterKit, createDocentWriting(Extension, { endpoint: '/…/writing/assist/stream' })] });
 *
 * Selecting text opens a menu of actions below it. The result streams in; the author applies it, copies it, has it
 * written again, or asks for another turn in their own words (Enter sends, Shift+Enter breaks the line, Esc closes).
 * `editor.storage.docentWriting.openOutline()` opens a window for an outline: bind a button of your toolbar to it.
 *
 * Options
 *   endpoint     address of `POST writing/assist/stream`. Only administrators may ask: either the page is signed in to
 *                Docent on the same origin, or this is a route of your own that adds the token. Never ship a token.
 *   headers      function that gives further headers of a request, for example a CSRF token
 *   credentials  of `fetch`; 'same-origin' unless you say otherwise
 *   language     'en' or 'zh'; else the language of the page
 *   actions      which actions the menu offers, in its order
 *   enabled      function that tells whether the menu may open now
 */
export function createDocentWriting(Extension, given = {}) {
  return Extension.create({
    name: 'docentWriting',
    addStorage: () => ({ session: undefined, openOutline: () => {} }),
    onCreate() {
      const session = createSession(this.editor, { ...standard, ...given });
      this.storage.session = session;
      this.storage.openOutline = session.openOutline;
    },
    onSelectionUpdate() {
      this.storage.session?.selectionChanged();
    },
    onTransaction({ transaction }) {
      this.storage.session?.documentChanged(transaction);
    },
    onDestroy() {
      this.storage.session?.destroy();
      this.storage.session = undefined;
    },
  });
}

const standard = {
  endpoint: '/apis/console.api.ai-suite.svc.run/v1alpha1/writing/assist/stream',
  headers: () => ({}),
  credentials: 'same-origin',
  language: '',
  actions: ['polish', 'proofread', 'continue', 'expand', 'simplify', 'translate-en'],
  enabled: () => true,
};

const words = {
  en: {
    polish: 'Polish',
    proofread: 'Proofread',
    continue: 'Continue',
    expand: 'Expand',
    simplify: 'Simplify',
    summarize: 'Summarise',
    'translate-en': 'To English',
    outline: 'Outline',
    link: 'Link',
    apply: 'Apply',
    insert: 'Insert',
    copy: 'Copy',
    again: 'Again',
    close: 'Close',
    wish: 'What should be different?',
    topic: 'What is the article about?',
    menu: 'Writing help',
    stalled: 'Nothing has arrived for 20 seconds',
    sections: (count) => `${count} sections`,
    seconds: (count) => `${count} s`,
    failed: 'Docent could not be reached',
  },
  zh: {
    polish: '润色',
    proofread: '校对',
    continue: '续写',
    expand: '扩写',
    simplify: '精简',
    summarize: '总结',
    'translate-en': '译成英文',
    outline: '大纲',
    link: '链接',
    apply: '采用',
    insert: '插入',
    copy: '复制',
    again: '重写',
    close: '关闭',
    wish: '希望怎样修改？',
    topic: '文章写什么？',
    menu: '写作助手',
    stalled: '已经 20 秒没有新内容',
    sections: (count) => `${count} 节`,
    seconds: (count) => `${count} 秒`,
    failed: '无法连接 Docent',
  },
};

const stalledMs = 20_000;

/** What belongs to one editor: its menu, its window and the request that is running. */
function createSession(editor, options) {
  const said = options.language || document.documentElement.lang || navigator.language;
  const t = said.toLowerCase().startsWith('zh') ? words.zh : words.en;
  const place = document.createElement('div');
  place.dataset.docentWriting = '';
  const root = place.attachShadow({ mode: 'open' });
  document.body.append(place);
  /** The stretch that is worked on; it moves with the document while the author types elsewhere. */
  let range;
  /** The turn that is shown: what was asked and what has come. */
  let turn;
  let request;
  let isSelecting = false;

  const leave = new AbortController();
  const listen = (target, name, handler) => target.addEventListener(name, handler, { signal: leave.signal });
  listen(editor.view.dom, 'pointerdown', () => {
    isSelecting = true;
    if (!turn) clear();
  });
  listen(document, 'pointerup', () => {
    if (!isSelecting) return;
    isSelecting = false;
    // The editor takes the selection over after this event.
    setTimeout(showMenu);
  });
  listen(place, 'keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') close();
  });

  function clear() {
    root.replaceChildren();
    highlight(editor, undefined);
  }

  function close() {
    request?.abort();
    request = turn = range = undefined;
    clear();
    if (!editor.isDestroyed) editor.commands.focus();
  }

  function showMenu() {
    if (turn || isSelecting || leave.signal.aborted) return;
    const { from, to, empty } = editor.state.selection;
    const text = empty ? '' : textBetween(editor, from, to);
    if (text.trim() === '' || !editor.isEditable || !options.enabled()) return clear();
    const buttons = options.actions.map((action) =>
      button(t[action] ?? action, () => {
        range = { from, to };
        void ask({ action, text, instruction: '' });
      }),
    );
    render(element('div', { role: 'toolbar', 'aria-label': t.menu, class: 'box row' }, buttons), to);
  }

  /** Shows `box` below a place of the document, within the window. */
  function render(box, position) {
    root.replaceChildren(element('style', {}, [css]), box);
    const below = editor.view.coordsAtPos(position);
    const width = Math.min(box.offsetWidth || 320, innerWidth - 16);
    box.style.left = `${scrollX + Math.max(8, Math.min(below.left, innerWidth - width - 8))}px`;
    box.style.top = `${scrollY + below.bottom + 8}px`;
  }

  async function ask(asked) {
    request?.abort();
    const own = new AbortController();
    request = own;
    turn = { asked, first: turn?.first ?? asked, result: '', error: '', isDone: false, heard: Date.now() };
    const mine = turn;
    highlight(editor, range);
    const view = composer(mine);
    const started = Date.now();
    const ticking = setInterval(() => {
      if (own.signal.aborted) return clearInterval(ticking);
      const isStalled = Date.now() - mine.heard > stalledMs;
      view.state(isStalled ? t.stalled : t.seconds(Math.round((Date.now() - started) / 1000)));
    }, 500);
    try {
      for await (const { event, data } of frames(options, asked, own.signal, t.failed)) {
        mine.heard = Date.now();
        if (event === 'error') mine.error = data;
        else if (event === '') mine.result += contentOf(data);
        view.show();
      }
      mine.isDone = mine.error === '' && mine.result !== '';
    } catch (error) {
      if (!own.signal.aborted) mine.error = error instanceof Error ? error.message : String(error);
    } finally {
      clearInterval(ticking);
    }
    if (turn !== mine || own.signal.aborted) return;
    view.state('');
    view.show();
  }

  /** The window of a turn. */
  function composer(mine) {
    const isOutline = mine.asked.action === 'outline';
    const result = element('div', { class: 'result', 'aria-live': 'polite' });
    const state = element('span', { class: 'state', role: 'status' });
    const apply = button(isOutline ? t.insert : t.apply, () => applyTurn(mine), 'main');
    const copy = button(t.copy, () => void navigator.clipboard?.writeText(mine.result));
    const wish = element('textarea', { rows: 1, placeholder: t.wish, 'aria-label': t.wish });
    wish.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      const instruction = wish.value.trim();
      if (instruction === '' || !mine.isDone) return;
      // A further turn works on what came last; an outline is made anew from its topic.
      const text = isOutline ? mine.first.text : mine.result;
      void ask({ action: mine.first.action, text, instruction });
    });
    const tools = [apply, copy, button(t.again, () => void ask(mine.asked)), button(t.close, close)];
    const row = element('div', { class: 'row' }, [...tools, state]);
    render(
      element('div', { role: 'dialog', 'aria-label': t[mine.first.action], class: 'box' }, [
        result,
        wish,
        row,
      ]),
      range.to,
    );
    const show = () => {
      const count = mine.result.match(/"heading"\s*:/g)?.length ?? 0;
      const outline = isOutline && mine.isDone ? outlineIn(mine.result) : undefined;
      const shown =
        isOutline && !mine.isDone ? t.sections(count) : outline ? outlineText(outline) : mine.result;
      result.textContent = mine.error || shown;
      result.classList.toggle('error', mine.error !== '');
      apply.disabled = copy.disabled = !mine.isDone;
    };
    show();
    wish.focus();
    return { show, state: (text) => (state.textContent = text) };
  }

  function applyTurn(mine) {
    if (!range || !mine.isDone) return;
    const { from, to } = range;
    const outline = mine.asked.action === 'outline' ? outlineIn(mine.result) : undefined;
    // What continues a text comes behind it, everything else in its place.
    const target =
      mine.first.action === 'continue' && mine.asked === mine.first ? { from: to, to } : { from, to };
    const content = outline ? outlineNodes(editor, outline) : textNodes(editor, mine.result, from, to);
    close();
    editor.chain().focus().insertContentAt(target, content).run();
  }

  function openOutline() {
    request?.abort();
    const { from, to } = editor.state.selection;
    range = { from, to };
    turn = { asked: undefined };
    const topic = element('textarea', { rows: 3, placeholder: t.topic, 'aria-label': t.topic });
    topic.value = textBetween(editor, from, to);
    const start = () => {
      if (topic.value.trim() === '') return;
      turn = undefined;
      void ask({ action: 'outline', text: topic.value, instruction: '' });
    };
    topic.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start();
    });
    const row = element('div', { class: 'row' }, [button(t.outline, start, 'main'), button(t.close, close)]);
    render(element('div', { role: 'dialog', 'aria-label': t.outline, class: 'box' }, [topic, row]), to);
    topic.focus();
  }

  return {
    openOutline,
    selectionChanged: showMenu,
    documentChanged(transaction) {
      if (!transaction.docChanged || !range) return;
      range = { from: transaction.mapping.map(range.from, 1), to: transaction.mapping.map(range.to, -1) };
      if (range.to < range.from) range.to = range.from;
    },
    destroy() {
      leave.abort();
      request?.abort();
      clear();
      place.remove();
    },
  };
}

/** The frames of the stream as `{event, data}`; ends with `[DONE]`. A refusal is thrown in the words of the service. */
async function* frames(options, asked, signal, failed) {
  const response = await fetch(options.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...options.headers() },
    credentials: options.credentials,
    body: JSON.stringify(asked),
    signal,
  });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const said = await response.json().catch(() => ({}));
    throw new Error(said.error || said.detail || `${failed} (${response.status})`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).replace(/\r\n?/g, '\n').split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split('\n');
      const event =
        lines
          .find((line) => line.startsWith('event:'))
          ?.slice(6)
          .trim() ?? '';
      const data = lines
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''));
      if (data.length === 0) continue;
      if (event === '' && data[0].trim() === '[DONE]') return;
      yield { event, data: data.join('\n') };
    }
  }
}

/** The text of a token. */
function contentOf(data) {
  try {
    return JSON.parse(data).content ?? '';
  } catch {
    return data;
  }
}

const textBetween = (editor, from, to) => editor.state.doc.textBetween(from, to, '\n\n', '\n');

/** A text as nodes: in one paragraph as inline text with the marks that the whole selection had, else as paragraphs. */
function textNodes(editor, text, from, to) {
  const marks = commonMarks(editor.state.doc, from, to);
  const hasBreak = editor.schema.nodes.hardBreak !== undefined;
  const inline = (paragraph) =>
    paragraph
      .split('\n')
      .flatMap((line, index) => [
        ...(index === 0 ? [] : [hasBreak ? { type: 'hardBreak' } : { type: 'text', text: ' ' }]),
        ...(line === '' ? [] : [{ type: 'text', text: line, marks }]),
      ]);
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  if (paragraphs.length < 2) return inline(paragraphs[0] ?? '');
  return paragraphs.map((paragraph) => ({ type: 'paragraph', content: inline(paragraph) }));
}

function commonMarks(doc, from, to) {
  let common;
  doc.nodesBetween(from, to, (node) => {
    if (!node.isText) return;
    common = common === undefined ? [...node.marks] : common.filter((mark) => mark.isInSet(node.marks));
  });
  return (common ?? []).map((mark) => mark.toJSON());
}

/** The outline in a result, with or without a fence around it. */
function outlineIn(result) {
  try {
    const outline = JSON.parse(result.slice(result.indexOf('{'), result.lastIndexOf('}') + 1));
    return typeof outline.title === 'string' && Array.isArray(outline.sections) ? outline : undefined;
  } catch {
    return undefined;
  }
}

/** The sections of an outline in reading order with their levels; the title is none of them. */
const sectionsOf = (sections, level = 2) =>
  sections.flatMap((section) => [{ ...section, level }, ...sectionsOf(section.children ?? [], level + 1)]);

const outlineText = ({ title, sections }) =>
  [title, ...sectionsOf(sections).map(({ heading, level }) => '  '.repeat(level - 1) + heading)].join('\n');

function outlineNodes(editor, { summary, sections }) {
  const paragraph = (text) => (text ? [{ type: 'paragraph', content: [{ type: 'text', text }] }] : []);
  const hasHeadings = editor.schema.nodes.heading !== undefined;
  const heading = (text, level) =>
    hasHeadings
      ? [{ type: 'heading', attrs: { level }, content: [{ type: 'text', text }] }]
      : paragraph(text);
  return [
    ...paragraph(summary),
    ...sectionsOf(sections).flatMap((section) => [
      ...heading(section.heading, section.level),
      ...paragraph(section.summary),
    ]),
  ];
}

/** Marks the stretch that is worked on, where the browser can mark without touching the document. */
function highlight(editor, range) {
  if (typeof Highlight === 'undefined' || !CSS.highlights) return;
  if (!document.adoptedStyleSheets.includes(markStyle())) document.adoptedStyleSheets.push(markStyle());
  CSS.highlights.delete('docent-writing');
  if (!range) return;
  const [start, end] = [editor.view.domAtPos(range.from), editor.view.domAtPos(range.to)];
  const marked = document.createRange();
  marked.setStart(start.node, start.offset);
  marked.setEnd(end.node, end.offset);
  CSS.highlights.set('docent-writing', new Highlight(marked));
}

/** The one style of the page itself: highlights cannot be styled from the shadow of the menu. */
const markStyle = (() => {
  let sheet;
  return () => {
    if (sheet) return sheet;
    sheet = new CSSStyleSheet();
    sheet.replaceSync('::highlight(docent-writing) { background-color: rgb(91 141 239 / 0.3); }');
    return sheet;
  };
})();

function element(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function button(label, onClick, look = '') {
  const made = element('button', { type: 'button', class: look }, [label]);
  // The editor keeps its selection while a button is pressed.
  made.addEventListener('mousedown', (event) => event.preventDefault());
  made.addEventListener('click', onClick);
  return made;
}

const css = `
:host { color-scheme: light dark; }
.box { position: absolute; z-index: 1000; box-sizing: border-box; max-width: min(520px, calc(100vw - 16px)); padding: 6px;
  border: 1px solid light-dark(#c9ced8, #454b58); border-radius: 8px; background: light-dark(#fff, #20232b);
  color: light-dark(#1d2330, #e6e8ee); box-shadow: 0 4px 16px rgb(0 0 0 / 0.18); font: 14px/1.5 system-ui, sans-serif; }
.box[role=dialog] { width: 520px; padding: 10px; }
.row { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; }
.result { max-height: 40vh; margin-bottom: 8px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.error { color: light-dark(#b3261e, #f2958f); }
.state { margin-inline-start: auto; color: light-dark(#5f6675, #a3a9b6); }
textarea { box-sizing: border-box; width: 100%; margin-bottom: 8px; padding: 6px; border: 1px solid light-dark(#8a90a0, #6b7280);
  border-radius: 6px; background: transparent; color: inherit; font: inherit; resize: vertical; }
button { padding: 4px 10px; border: 0; border-radius: 6px; background: transparent; color: inherit; font: inherit; cursor: pointer; }
button:hover:not(:disabled) { background: rgb(127 127 127 / 0.18); }
button:disabled { opacity: 0.5; cursor: default; }
.main { background: #2f5fb3; color: #fff; }
`;
