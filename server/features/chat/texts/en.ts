import type { AnswerTexts } from './answer-texts.ts';

export const en: AnswerTexts = {
  quotedFrom: 'From {place}:',
  close: 'No direct answer was found; these places come closest.',
  notCovered: 'The articles on this site do not answer this question.',
  otherLanguage:
    'The articles on this site are in another language than your question ({language}), and I find them only by their own words. Please ask in the language of the site.',
  greeting: 'Hello! I answer questions about {site} from its own articles. What would you like to know?',
  thanks: "You're welcome! Just ask if there is anything else you would like to know.",
  goodbye: 'Goodbye! Come back whenever you have a question.',
  about:
    'I am the assistant of {site}. I answer from the articles published here and show where each answer comes from.',
  help: 'Ask me anything that the articles of {site} may answer, in your own words or with a few keywords. I show the passage and link to the page. If nothing answers, I say so.',
  thisSite: 'this site',
  askAbout: 'Tell me about “{heading}”',
};
