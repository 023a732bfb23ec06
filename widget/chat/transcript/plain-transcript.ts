import { withoutMarks } from '../../answer/marks.ts';
import { answerText } from '../../answer/notices.ts';
import type { Texts } from '../../texts/texts.ts';
import { shownAnswer, type Conversation } from '../conversation.ts';

/** The conversation as plain text for a person who takes over: questions and answers, without marks. */
export const plainTranscript = (conversation: Conversation, text: Texts): string =>
  conversation
    .flatMap((turn) => {
      const answer = shownAnswer(turn);
      const words = withoutMarks(answerText(answer), answer.citations.length).trim();
      return [
        `${text('you')}: ${turn.question}`,
        ...(words === '' || answer.isSmallTalk ? [] : [`${text('assistant')}: ${words}`]),
      ];
    })
    .join('\n\n');
