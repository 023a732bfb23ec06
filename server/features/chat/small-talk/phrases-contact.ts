import type { SmallTalkPhrases } from './phrases.ts';

const list = (phrases: string) => phrases.split('|');

/** Wishes to reach a person in one language: what is asked, as beginnings, whom it is about, and whole utterances. */
interface Wishes {
  readonly language: string;
  /** Beginnings before a person, each with and without one of the openings. */
  readonly openings?: string;
  readonly reach?: string;
  readonly people?: string;
  /** The same of those who can only be the site's own: “how do I message someone” may ask for a function. */
  readonly write?: string;
  readonly ours?: string;
  readonly whole: string;
  /** Between the parts; none in scripts without blanks. */
  readonly blank?: '' | ' ';
}

function of({
  language,
  openings = '',
  reach = '',
  people = '',
  write = '',
  ours = '',
  whole,
  blank = ' ',
}: Wishes): SmallTalkPhrases {
  const wishes = (verbs: string, persons: string) =>
    ['', ...list(openings)].flatMap((opening) =>
      list(verbs).flatMap((verb) =>
        list(persons).map((person) => [opening, verb, person].filter(Boolean).join(blank)),
      ),
    );
  const contact = [
    ...list(whole),
    ...(reach === '' ? [] : wishes(reach, people)),
    ...(write === '' ? [] : wishes(write, ours)),
  ];
  return { language, phrases: { contact }, courtesies: [] };
}

/** "I want to talk to a person", “转人工”, "Who wrote this?": what the site's contact answers. */
export const contactPhrases: readonly SmallTalkPhrases[] = [
  of({
    language: 'en',
    openings:
      'i want to|i would like to|id like to|can i|could i|may i|how can i|how do i|how could i|let me|i need to|where can i|is there a way to|i wish to|i wanna|can you let me',
    reach:
      'talk to|talk with|speak to|speak with|chat with|reach|contact|get in touch with|write to|message|email|get hold of|connect with',
    people:
      'a human|a human being|a real human|a real person|a person|an actual person|a live person|someone|somebody|a human agent|an agent|a live agent|a representative|an operator|an employee|a member of staff|staff|support|customer support|customer service|the support team|the team|your team|the owner|the site owner|the authors|the webmaster|the admin|the editor|the people behind this site|humans|people',
    write: 'reach|contact|get in touch with|get hold of|write to|email|message|talk to|speak to',
    ours: 'you|you directly|you guys|your team|your support|the support team|customer support|customer service|the owner of this site|the site owner|the author of this article|the authors|the webmaster|the blogger|the editors|the people behind this site',
    whole:
      'human please|real person|real human|live agent|customer service|customer support|support team|contact|contact us|contact you|contact details|contact information|contact info|contact page|contact form|how to contact you|how to contact|how to contact the author|how to contact support|how to reach you|get in touch|how do i get in touch|how can i get in touch|how to get in touch|i want to get in touch|i want to complain|make a complaint|i have a complaint|' +
      'connect me to a human|connect me with a human|connect me to a person|connect me to an agent|transfer me to a human|transfer me to an agent|put me through to a person|put me through to someone|put me through to a human|i want a human|i need a human|i want a real person|i need a real person|i want to talk to a human being not a bot|i dont want to talk to a bot|not a bot|stop the bot|give me a human|is there a human|is there a real person|is there anyone i can talk to|is there someone i can talk to|can a human help me|can someone call me|can someone help me|' +
      'who wrote this|who wrote this article|who wrote this page|who wrote this post|who wrote it|who is the author|whos the author|who is the author of this site|who is the author of this article|who is the author of this page|who runs this site|who runs this website|who owns this site|who owns this website|who is behind this site|who is behind this website|who made this site|who made this website|who is responsible for this site|who maintains this site|who writes here|imprint|legal notice',
  }),
  of({
    language: 'zh-CN',
    blank: '',
    openings:
      '我要|我想|我想要|我想和|我想跟|我想找|我要找|能不能|能否|可以|可不可以|怎么|如何|怎样|请帮我|帮我|请|麻烦',
    reach: '转|找|接|联系|联络|咨询|转接|呼叫',
    people:
      '人工|人工客服|真人|真人客服|客服|在线客服|客服人员|人工服务|站长|作者|博主|网站管理员|你们|你们客服|工作人员|负责人|本站',
    whole:
      '人工|人工客服|人工服务|真人|真人客服|客服|在线客服|联系方式|联系我们|联系你们|怎么联系|怎么联系你|怎么联系你们|如何联系|如何联系你|如何联系你们|怎样联系你们|怎么才能联系到你们|怎么找到你们|你们的联系方式|你的联系方式|你们的联系方式是什么|联系方式是什么|联系方式是多少|有联系方式吗|有没有联系方式|有客服吗|有没有客服|有人工吗|有没有人工|有人工客服吗|有没有人工客服|有真人吗|客服在哪|客服在哪里|客服在吗|作者的联系方式|站长的联系方式|博主的联系方式|站长联系方式|作者联系方式|博主联系方式|' +
      '我想和真人说话|我想跟真人说话|我想和人说话|我想跟人聊|我想和真人聊|我要和真人说话|我要跟真人说话|我不想和机器人说话|不要机器人|别用机器人|我要投诉|投诉|我想投诉|怎么投诉|如何投诉|' +
      '这是谁写的|这篇文章是谁写的|这是谁写的文章|谁写的|是谁写的|谁写的这篇文章|这篇是谁写的|作者是谁|作者是谁啊|文章作者是谁|这篇文章的作者是谁|这个网站是谁做的|这个网站是谁的|这个网站是谁开的|这个博客是谁写的|这个博客是谁的|网站是谁做的|谁做的这个网站|谁运营这个网站|这个网站是谁运营的|站长是谁|博主是谁|网站负责人是谁|本站作者|本站作者是谁',
  }),
  of({
    language: 'zh-TW',
    blank: '',
    openings: '我要|我想|我想要|我想找|我要找|能不能|能否|可以|可不可以|怎麼|如何|怎樣|請幫我|幫我|請|麻煩',
    reach: '轉|找|接|聯絡|聯繫|轉接|諮詢',
    people: '真人|真人客服|客服|線上客服|客服人員|人工客服|專人|站長|作者|版主|你們|工作人員|負責人|本站',
    whole:
      '真人|真人客服|客服|線上客服|人工客服|聯絡方式|聯繫方式|聯絡我們|聯絡你們|怎麼聯絡|怎麼聯絡你|怎麼聯絡你們|怎麼聯繫你們|如何聯絡|如何聯絡你們|如何聯繫你們|你們的聯絡方式|聯絡方式是什麼|有聯絡方式嗎|有客服嗎|有真人嗎|有沒有客服|作者的聯絡方式|站長的聯絡方式|我想和真人說話|我想跟真人說話|我要跟真人說話|不要機器人|我要投訴|我要客訴|投訴|客訴|' +
      '這是誰寫的|這篇文章是誰寫的|誰寫的|是誰寫的|作者是誰|這篇文章的作者是誰|這個網站是誰做的|這個網站是誰的|這個部落格是誰寫的|站長是誰|誰經營這個網站',
  }),
  of({
    language: 'de',
    whole:
      [
        '',
        'ich möchte ',
        'ich will ',
        'ich würde gerne ',
        'ich würde gern ',
        'kann ich ',
        'könnte ich ',
        'wie kann ich ',
        'darf ich ',
      ]
        .flatMap((opening) =>
          [
            'mit einem menschen',
            'mit einem echten menschen',
            'mit einer person',
            'mit einer echten person',
            'mit jemandem',
            'mit einem mitarbeiter',
            'mit einem berater',
            'mit dem support',
            'mit dem kundendienst',
            'mit dem kundenservice',
            'mit dem autor',
            'mit dem betreiber',
            'mit euch',
            'mit ihnen',
          ].flatMap((person) =>
            ['sprechen', 'reden', 'schreiben', 'chatten', 'kontakt aufnehmen', 'telefonieren'].map(
              (verb) => `${opening}${person} ${verb}`,
            ),
          ),
        )
        .join('|') +
      '|einen menschen bitte|echter mensch|kundendienst|kundenservice|kontakt|kontaktdaten|kontaktformular|kontaktmöglichkeiten|kontakt aufnehmen|impressum|wie kann ich euch kontaktieren|wie kann ich sie kontaktieren|wie kontaktiere ich euch|wie kontaktiere ich sie|wie erreiche ich euch|wie erreiche ich sie|wie kann ich euch erreichen|wie kann ich sie erreichen|wie erreiche ich einen menschen|wie erreiche ich den support|wie nehme ich kontakt auf|wie kann ich kontakt aufnehmen|gibt es einen kontakt|verbinden sie mich mit einem menschen|verbinde mich mit einem menschen|verbinden sie mich mit einem mitarbeiter|ich brauche einen menschen|ich will einen menschen|ich will keinen bot|ich möchte mich beschweren|beschwerde|' +
      'wer hat das geschrieben|wer hat diesen artikel geschrieben|wer hat diese seite geschrieben|wer ist der autor|wer ist die autorin|wer schreibt hier|wem gehört diese seite|wem gehört diese website|wer betreibt diese seite|wer betreibt diese website|wer steckt hinter dieser seite|wer steckt hinter dieser website',
  }),
  of({
    language: 'fr',
    openings:
      'je veux|je voudrais|jaimerais|puis je|est ce que je peux|comment puis je|je souhaite|comment|pourrais je|je peux',
    reach: 'parler à|parler avec|discuter avec|contacter|joindre|écrire à|entrer en contact avec',
    people:
      'un humain|un être humain|une personne|une vraie personne|une personne réelle|quelquun|un conseiller|un agent|un opérateur|le support|le service client|léquipe|lauteur|le webmaster|ladministrateur|le responsable|le responsable du site|le propriétaire du site|vous',
    whole:
      'une vraie personne|service client|contact|contacts|contactez nous|nous contacter|vous contacter|coordonnées|formulaire de contact|mentions légales|comment vous contacter|comment vous joindre|comment puis je vous contacter|comment puis je vous joindre|puis je vous contacter|je veux vous contacter|je voudrais vous contacter|je souhaite vous contacter|parler au support|parler au service client|je veux parler au support|je ne veux pas parler à un robot|pas un robot|je veux faire une réclamation|réclamation|je veux me plaindre|mettez moi en relation avec quelquun|' +
      'qui a écrit ça|qui a écrit ceci|qui a écrit cela|qui a écrit cet article|qui a écrit cette page|qui est lauteur|qui est lauteure|qui est lauteur de cet article|qui est lauteur de ce site|qui est derrière ce site|à qui appartient ce site|qui gère ce site|qui sont les auteurs',
  }),
  of({
    language: 'es',
    openings: 'quiero|quisiera|me gustaría|puedo|podría|cómo puedo|como puedo|necesito|deseo|dónde puedo',
    reach:
      'hablar con|chatear con|contactar con|contactar a|comunicarme con|ponerme en contacto con|escribir a|contactar',
    people:
      'un humano|una persona|una persona real|una persona de verdad|alguien|un agente|un asesor|un operador|un representante|soporte|el soporte|atención al cliente|el equipo|el autor|la autora|el administrador|el responsable|el dueño|el propietario|ustedes|vosotros|usted',
    whole:
      'una persona real|atención al cliente|contacto|contactar|contáctenos|contacta con nosotros|datos de contacto|información de contacto|formulario de contacto|aviso legal|cómo contactar|como contactar|cómo contactarlos|como contactarlos|cómo contactaros|cómo los contacto|como los contacto|cómo puedo contactarlos|como puedo contactarlos|cómo puedo contactaros|cómo me pongo en contacto|no quiero hablar con un robot|no quiero un robot|páseme con una persona|pásame con una persona|quiero poner una queja|quiero reclamar|queja|' +
      'quién escribió esto|quien escribió esto|quien escribio esto|quién escribió este artículo|quien escribio este articulo|quién ha escrito esto|quién es el autor|quien es el autor|quién es la autora|de quién es este sitio|de quien es este sitio|de quién es esta web|quién está detrás de este sitio|quién administra este sitio',
  }),
  of({
    language: 'pt',
    openings: 'quero|queria|gostaria de|posso|poderia|como posso|preciso|como',
    reach:
      'falar com|conversar com|contatar|contactar|entrar em contato com|entrar em contacto com|escrever para',
    people:
      'um humano|uma pessoa|uma pessoa real|uma pessoa de verdade|alguém|um atendente|um agente|um operador|o suporte|o atendimento|a equipe|a equipa|o autor|a autora|o administrador|o responsável|o dono|o dono do site|vocês|você',
    whole:
      'atendente humano|pessoa real|atendimento|contato|contacto|contatos|fale conosco|dados de contato|informações de contato|formulário de contato|como contatar vocês|como contatá los|como entrar em contato|como entro em contato|como posso entrar em contato|como faço para entrar em contato|não quero falar com um robô|não quero um robô|me passa para um atendente|quero fazer uma reclamação|reclamação|' +
      'quem escreveu isto|quem escreveu isso|quem escreveu este artigo|quem escreveu esse artigo|quem é o autor|quem é a autora|de quem é este site|de quem é esse site|quem está por trás deste site|quem administra este site',
  }),
  of({
    language: 'ru',
    openings: 'хочу|я хочу|хотел бы|хотела бы|я хотел бы|можно|могу ли я|как|как мне|как можно|мне нужно',
    reach: 'поговорить с|связаться с|соединиться с|пообщаться с|написать',
    people:
      'человеком|живым человеком|оператором|живым оператором|сотрудником|кем нибудь|поддержкой|службой поддержки|техподдержкой|автором|авторами|администратором|владельцем сайта|редакцией|вами|автору|администратору|в поддержку|вам',
    whole:
      'живой человек|позовите человека|позовите оператора|соедините с оператором|соедините меня с оператором|переключите на оператора|переключи на оператора|нужен человек|нужен оператор|контакты|ваши контакты|контактная информация|контактные данные|обратная связь|служба поддержки|как с вами связаться|как вам написать|как связаться|есть контакты|не хочу говорить с ботом|не бот|хочу пожаловаться|жалоба|' +
      'кто это написал|кто написал это|кто написал эту статью|кто автор|кто автор статьи|кто автор этой статьи|кто автор сайта|кто автор этого сайта|чей это сайт|кто владелец сайта|кто владеет этим сайтом|кто ведёт этот сайт|кто ведет этот сайт|кто стоит за этим сайтом',
  }),
  of({
    language: 'ja',
    whole:
      [
        ...[
          '人',
          '人間',
          '担当者',
          'オペレーター',
          'スタッフ',
          'サポート',
          '有人',
          '生身の人間',
          '本物の人',
        ].flatMap((person) =>
          [
            'と話したい',
            'と話したいです',
            'と話せますか',
            'と話がしたい',
            'とチャットしたい',
            'に聞きたい',
            'に聞きたいです',
            'に相談したい',
            'に相談したいです',
            'に代わって',
            'に代わってください',
            'に替わってください',
            'につないで',
            'につないでください',
            'に繋いで',
            'に繋いでください',
            'につなげますか',
            'に連絡したい',
            'に連絡したいです',
            'をお願いします',
            'を呼んで',
            'を呼んでください',
          ].map((wish) => `${person}${wish}`),
        ),
        ...[
          '作者',
          '著者',
          '筆者',
          '管理人',
          '管理者',
          '運営者',
          '運営',
          'サイト管理者',
          'あなたたち',
        ].flatMap((person) =>
          [
            'に連絡したい',
            'に連絡したいです',
            'に連絡する方法',
            'への連絡方法',
            'の連絡先',
            'の連絡先は',
            'は誰',
            'は誰ですか',
            'はだれですか',
          ].map((wish) => `${person}${wish}`),
        ),
      ].join('|') +
      '|お問い合わせ|問い合わせ|問い合わせ先|お問い合わせ先|お問い合わせ先を教えて|お問い合わせ先を教えてください|お問い合わせ方法|お問い合わせフォーム|問い合わせフォーム|問い合わせたい|お問い合わせしたい|問い合わせはどこ|連絡先|連絡先は|連絡先を教えて|連絡先を教えてください|連絡方法|連絡したい|連絡したいです|どうやって連絡しますか|どうやって連絡すればいいですか|どこに連絡すればいいですか|有人対応|有人チャット|カスタマーサポート|苦情|クレーム|ボットは嫌だ|これは誰が書いたの|これは誰が書きましたか|誰が書いたの|誰が書きましたか|この記事は誰が書いたの|この記事は誰が書きましたか|この記事の著者は誰ですか|このサイトは誰が作ったの|このサイトは誰が運営していますか|運営者情報',
  }),
  of({
    language: 'ko',
    whole:
      [
        '사람',
        '사람이랑',
        '사람하고',
        '상담원',
        '상담사',
        '직원',
        '담당자',
        '관리자',
        '고객센터',
        '작성자',
        '저자',
        '운영자',
        '주인장',
      ]
        .flatMap((person) =>
          [
            '과 이야기하고 싶어요',
            '과 얘기하고 싶어요',
            '과 대화하고 싶어요',
            '과 통화하고 싶어요',
            '와 이야기하고 싶어요',
            '와 얘기하고 싶어요',
            '와 대화하고 싶어요',
            ' 연결',
            ' 연결해줘',
            ' 연결해 줘',
            ' 연결해주세요',
            ' 연결해 주세요',
            '에게 연락하고 싶어요',
            '에게 문의하고 싶어요',
            ' 연락처',
            ' 바꿔주세요',
            ' 바꿔 주세요',
            '이 누구예요',
            '가 누구예요',
            '는 누구예요',
            '는 누구인가요',
            '가 누구인가요',
            ' 불러줘',
            ' 불러주세요',
          ].map((wish) => `${person}${wish}`),
        )
        .join('|') +
      '|문의|문의하기|문의처|문의 방법|문의하고 싶어요|문의는 어디로 하나요|어디로 문의하나요|연락처|연락처 알려줘|연락처 알려 줘|연락처를 알려주세요|연락처가 뭐예요|연락 방법|어떻게 연락하나요|어떻게 연락해요|어떻게 연락하면 되나요|연락하고 싶어요|상담원과 채팅하고 싶어요|사람과 말하고 싶어요|봇 말고 사람|불만 접수|불만을 접수하고 싶어요|누가 썼어요|누가 썼나요|이거 누가 썼어요|이건 누가 썼나요|이 글은 누가 썼나요|이 글 누가 썼어요|이 사이트는 누가 만들었나요|이 사이트는 누가 운영하나요|이 사이트 주인이 누구예요',
  }),
];
