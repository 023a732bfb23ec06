import type { AnswerTexts } from './answer-texts.ts';

export const ko: AnswerTexts = {
  quotedFrom: '{place}에서 인용:',
  close: '직접적인 답은 찾지 못했지만, 다음 내용이 가장 가깝습니다.',
  notCovered: '이 사이트의 글에는 이 질문에 대한 답이 없습니다.',
  otherLanguage:
    '이 사이트의 글은 질문과 다른 언어({language})로 쓰여 있고, 글에 있는 낱말로만 찾을 수 있습니다. 사이트의 언어로 질문해 주세요.',
  greeting: '안녕하세요! {site}의 글을 바탕으로 질문에 답합니다. 무엇이 궁금하신가요?',
  thanks: '천만에요! 더 궁금한 점이 있으면 언제든 물어보세요.',
  goodbye: '안녕히 가세요! 궁금한 점이 생기면 언제든 다시 오세요.',
  about: '저는 {site}의 도우미입니다. 여기에 게시된 글만 바탕으로 답하고 출처를 보여 드립니다.',
  help: '{site}의 글에 있는 내용이라면 문장이나 키워드로 무엇이든 물어보세요. 해당 부분과 페이지 링크를 보여 드리고, 답이 없으면 없다고 말씀드립니다.',
  thisSite: '이 사이트',
  askAbout: '“{heading}”에 대해 알려 줘',
};
