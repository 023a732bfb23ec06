import type { AnswerTexts } from './answer-texts.ts';

export const ja: AnswerTexts = {
  quotedFrom: '{place}より：',
  close: '直接の回答は見つかりませんでしたが、次の箇所が最も近い内容です。',
  notCovered: 'このサイトの記事には、この質問への回答がありません。',
  otherLanguage:
    'このサイトの記事は質問とは別の言語（{language}）で書かれており、記事の中の言葉でしか探せません。サイトの言語で質問してください。',
  greeting: 'こんにちは！{site}の記事をもとに質問にお答えします。何を知りたいですか？',
  thanks: 'どういたしまして！ほかにも知りたいことがあればお尋ねください。',
  goodbye: 'さようなら！質問があればいつでもどうぞ。',
  about: '{site}のアシスタントです。ここで公開されている記事だけをもとに答え、出典を示します。',
  help: '{site}の記事に書かれていることなら、文章でもキーワードでも質問できます。該当する箇所とページへのリンクを示し、見つからないときはそうお伝えします。',
  thisSite: 'このサイト',
  askAbout: '「{heading}」について教えて',
};
