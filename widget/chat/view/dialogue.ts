import type { DocentAsked, DocentAskOptions } from '../../../contract/widget/page-api.ts';
import type { ViewContext } from '../../answer/context.ts';
import { prepareMarkdown } from '../../answer/prose.ts';
import { lateSpokenAnswer } from '../../answer/late-spoken.ts';
import { beforePaint } from '../../ui/before-paint.ts';
import { createApi } from '../api.ts';
import { createChatSession } from '../chat-session.ts';
import { loadConversation, loadPrevious, saveConversation, savePrevious } from '../conversation-storage.ts';
import type { Answer, Conversation, Ending, Rating, Turn } from '../conversation.ts';
import { about, type Page } from '../page.ts';
import type { PanelParts } from '../panel-parts.ts';
import { createLatePast } from '../past/late-past.ts';
import { lateResumption } from '../resumption/late-resumption.ts';
import { eventsAfter, resultOf } from '../page-result.ts';

export type DialogueEvent = 'ask' | 'answer' | 'feedback' | 'limit' | 'error';

/** The functions of the panel that a dialogue uses. */
interface Stage {
  readonly show: (conversation: Conversation) => void;
  /** Says something to people who cannot see the panel. */
  readonly say: (words: string) => void;
  /** Tells the page what happened. */
  readonly tell: (event: DialogueEvent, detail: unknown) => void;
  /** Called when a question was sent. */
  readonly asked: () => void;
  /** The text of the last answer once it is on its way to the screen; missing where there is none. */
  readonly rendered: () => Promise<Element | undefined>;
  /** The article that questions are about. */
  readonly page: () => Page | undefined;
  /** Missing when visitors cannot choose. */
  readonly reasoning: () => boolean | undefined;
}

/** The conversation of a panel: it is kept from page to page, and everything that happens in it is said and told. */
export function createDialogue(parts: PanelParts, stage: Stage) {
  const { settings, language, site, text } = parts;
  let conversation = loadConversation();
  let previous = loadPrevious();
  /** Settles when no answer is running. */
  let running: Promise<unknown> = Promise.resolve();
  const past = createLatePast(settings.rememberConversations, () => conversation);
  const keep = () => saveConversation(conversation);
  const session = sessionOf(parts, conversation, (next) => {
    const [before, last] = [conversation.at(-1), next.at(-1)];
    conversation = next;
    stage.show(next);
    const isNew = last?.id !== before?.id || before?.answer.ending !== undefined;
    if (last && last.answer.ending === undefined && isNew) stage.tell('ask', { question: last.question });
    // While streaming, the conversation changes with every paint; only complete states are stored.
    if (last && last.answer.ending === undefined) return;
    keep();
    past.keep();
  });

  const context: ViewContext = {
    text,
    language,
    settings,
    site,
    ask: (question, asked) =>
      void follow(
        session.send(question, { page: about(stage.page()), ...asked, reasoning: stage.reasoning() }),
      ),
    again: (turn) => void follow(session.again(turn.id, { reasoning: stage.reasoning() })),
    show: (turn, version) => session.show(turn.id, version),
    said: async () => (await import('../transcript/plain-transcript.ts')).plainTranscript(conversation, text),
    rate: rateTurn,
  };

  /** Says that an answer is running and, at its end, its text; the page is told of the end. */
  async function follow(answering: Promise<Ending | undefined> | undefined): Promise<Turn | undefined> {
    const asked = conversation.at(-1);
    if (!answering || !asked || asked.answer.ending !== undefined) return undefined;
    running = Promise.allSettled([running, answering]);
    stage.say(text('searching'));
    stage.asked();
    prepareMarkdown();
    const ending = await answering;
    const turn = conversation.find(({ id }) => id === asked.id);
    const answer = turn?.failed ?? turn?.answer;
    if (ending === undefined || !turn || answer?.ending === undefined) return undefined;
    for (const [event, detail] of eventsAfter({ ...turn, answer })) stage.tell(event, detail);
    void sayAnswer(turn, answer);
    return turn;
  }

  async function sayAnswer(turn: Turn, answer: Answer): Promise<void> {
    const words = await lateSpokenAnswer(answer, context, turn.failed ? undefined : await stage.rendered());
    if (conversation.at(-1) === turn) stage.say(words);
  }

  /** Asks for a script of the page. */
  async function askForPage(
    question: string,
    { newConversation, intentRouteId }: DocentAskOptions,
  ): Promise<DocentAsked> {
    if (newConversation) startAnew();
    const turn = await follow(
      session.send(question, { page: about(stage.page()), intentRouteId, reasoning: stage.reasoning() }),
    );
    return resultOf(turn);
  }

  function startAnew(): void {
    if (!past.isKept && conversation.length > 0) previous = savePrevious(conversation);
    past.startAnew();
    session.clear();
  }

  async function rateTurn(turn: Turn, rating: Rating, comment: string): Promise<boolean> {
    const isStored = await session.rate(turn.id, rating, comment);
    if (isStored) stage.tell('feedback', { rating, logId: turn.answer.logId });
    return isStored;
  }

  return {
    context,
    keep,
    /** Shows what was said on the page before, and goes on with an answer that was running there. */
    begin(): void {
      conversation = session.conversation;
      stage.show(conversation);
      void follow(session.goOn());
    },
    stop: session.stop,
    askForPage,
    /** Resolves when no answer is running. */
    idle: async (): Promise<void> => void (await running),
    startAnew,
    get hasPrevious() {
      return previous.length > 0;
    },
    past,
    /** Goes on with a conversation of an earlier day; that of this tab is kept like them. */
    open(id: string) {
      const opened = past.open(id);
      if (!opened) return;
      session.clear();
      session.resume(opened);
    },
    /** Opens the conversation that was left for a new one. */
    reopen() {
      session.resume(previous);
      previous = savePrevious([]);
    },
    hydrate: session.hydrate,
    /** Takes over a conversation, such as what was said on a later page. */
    resume: (kept = loadConversation()) => session.resume(kept),
    /** Offers the conversation as a Markdown download. */
    save: async () =>
      stage.say(text((await download(conversation, { text, site, settings })) ? 'saved' : 'saveFailed')),
  };
}

/** A session that goes on with `earlier`. */
function sessionOf(
  { settings, language, base }: PanelParts,
  earlier: Conversation,
  changed: (next: Conversation) => void,
) {
  return createChatSession({
    api: createApi(base, language),
    stream: settings.stream,
    earlier,
    changed,
    beforePaint,
    now: Date.now,
    resumption: lateResumption(base, language),
  });
}

export type Dialogue = ReturnType<typeof createDialogue>;

/** False when the module that writes the file cannot be loaded. */
async function download(
  conversation: Conversation,
  parts: Pick<PanelParts, 'text' | 'site' | 'settings'>,
): Promise<boolean> {
  try {
    const { downloadConversation } = await import('../transcript/transcript.ts');
    downloadConversation(conversation, parts);
    return true;
  } catch {
    return false;
  }
}
