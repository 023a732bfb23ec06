import type { SmallTalkPhrases } from './phrases.ts';

const list = (phrases: string) => phrases.split('|');

const of = (language: string, site: string): SmallTalkPhrases => ({
  language,
  phrases: { site: list(site) },
  courtesies: [],
});

/** Questions about the site as a whole: its subject and the number of its articles. */
export const sitePhrases: readonly SmallTalkPhrases[] = [
  of(
    'en',
    'what is this site about|what is this website about|whats this site about|whats this website about|what is this blog about|whats this blog about|' +
      'what is this site|what is this website|what is this page about|what is on this site|whats on this site|what is here|what do you have|' +
      'what articles do you have|what articles are there|which articles are there|what topics do you cover|which topics do you cover|what topics are there|' +
      'what topics are covered|list all articles|list of articles|show all articles|all articles|how many articles are there|how many articles do you have|' +
      'how many articles are on this site|how many articles does this site have|how many posts are there|how many posts do you have|how many pages are there|' +
      'how many pages does this site have|number of articles|summarise this site|summarize this site|summarise this website|summarize this website|' +
      'summarise the site|summarize the site|summary of this site|describe this site|describe this website|tell me about this site|tell me about this website|' +
      'tell me about this blog|give me an overview|overview of this site|about this site|about this website|what can i find here|what can i read here',
  ),
  of(
    'zh-CN',
    '这个网站是讲什么的|这个网站是做什么的|这个网站是干什么的|这个网站是干嘛的|这个网站是关于什么的|这个网站讲什么|这是什么网站|这是个什么网站|这个网站有什么|网站介绍|本站介绍|' +
      '介绍一下本站|介绍本站|介绍一下这个网站|介绍这个网站|介绍一下网站|介绍下这个网站|介绍一下你们网站|本站是做什么的|本站是干什么的|本站讲什么|你们网站是做什么的|你们网站是干什么的|' +
      '这个博客是讲什么的|这个博客讲什么|这个博客是写什么的|这个博客写什么|介绍一下这个博客|总结一下这个网站|总结这个网站|总结一下本站|总结本站|总结一下网站内容|概括一下这个网站|' +
      '有哪些文章|有什么文章|都有什么文章|都有哪些文章|这里有哪些文章|这里有什么|这里都有什么|有哪些内容|有什么内容|都有什么内容|主要内容是什么|主要讲什么|主要写什么|都写了什么|有哪些主题|有哪些话题|' +
      '有多少文章|有多少篇文章|有几篇文章|一共有多少文章|一共有多少篇文章|一共有几篇文章|一共多少篇文章|总共有多少文章|总共有多少篇文章|总共有几篇文章|本站有多少文章|本站有多少篇文章|本站一共有多少篇文章|' +
      '这个网站有多少文章|这个网站有多少篇文章|网站有多少篇文章|这里有多少文章|这里有多少篇文章|文章数量|文章总数|所有文章|全部文章|列出所有文章',
  ),
  of(
    'zh-TW',
    '這個網站是講什麼的|這個網站是做什麼的|這個網站是幹嘛的|這個網站講什麼|這是什麼網站|這個網站有什麼|網站介紹|介紹一下本站|介紹一下這個網站|總結一下這個網站|有哪些文章|有什麼文章|有哪些內容|有什麼內容|' +
      '有多少文章|有多少篇文章|有幾篇文章|一共有多少篇文章|一共有幾篇文章|總共有多少篇文章|總共有幾篇文章|這個網站有多少篇文章|這個部落格是講什麼的|所有文章',
  ),
  of(
    'de',
    'worum geht es hier|worum geht es auf dieser seite|worum geht es auf dieser website|worum gehts hier|was ist das für eine seite|was ist das für eine website|' +
      'was gibt es hier|was finde ich hier|welche artikel gibt es|welche themen gibt es|wie viele artikel gibt es|wie viele artikel gibt es hier|wie viele beiträge gibt es|' +
      'alle artikel|fasse diese seite zusammen|fass die seite zusammen|fasse die website zusammen|über diese seite|über diese website',
  ),
  of(
    'fr',
    'de quoi parle ce site|de quoi parle ce blog|de quoi traite ce site|quel est ce site|cest quoi ce site|quest ce que ce site|que trouve t on ici|quels articles y a t il|' +
      'quels sujets abordez vous|combien darticles y a t il|combien y a t il darticles|combien darticles avez vous|tous les articles|résume ce site|résumez ce site|présentez ce site|présente ce site',
  ),
  of(
    'es',
    'de qué trata este sitio|de que trata este sitio|de qué trata esta web|de que trata esta web|de qué va esta web|de qué trata esta página|de que trata esta pagina|de qué trata este blog|qué es este sitio|qué es esta web|' +
      'qué hay aquí|qué artículos hay|qué temas hay|cuántos artículos hay|cuantos articulos hay|cuántos artículos tiene|todos los artículos|resume este sitio|resume esta web|resuma este sitio',
  ),
  of(
    'pt',
    'do que trata este site|sobre o que é este site|sobre o que é esse site|o que é este site|o que é esse site|do que se trata este site|do que trata este blog|o que tem aqui|que artigos há|quais artigos existem|' +
      'quais são os temas|quantos artigos há|quantos artigos existem|quantos artigos tem|todos os artigos|resuma este site|resume este site|resumir este site',
  ),
  of(
    'ru',
    'о чём этот сайт|о чем этот сайт|про что этот сайт|что это за сайт|о чём этот блог|о чем этот блог|что здесь есть|какие статьи есть|какие есть статьи|какие темы есть|сколько здесь статей|сколько статей на сайте|' +
      'сколько всего статей|сколько статей|все статьи|расскажи об этом сайте|расскажите об этом сайте|кратко о сайте|опиши этот сайт',
  ),
  of(
    'ja',
    'このサイトは何ですか|これは何のサイトですか|何のサイトですか|このサイトについて|このサイトについて教えて|このサイトについて教えてください|このサイトを要約して|どんな記事がありますか|どんな内容がありますか|' +
      '記事はいくつありますか|記事は何件ありますか|記事はいくつ|記事は何本ありますか|記事一覧|すべての記事',
  ),
  of(
    'ko',
    '이 사이트는 무엇인가요|이 사이트는 뭐예요|이 사이트는 뭐하는 곳이에요|이 사이트는 어떤 사이트인가요|무슨 사이트예요|무슨 사이트인가요|이 사이트에 대해 알려줘|이 사이트에 대해 알려 줘|이 사이트 요약해줘|어떤 글이 있나요|' +
      '글이 몇 개 있나요|글이 몇 개예요|글이 몇 개 있어요|글은 몇 개 있나요|모든 글|글 목록',
  ),
];

/** Names of a language: in English, in Chinese, and the phrases of its own that ask for it. */
interface LanguageNames {
  readonly language: string;
  readonly english: readonly string[];
  readonly chinese: readonly string[];
  readonly own: string;
}

const languages: readonly LanguageNames[] = [
  { language: 'en', english: ['english'], chinese: ['英文', '英语', '英語'], own: 'english only' },
  {
    language: 'zh-CN',
    english: ['chinese', 'mandarin', 'simplified chinese'],
    chinese: ['中文', '汉语', '普通话', '国语', '简体中文', '简体'],
    own: '有中文吗|auf chinesisch|en chinois|en chino|по китайски|中国語で|중국어로',
  },
  {
    language: 'zh-TW',
    english: ['traditional chinese'],
    chinese: ['繁體中文', '繁體', '繁体中文', '繁体', '國語'],
    own: '說中文|講中文|請說中文|請用中文|用中文回答|請用中文回答|會說中文嗎|你會說中文嗎',
  },
  {
    language: 'de',
    english: ['german'],
    chinese: ['德语', '德文', '德語'],
    own: 'auf deutsch|auf deutsch bitte|deutsch bitte|sprich deutsch|bitte deutsch|sprichst du deutsch|sprechen sie deutsch|kannst du deutsch|können sie deutsch|antworte auf deutsch',
  },
  {
    language: 'fr',
    english: ['french'],
    chinese: ['法语', '法文', '法語'],
    own: 'en français|en français svp|en français sil vous plaît|parle français|parlez français|parlez vous français|tu parles français|vous parlez français|réponds en français|répondez en français',
  },
  {
    language: 'es',
    english: ['spanish'],
    chinese: ['西班牙语', '西班牙文', '西班牙語'],
    own: 'en español|en español por favor|habla español|hablas español|habla en español|hablas en español|habla usted español|responde en español|puedes hablar español',
  },
  {
    language: 'pt',
    english: ['portuguese'],
    chinese: ['葡萄牙语', '葡语', '葡萄牙語'],
    own: 'em português|em português por favor|fala português|fale português|fale em português|você fala português|responda em português',
  },
  {
    language: 'ru',
    english: ['russian'],
    chinese: ['俄语', '俄文', '俄語'],
    own: 'на русском|по русски|говори по русски|говорите по русски|ты говоришь по русски|вы говорите по русски|отвечай по русски|на русском пожалуйста',
  },
  {
    language: 'ja',
    english: ['japanese'],
    chinese: ['日语', '日文', '日語'],
    own: '日本語で|日本語でお願いします|日本語で話して|日本語で答えて|日本語を話せますか|日本語話せますか|日本語はできますか|日本語わかりますか',
  },
  {
    language: 'ko',
    english: ['korean'],
    chinese: ['韩语', '韩文', '韓語', '韓文'],
    own: '한국어로|한국어로 해줘|한국어로 해 주세요|한국어로 말해줘|한국어로 답해줘|한국어 할 수 있어요|한국어 할 줄 알아요|한국어 가능해요',
  },
];

const inEnglish = (name: string): readonly string[] => [
  `speak ${name}`,
  `can you speak ${name}`,
  `${name} please`,
  `in ${name}`,
  `in ${name} please`,
  `talk in ${name}`,
  `answer in ${name}`,
  `reply in ${name}`,
  `write in ${name}`,
  `speak in ${name}`,
  `switch to ${name}`,
  `use ${name}`,
];

const inChinese = (name: string): readonly string[] => [
  `说${name}`,
  `讲${name}`,
  `用${name}`,
  `请说${name}`,
  `请讲${name}`,
  `请用${name}`,
  `用${name}回答`,
  `请用${name}回答`,
  `用${name}说`,
  `会说${name}吗`,
  `你会说${name}吗`,
  `能说${name}吗`,
  `你能说${name}吗`,
  `可以说${name}吗`,
  `会${name}吗`,
  `你会${name}吗`,
  `说${name}吧`,
];

/** Requests to go on in a language, which are answered in it: "speak Chinese", 说英文. "Do you speak German?" may be asked of the house. */
export const languagePhrases: readonly SmallTalkPhrases[] = languages.map(
  ({ language, english, chinese, own }) => ({
    language,
    phrases: { help: [...english.flatMap(inEnglish), ...chinese.flatMap(inChinese), ...list(own)] },
    courtesies: [],
  }),
);
