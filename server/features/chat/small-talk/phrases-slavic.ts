import type { SmallTalkPhrases } from './phrases.ts';

const list = (phrases: string) => phrases.split('|');

export const slavicPhrases: readonly SmallTalkPhrases[] = [
  {
    language: 'ru',
    phrases: {
      greeting: list(
        'привет|приветик|всем привет|привет всем|здравствуй|здравствуйте|здрасте|здрасьте|добрый день|' +
          'доброе утро|добрый вечер|доброго дня|доброго времени суток|хай|салют|как дела|как ты|как вы|' +
          'как поживаешь|как жизнь|ты тут|вы тут|ты здесь|есть кто|есть кто нибудь|кто нибудь есть|алло|' +
          'рад познакомиться|приятно познакомиться|тест|проверка|приветствую',
      ),
      thanks: list(
        'спасибо|спасибо большое|большое спасибо|огромное спасибо|спасибо огромное|спс|благодарю|' +
          'благодарю вас|спасибо за помощь|спасибо вам|спасибо тебе|спасибо за ответ|спасибо вам большое|' +
          'хорошо спасибо|ок спасибо|отлично|супер|прекрасно|здорово|класс|круто|понятно|понял|поняла|ясно|' +
          'хорошо|ладно|ок|окей|молодец|нет спасибо|это всё|это все|всё понятно',
      ),
      goodbye: list(
        'пока|пока пока|до свидания|до встречи|до скорого|до завтра|всего доброго|всего хорошего|прощай|' +
          'прощайте|спокойной ночи|доброй ночи|хорошего дня|бывай|увидимся|мне пора',
      ),
      about: list(
        'кто ты|ты кто|кто ты такой|кто вы|вы кто|кто вы такой|кто это|что ты|что ты такое|что это|' +
          'как тебя зовут|как вас зовут|как твое имя|как твоё имя|твоё имя|представься|представьтесь|' +
          'расскажи о себе|расскажите о себе|ты бот|ты робот|ты человек|вы бот|вы робот|вы человек|это бот|' +
          'ты живой|ты ии|ты искусственный интеллект|ты нейросеть|ты chatgpt|ты чатгпт|какая ты модель|' +
          'что ты за модель|кто тебя создал|кто тебя сделал|кто тебя разработал|кто вас создал|' +
          'с кем я говорю|с кем я разговариваю|сколько тебе лет',
      ),
      help: list(
        'помощь|помоги|помогите|помоги мне|помогите мне|помоги пожалуйста|помогите пожалуйста|' +
          'нужна помощь|мне нужна помощь|можешь помочь|вы можете помочь|ты можешь помочь|можете помочь|' +
          'ты можешь мне помочь|вы можете мне помочь|можешь мне помочь|что ты умеешь|что вы умеете|' +
          'что умеешь|что ты можешь|что вы можете|что ты можешь делать|что ты умеешь делать|' +
          'что ты можешь сделать|чем ты можешь помочь|чем вы можете помочь|чем можешь помочь|' +
          'чем можете помочь|чем ты полезен|как ты можешь помочь|как ты можешь мне помочь|' +
          'что можно спросить|что можно спрашивать|что я могу спросить|о чём можно спросить|' +
          'о чем можно спросить|что у тебя можно спросить|какие вопросы можно задать|' +
          'какие вопросы можно задавать|на какие вопросы ты отвечаешь|что ты знаешь|как ты работаешь|' +
          'как это работает|как тобой пользоваться|как пользоваться|у меня вопрос|у меня есть вопрос|' +
          'есть вопрос|вопрос|можно вопрос|можно спросить|можно задать вопрос|справка|меню|зачем ты нужен|' +
          'для чего ты',
      ),
    },
    courtesies: list(
      'пожалуйста|плиз|друг|дружище|уважаемый|бот|помощник|ассистент|ну|а|и|так|ещё|еще|да|ок|там|тебе|вам|всем|же',
    ),
  },
  {
    language: 'uk',
    phrases: {
      greeting: list(
        'привіт|вітаю|добрий день|доброго ранку|добрий ранок|добрий вечір|доброго дня|як справи|як ти|' +
          'є хтось',
      ),
      thanks: list(
        'дякую|дуже дякую|щиро дякую|дякую за допомогу|спасибі|красно дякую|добре дякую|ні дякую|чудово',
      ),
      goodbye: list('бувай|до побачення|до зустрічі|на все добре|добраніч|гарного дня|папа'),
      about: list(
        'хто ти|хто ти такий|хто ви|що ти таке|як тебе звати|як вас звати|розкажи про себе|ти бот|' +
          'ти робот|ти людина|хто тебе створив',
      ),
      help: list(
        'допомога|допоможи|допоможіть|допоможи мені|мені потрібна допомога|потрібна допомога|' +
          'можеш допомогти|ви можете допомогти|що ти вмієш|що ти можеш|що ви вмієте|чим можеш допомогти|' +
          'чим ти можеш допомогти|про що можна запитати|що можна запитати|які питання можна поставити|' +
          'у мене є питання|у мене питання|є питання',
      ),
    },
    courtesies: list('будь ласка|прошу|друже|ну'),
  },
  {
    language: 'pl',
    phrases: {
      greeting: list(
        'cześć|czesc|hej wszystkim|siema|siemka|witam|witaj|witajcie|dzień dobry|dzien dobry|' +
          'dobry wieczór|dobry|halo|jak się masz|jak sie masz|co słychać|co slychac|jak leci|' +
          'czy ktoś tu jest|jest tu ktoś|jesteś tam|miło mi|miło cię poznać',
      ),
      thanks: list(
        'dziękuję|dziekuje|dzięki|dzieki|dziękuję bardzo|bardzo dziękuję|wielkie dzięki|dzięki wielkie|' +
          'serdecznie dziękuję|dziękuję za pomoc|dzięki za pomoc|ok dzięki|dobrze dziękuję|super dzięki|' +
          'świetnie|doskonale|rozumiem|zrozumiałem|zrozumiałam|dobrze|w porządku|nie dziękuję|to wszystko|' +
          'jasne',
      ),
      goodbye: list(
        'do widzenia|do zobaczenia|na razie|pa pa|papa|do jutra|dobranoc|miłego dnia|miłego wieczoru|' +
          'żegnaj|trzymaj się|do usłyszenia',
      ),
      about: list(
        'kim jesteś|kim jestes|kto to|kto to jest|kim pan jest|kim pani jest|czym jesteś|co to jest|' +
          'jak masz na imię|jak się nazywasz|jak sie nazywasz|twoje imię|przedstaw się|opowiedz o sobie|' +
          'jesteś botem|jesteś robotem|jesteś człowiekiem|czy jesteś botem|czy jesteś robotem|' +
          'czy jesteś człowiekiem|czy jesteś prawdziwy|czy jesteś ai|czy jesteś sztuczną inteligencją|' +
          'jesteś chatgpt|kto cię stworzył|kto cie stworzyl|kto cię zrobił|jakim modelem jesteś|' +
          'z kim rozmawiam|ile masz lat',
      ),
      help: list(
        'pomoc|pomóż|pomóż mi|pomocy|proszę o pomoc|potrzebuję pomocy|potrzebuje pomocy|możesz mi pomóc|' +
          'czy możesz mi pomóc|czy może mi pan pomóc|możesz pomóc|co potrafisz|co umiesz|co możesz zrobić|' +
          'co mozesz zrobic|co możesz dla mnie zrobić|co robisz|w czym możesz pomóc|w czym możesz mi pomóc|' +
          'jak możesz mi pomóc|o co mogę zapytać|o co mogę pytać|o co mogę cię zapytać|o co można zapytać|' +
          'jakie pytania mogę zadać|jakie pytania mogę zadawać|na jakie pytania odpowiadasz|co wiesz|' +
          'jak działasz|jak to działa|jak z ciebie korzystać|mam pytanie|mam jedno pytanie|pytanie|' +
          'czy mogę o coś zapytać|mogę o coś zapytać|czy mogę zadać pytanie|do czego służysz',
      ),
    },
    courtesies: list('proszę|prosze|przyjacielu|panie|pani|no|a|i|to|tak|ok|jeszcze|asystencie|bocie'),
  },
  {
    language: 'cs',
    phrases: {
      greeting: list(
        'ahoj|ahoj všichni|čau|nazdar|dobrý den|dobré ráno|dobrý večer|jak se máš|jak se máte|je tu někdo',
      ),
      thanks: list(
        'děkuji|děkuju|díky|díky moc|moc děkuji|mockrát děkuji|děkuji za pomoc|ok díky|ne děkuji|výborně',
      ),
      goodbye: list('na shledanou|nashledanou|sbohem|dobrou noc|mějte se|měj se|hezký den|zatím ahoj'),
      about: list(
        'kdo jsi|kdo jste|co jsi|jak se jmenuješ|jak se jmenujete|představ se|řekni něco o sobě|jsi robot|' +
          'jsi bot|jsi člověk|kdo tě vytvořil',
      ),
      help: list(
        'pomoc prosím|pomoz mi|pomozte mi|můžeš mi pomoct|můžete mi pomoci|potřebuji pomoc|co umíš|' +
          'co dokážeš|co umíte|s čím mi můžeš pomoct|s čím můžeš pomoct|na co se můžu zeptat|' +
          'na co se tě mohu zeptat|mám otázku|jak funguješ',
      ),
    },
    courtesies: list('prosím|příteli'),
  },
];
