import type { AnswerTexts } from './answer-texts.ts';

export const en: AnswerTexts = {
  quotedFrom: 'From {place}:',
  close: 'No direct answer was found; these places come closest.',
  notCovered: 'The articles on this site do not answer this question.',
  leftOut: 'What the language model wrote is not in the articles on this site, so it is left out.',
  notOnSite: 'Not found on this site',
  unconfirmed: 'The articles on this site do not confirm this answer.',
  foreignCode: 'This code is not from the articles on this site.',
  otherLanguage:
    'Nothing was found for this question. The articles on this site are in another language ({language}); asking in that language may find more.',
  greeting: 'Hello! I answer questions about {site} from its own articles. What would you like to know?',
  thanks: "You're welcome! Just ask if there is anything else you would like to know.",
  goodbye: 'Goodbye! Come back whenever you have a question.',
  about:
    'I am the assistant of {site}. I answer from the articles published here and show where each answer comes from.',
  help: 'Ask me anything that the articles of {site} may answer, in your own words or with a few keywords. I show the passage and link to the page. If nothing answers, I say so.',
  site: '{site} has {count} articles, among them {articles}. What would you like to know?',
  listComma: ', ',
  thisSite: 'this site',
  askAbout: 'Tell me about “{heading}”',
  failures: {
    slow: 'The answer took too long. Please try again.',
    busy: 'The assistant is busy right now. Please try again in a moment.',
    setUp: "The assistant isn't set up correctly. Please let the site owner know.",
    refused: 'This question could not be answered. Please put it another way, or let the site owner know.',
    unavailable: 'The assistant is unavailable right now. Please try again later.',
    searchUnavailable: 'AI search is unavailable right now. Please try again later.',
    restarting: 'The service is restarting, so this answer is not complete. Please ask again in a moment.',
    hourly:
      'The questions of this hour are used up for your connection. Please try again in about {minutes} min.',
    daily:
      "Today's questions are used up for your connection. Please come back tomorrow; if many people share it, the site owner can allow it.",
    quota: "Today's AI quota of this site is used up. Please come back tomorrow.",
    closed: 'Visitor chat is closed.',
  },
};
