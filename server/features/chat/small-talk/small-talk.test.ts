import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder } from '../../../../bench/retrieval/sets.ts';
import { smallTalkOf, subjectOf } from './small-talk.ts';
import { type SmallTalkTopic } from './phrases.ts';

/** Utterances as typed: with punctuation, polite words, emoji and other capitals than in the tables. */
const utterances: Readonly<Record<string, Readonly<Partial<Record<SmallTalkTopic, readonly string[]>>>>> = {
  en: {
    greeting: [
      'Hi!',
      'Hello there :)',
      'hey 👋',
      'Good Morning!',
      'Helloooo',
      'HI',
      'Hello, my friend!',
      'hello again',
    ],
    thanks: [
      'Thank you!',
      'thx',
      'Ok, thanks!',
      'Thanks a lot 🙏',
      'Great, thank you very much!',
      'many thanks',
    ],
    goodbye: ['Bye!', 'see you later', 'Good night!', 'ok bye', 'Thanks, bye'],
    about: ['Who are you?', 'what are you', 'Hi, who are you?', 'Are you a bot?', "What's your name?"],
    help: [
      'help',
      'Help!!!',
      'What can you do?',
      'Can you help me, please?',
      'What can I ask here?',
      '?',
      '？？',
      'I have a question.',
      'idiot!',
      'no',
      '1',
    ],
    site: [
      'What is this site about?',
      'How many articles are there?',
      'summarise this site please',
      'Hi, what is this blog about?',
    ],
  },
  'zh-CN': {
    greeting: ['你好', '你好！', '您好～', '嗨', '早上好呀', '在吗？', '你好 👋', '哈喽'],
    thanks: ['谢谢', '谢谢你！', '好的，谢谢', '非常感谢🙏', '辛苦了', '谢谢啦~'],
    goodbye: ['再见', '拜拜～', '晚安', '我先走了，再见'],
    about: ['你是谁？', '你叫什么名字', '你是机器人吗？', '你好，你是谁', '自我介绍一下'],
    help: [
      '你能做什么？',
      '帮助',
      '你会什么',
      '我可以问什么？',
      '你好，你能帮我什么？',
      '有问题',
      '你真笨',
      '没有',
      '讲个笑话',
    ],
    site: ['这个网站是干什么的？', '有多少篇文章', '介绍一下本站', '你好，这是什么网站'],
  },
  'zh-TW': {
    greeting: ['哈囉！', '妳好', '在嗎？'],
    thanks: ['謝謝', '謝謝你！', '感謝🙏'],
    goodbye: ['再見', '掰掰'],
    about: ['你是誰？', '你叫什麼名字？'],
    help: ['你能做什麼？', '幫助', '我可以問什麼？'],
  },
  de: {
    greeting: ['Hallo!', 'Guten Tag', 'Moin', 'Hallo, wie geht es dir?'],
    thanks: ['Danke!', 'Vielen Dank', 'danke schön 🙂', 'Ok, danke'],
    goodbye: ['Tschüss', 'Auf Wiedersehen!', 'bis bald'],
    about: ['Wer bist du?', 'Bist du ein Roboter?', 'Wie heißt du?'],
    help: ['Hilfe', 'Was kannst du?', 'Kannst du mir helfen?', 'Was kann ich fragen?'],
  },
  fr: {
    greeting: ['Bonjour', 'Salut !', 'Coucou', 'Bonsoir !', 'Ça va ?'],
    thanks: ['Merci', 'Merci beaucoup !', 'Merci pour ton aide'],
    goodbye: ['Au revoir', 'À bientôt !', 'Bonne nuit'],
    about: ['Qui es-tu ?', 'Qui êtes-vous ?', "Comment t'appelles-tu ?", 'Es-tu un robot ?'],
    help: ['Aide', "Peux-tu m'aider ?", 'Que peux-tu faire ?', 'Que puis-je demander ?'],
  },
  es: {
    greeting: ['¡Hola!', 'Buenos días', 'Hola, ¿qué tal?', 'buenas'],
    thanks: ['Gracias', '¡Muchas gracias!', 'ok gracias'],
    goodbye: ['Adiós', '¡Hasta luego!', 'chao'],
    about: ['¿Quién eres?', '¿Eres un robot?', '¿Cómo te llamas?'],
    help: ['Ayuda', '¿Qué puedes hacer?', '¿Me puedes ayudar?', '¿Qué puedo preguntar?'],
  },
  pt: {
    greeting: ['Olá!', 'Oi', 'Bom dia', 'Oi, tudo bem?'],
    thanks: ['Obrigado!', 'Muito obrigada', 'valeu'],
    goodbye: ['Tchau', 'Até logo!', 'até mais'],
    about: ['Quem é você?', 'Você é um robô?', 'Qual é o seu nome?'],
    help: ['Ajuda', 'O que você pode fazer?', 'Pode me ajudar?', 'O que posso perguntar?'],
  },
  it: {
    greeting: ['Ciao!', 'Buongiorno', 'Salve', 'Ciao, come stai?'],
    thanks: ['Grazie', 'Grazie mille!', 'ok grazie'],
    goodbye: ['Arrivederci', 'A presto!', 'Buonanotte'],
    about: ['Chi sei?', 'Sei un robot?', 'Come ti chiami?'],
    help: ['Aiuto', 'Cosa puoi fare?', 'Puoi aiutarmi?', 'Cosa posso chiederti?'],
  },
  nl: {
    greeting: ['Hoi!', 'Goedemorgen', 'Goedendag'],
    thanks: ['Dank je wel', 'Bedankt!', 'hartelijk dank'],
    goodbye: ['Doei', 'Tot ziens!', 'Welterusten'],
    about: ['Wie ben je?', 'Ben je een robot?', 'Hoe heet je?'],
    help: ['Hulp', 'Wat kun je?', 'Kun je me helpen?', 'Wat kan ik vragen?'],
  },
  pl: {
    greeting: ['Cześć!', 'Dzień dobry', 'Witam'],
    thanks: ['Dziękuję', 'Dzięki!', 'bardzo dziękuję'],
    goodbye: ['Do widzenia', 'Na razie!', 'dobranoc'],
    about: ['Kim jesteś?', 'Czy jesteś robotem?', 'Jak masz na imię?'],
    help: ['Pomoc', 'Co potrafisz?', 'Czy możesz mi pomóc?', 'O co mogę zapytać?'],
  },
  ru: {
    greeting: ['Привет!', 'Здравствуйте', 'Добрый день', 'Привет, как дела?'],
    thanks: ['Спасибо', 'Большое спасибо!', 'спасибо за помощь'],
    goodbye: ['Пока', 'До свидания!', 'спокойной ночи'],
    about: ['Кто ты?', 'Ты робот?', 'Как тебя зовут?'],
    help: ['Помощь', 'Что ты умеешь?', 'Помоги, пожалуйста', 'Что можно спросить?'],
  },
  tr: {
    greeting: ['Merhaba!', 'Selam', 'Günaydın'],
    thanks: ['Teşekkürler', 'Çok teşekkür ederim!', 'sağ ol'],
    goodbye: ['Hoşça kal', 'Görüşürüz!', 'iyi geceler'],
    about: ['Sen kimsin?', 'Robot musun?', 'Adın ne?'],
    help: ['Yardım', 'Ne yapabilirsin?', 'Bana yardım eder misin?', 'Ne sorabilirim?'],
  },
  ja: {
    greeting: ['こんにちは', 'こんにちは！', 'おはようございます', 'はじめまして。'],
    thanks: ['ありがとう', 'ありがとうございます！', 'どうもありがとうございました。'],
    goodbye: ['さようなら', 'またね！', 'おやすみなさい'],
    about: ['あなたは誰ですか？', 'お名前は？', 'ロボットですか？'],
    help: ['ヘルプ', '何ができますか？', '助けてください', 'どんな質問ができますか？'],
  },
  ko: {
    greeting: ['안녕하세요', '안녕!', '반갑습니다'],
    thanks: ['감사합니다', '고마워요!', '네, 감사합니다'],
    goodbye: ['안녕히 계세요', '다음에 봐요!', '잘 자'],
    about: ['누구세요?', '이름이 뭐예요?', '로봇인가요?'],
    help: ['도와주세요', '뭘 할 수 있어요?', '무엇을 물어볼 수 있나요?', '질문 있어요'],
  },
  ar: {
    greeting: ['مرحبا', 'السلام عليكم', 'صباح الخير!'],
    thanks: ['شكرا', 'شكرا جزيلا!'],
    goodbye: ['وداعا', 'مع السلامة!'],
    about: ['من أنت؟', 'ما اسمك؟', 'هل أنت روبوت؟'],
    help: ['مساعدة', 'ماذا يمكنك أن تفعل؟', 'لدي سؤال'],
  },
  vi: {
    greeting: ['Xin chào!', 'Chào bạn', 'chào buổi sáng'],
    thanks: ['Cảm ơn', 'Cảm ơn bạn nhiều!'],
    goodbye: ['Tạm biệt', 'Hẹn gặp lại!'],
    about: ['Bạn là ai?', 'Bạn tên là gì?'],
    help: ['Giúp tôi với', 'Bạn có thể làm gì?', 'Tôi có thể hỏi gì?'],
  },
  th: {
    greeting: ['สวัสดีครับ', 'สวัสดีค่ะ', 'หวัดดี'],
    thanks: ['ขอบคุณครับ', 'ขอบคุณมากค่ะ'],
    goodbye: ['ลาก่อน', 'แล้วเจอกัน'],
    about: ['คุณคือใคร', 'คุณชื่ออะไร'],
    help: ['ช่วยด้วย', 'คุณทำอะไรได้บ้าง', 'ถามอะไรได้บ้าง'],
  },
};

/** Questions that begin with polite words, or consist of words that small talk uses too. */
const questions = [
  'Hello, how do I install it?',
  'hi, where are the backups?',
  'Thanks. And how do I restore them?',
  'help with WordPress',
  'Can you help me install WordPress?',
  'What can you do with intent routes?',
  'Who are you writing for?',
  '你好，怎么安装？',
  '你好请问如何备份',
  '谢谢，那怎么恢复？',
  '你能做什么样的导图？',
  '帮我写一篇文章',
  'Bonjour, comment installer WordPress ?',
  'Hallo, wie installiere ich das?',
  'Hola, ¿cómo lo instalo?',
  'Привет, как это установить?',
  'こんにちは、インストール方法は？',
  '안녕하세요, 어떻게 설치하나요?',
  '有多少篇文章被加精',
  'how many articles did you write about Rust?',
  'summarise this site policy',
  'do you speak German?',
  'who speaks Chinese?',
  '中文名怎么改',
  'why?',
  'C++',
  'C',
  'backup',
];

describe('small talk', () => {
  const all = Object.entries(utterances).flatMap(([language, byTopic]) =>
    Object.entries(byTopic).flatMap(([topic, texts]) => texts.map((text) => ({ language, topic, text }))),
  );

  test('TALK1: at least 98 of 100 utterances in 17 languages are recognized with the right topic', () => {
    const wrong = all.filter(({ text, topic }) => smallTalkOf(text)?.topic !== topic);
    expect(all.length).toBeGreaterThan(200);
    expect(wrong.length / all.length).toBeLessThanOrEqual(0.02);
  });

  test.each(questions)('TALK2: %j is a question', (question) => {
    expect(smallTalkOf(question)).toBeUndefined();
  });

  test.each([
    ['speak Chinese', 'zh-CN'],
    ['Can you speak German?', 'de'],
    ['in French please', 'fr'],
    ['说英文', 'en'],
    ['你会说日语吗？', 'ja'],
    ['auf Deutsch bitte', 'de'],
  ])('TALK1: %j is answered in that language', (text, language) => {
    expect(smallTalkOf(text)).toEqual({ topic: 'help', language });
  });

  test.each([
    ['搜索 redis', 'redis'],
    ['帮我找一下迁移的文章', '迁移'],
    ['search for heat pumps', 'heat pumps'],
    ['你好，帮我查一下运费', '运费'],
    ['articles about Rust', 'Rust'],
    ['搜索功能怎么用', '搜索功能怎么用'],
    ['找工作', '找工作'],
    ['怎么写一篇好的文章', '怎么写一篇好的文章'],
    ['我想看医生', '我想看医生'],
    ['Hi, how far is the lake? Thank you very much :)', 'how far is the lake?'],
    ['到湖边有多远，谢谢', '到湖边有多远'],
    ['Wie weit ist es zum See? Danke! 🙏', 'Wie weit ist es zum See?'],
    ['How do I say many thanks?', 'How do I say many thanks?'],
    ['Does it work with Node 24.1', 'Does it work with Node 24.1'],
  ])('TALK2: %j looks for %j', (text, subject) => {
    expect(subjectOf(text)).toBe(subject);
  });

  test.each([
    'I would like to speak with someone, please',
    'hello, how do I get in touch?',
    'who runs this website',
    '麻烦转接人工客服，谢谢',
    '這篇文章的作者是誰？',
    'Wie erreiche ich euch?',
    'Ich möchte mit einem Mitarbeiter sprechen',
    'je souhaite vous contacter',
    'Quiero hablar con un agente, por favor',
    'gostaria de falar com uma pessoa',
    'соедините меня с оператором',
    'お問い合わせ先を教えてください',
    '担当者に繋いでください',
    '상담원 연결해 주세요',
  ])('TALK4: %j wants a person', (text) => {
    expect(smallTalkOf(text)?.topic).toBe('contact');
  });

  test.each([
    'How do I message someone in a channel?',
    'Who wrote Hamlet?',
    'contact form plugin',
    'operator',
    '作者权限怎么设置',
    '怎么联系数据库',
    'Wie erstelle ich ein Kontaktformular?',
    'comment contacter un serveur distant',
  ])('TALK4: %j is a question', (text) => {
    expect(smallTalkOf(text)).toBeUndefined();
  });

  test('TALK2: no question of the evaluation sets is small talk', () => {
    const sets = ['zh-cmrc', 'en-squad', 'en-covid-faq', 'site-howtocook-zh', 'site-handbook-en'];
    const asked = sets
      .flatMap((set) =>
        ['queries', 'queries_noanswer', 'queries_zh'].map((name) => join(folder, set, `${name}.jsonl`)),
      )
      .filter((file) => existsSync(file))
      .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
      .map((line): { text: string } => JSON.parse(line));
    expect(asked.filter(({ text }) => smallTalkOf(text))).toEqual([]);
  });
});
