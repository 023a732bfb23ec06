import type { AnswerTexts } from './answer-texts.ts';

export const en: AnswerTexts = {
  quotedFrom: 'From {place}:',
  close: 'I found no direct answer. These passages come closest.',
  notCovered: 'The articles on this site do not answer this question.',
  leftOut:
    'What the language model wrote could not be confirmed by the articles on this site, so it is left out.',
  notOnSite: 'Not found on this site',
  unconfirmed: 'The articles on this site do not confirm this answer.',
  foreignCode: 'This code is not from the articles on this site.',
  otherLanguage:
    'Nothing was found for this question. The articles on this site are written in {language}; a question in that language may find more.',
  greeting: 'Hello! I answer questions about {site} from its own articles. What would you like to know?',
  thanks: "You're welcome! Just ask if there is anything else you would like to know.",
  goodbye: 'Goodbye! Come back whenever you have a question.',
  about:
    'I am the assistant of {site}. I answer from the articles published here and show where each answer comes from.',
  help: "Ask me about anything {site} has written about, in your own words or with a few keywords. I show the passage and link to the page. If I can't find it, I'll say so.",
  site: '{site} has {count} articles, including {articles}. What would you like to know?',
  contact: 'You can reach the people behind {site} here: {contact}',
  contactLabel: 'Contact us',
  noContact:
    'I am an automatic assistant and cannot put you through to a person. This site names no contact.',
  listComma: ', ',
  thisSite: 'this site',
  askAbout: 'Tell me about “{heading}”',
  failures: {
    slow: 'The answer took too long. Please try again.',
    busy: 'The assistant is busy right now. Please try again in a moment.',
    setUp: "The assistant isn't set up correctly. Please let the site owner know.",
    refused: 'This question could not be answered. Please put it another way, or let the site owner know.',
    unavailable: 'The assistant is unavailable right now. Please try again later.',
    brokeOff: 'The answer broke off here. Please try again.',
    searchUnavailable: 'AI search is unavailable right now. Please try again later.',
    restarting: 'The service is restarting, so this answer is not complete. Please ask again in a moment.',
    hourly: "You've reached the hourly question limit. Please try again in about {minutes} minutes.",
    daily:
      "You've reached today's question limit for this network. Please come back tomorrow, or ask the site owner to raise it.",
    quota: 'This site has used up its AI quota for today. Please come back tomorrow.',
    closed: 'Chat is closed on this site.',
  },
};
