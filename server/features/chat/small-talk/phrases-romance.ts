import type { SmallTalkPhrases } from './phrases.ts';

const list = (phrases: string) => phrases.split('|');

export const romancePhrases: readonly SmallTalkPhrases[] = [
  {
    language: 'fr',
    phrases: {
      greeting: list(
        'bonjour|bonjour à tous|bonsoir|salut|coucou|allô|allo|bonne journée à vous|hé|ça va|' +
          'comment ça va|comment vas tu|comment allez vous|comment tu vas|enchanté|enchantée|rebonjour|' +
          're bonjour|il y a quelquun|y a t il quelquun|es tu là|vous êtes là|t es là|bien le bonjour',
      ),
      thanks: list(
        'merci|merci beaucoup|merci bien|mille mercis|merci mille fois|un grand merci|grand merci|' +
          'merci à vous|merci à toi|merci pour votre aide|merci pour ton aide|merci de votre aide|' +
          'merci pour laide|merci de ton aide|merci infiniment|ok merci|daccord merci|super merci|parfait|' +
          'génial|très bien|super bien|cest parfait|compris|jai compris|daccord|entendu|non merci|cest tout|' +
          'je vous remercie|je te remercie',
      ),
      goodbye: list(
        'au revoir|à bientôt|à plus|à plus tard|a plus|à demain|bonne nuit|bonne soirée|bonne journée|' +
          'adieu|à la prochaine|salut et merci|bye à bientôt|je dois y aller',
      ),
      about: list(
        'qui es tu|qui êtes vous|tu es qui|vous êtes qui|t es qui|qui est tu|quest ce que tu es|' +
          'quest ce que cest|cest quoi|comment tappelles tu|comment tu tappelles|comment vous appelez vous|' +
          'quel est ton nom|quel est votre nom|ton nom|présente toi|présentez vous|parle moi de toi|' +
          'parlez moi de vous|es tu un robot|êtes vous un robot|tu es un robot|es tu un bot|es tu une ia|' +
          'êtes vous une ia|es tu humain|êtes vous humain|es tu une vraie personne|es tu chatgpt|' +
          'qui ta créé|qui vous a créé|qui ta fait|quel modèle es tu|quel modèle utilises tu|à qui je parle|' +
          'à qui ai je affaire|avec qui je parle|quel âge as tu',
      ),
      help: list(
        'aide|aidez moi|aide moi|à laide|jai besoin daide|besoin daide|peux tu maider|pouvez vous maider|' +
          'tu peux maider|vous pouvez maider|peux tu aider|que peux tu faire|que pouvez vous faire|' +
          'quest ce que tu peux faire|quest ce que vous pouvez faire|tu peux faire quoi|que sais tu faire|' +
          'que savez vous faire|que sais tu|comment peux tu maider|comment pouvez vous maider|' +
          'en quoi peux tu maider|en quoi pouvez vous maider|que peux tu faire pour moi|' +
          'que pouvez vous faire pour moi|que puis je demander|que puis je te demander|' +
          'que puis je vous demander|quest ce que je peux demander|quest ce que je peux te demander|' +
          'quelles questions puis je poser|à quelles questions peux tu répondre|quelles sont tes fonctions|' +
          'comment ça marche|comment tu marches|comment fonctionnes tu|jai une question|une question|' +
          'puis je poser une question|je peux poser une question|je peux te poser une question|' +
          'puis je vous poser une question|question à poser|à quoi sers tu|à quoi tu sers|' +
          'à quoi servez vous',
      ),
    },
    courtesies: list(
      'sil vous plaît|sil te plaît|svp|stp|monsieur|madame|lami|cher|à tous|tout le monde|encore|bien|et|donc|alors|ok|oui|assistant',
    ),
  },
  {
    language: 'es',
    phrases: {
      greeting: list(
        'hola|hola a todos|hola buenas|holi|holaa|buenas|buenos días|buen día|buenas tardes|buenas noches|' +
          'qué tal|hola qué tal|que tal|cómo estás|como estas|cómo está|cómo está usted|qué pasa|qué hay|' +
          'hay alguien|hay alguien ahí|estás ahí|mucho gusto|encantado|encantada|saludos|oye|oiga',
      ),
      thanks: list(
        'gracias|muchas gracias|muchísimas gracias|mil gracias|gracias por todo|gracias por tu ayuda|' +
          'gracias por su ayuda|gracias por la ayuda|te lo agradezco|se lo agradezco|muy amable|ok gracias|' +
          'vale gracias|genial gracias|genial|perfecto|excelente|estupendo|muy bien|entendido|de acuerdo|' +
          'vale|no gracias|eso es todo|nada más|gracias igualmente',
      ),
      goodbye: list(
        'adiós|adios|chao|chau|hasta luego|hasta pronto|hasta mañana|hasta la vista|nos vemos|' +
          'que tengas un buen día|que tenga un buen día|buenas noches y adiós|me voy|cuídate',
      ),
      about: list(
        'quién eres|quien eres|quién eres tú|quién es usted|quien es usted|qué eres|que eres|qué es esto|' +
          'cómo te llamas|como te llamas|cómo se llama|cuál es tu nombre|cual es tu nombre|' +
          'cuál es su nombre|tu nombre|preséntate|háblame de ti|cuéntame sobre ti|eres un robot|eres un bot|' +
          'eres una ia|eres una inteligencia artificial|eres humano|eres humana|eres una persona|' +
          'eres una persona real|eres real|es usted un robot|eres chatgpt|quién te creó|quien te creo|' +
          'quién te hizo|quién te ha creado|qué modelo eres|con quién hablo|con quién estoy hablando|' +
          'cuántos años tienes',
      ),
      help: list(
        'ayuda|ayúdame|ayudame|ayúdeme|ayuda por favor|necesito ayuda|me puedes ayudar|puedes ayudarme|' +
          'me puede ayudar|puede ayudarme|me ayudas|qué puedes hacer|que puedes hacer|qué puede hacer|' +
          'qué sabes hacer|que sabes hacer|qué haces|qué puedes hacer por mí|qué puede hacer por mí|' +
          'en qué puedes ayudarme|en que puedes ayudarme|en qué me puedes ayudar|en qué puede ayudarme|' +
          'cómo puedes ayudarme|cómo me puedes ayudar|qué puedo preguntar|que puedo preguntar|' +
          'qué puedo preguntarte|qué te puedo preguntar|qué preguntas puedo hacer|' +
          'qué preguntas puedes responder|cómo funcionas|cómo funciona esto|cómo te uso|qué sabes|' +
          'para qué sirves|para que sirves|tengo una pregunta|una pregunta|puedo hacer una pregunta|' +
          'puedo hacerte una pregunta|puedo preguntarte algo|te puedo preguntar algo',
      ),
    },
    courtesies: list(
      'por favor|porfa|porfavor|amigo|amiga|señor|señora|bien|y|pues|bueno|ok|sí|todos|asistente|tú|usted',
    ),
  },
  {
    language: 'pt',
    phrases: {
      greeting: list(
        'olá|ola|oi|oie|oiê|bom dia|boa tarde|boa noite|tudo bem|tudo bom|oi tudo bem|olá tudo bem|' +
          'como vai|como vai você|como você está|como está|como estás|e aí|e ai|tem alguém aí|alguém aí|' +
          'você está aí|prazer|prazer em conhecer|opa|alô',
      ),
      thanks: list(
        'obrigado|obrigada|muito obrigado|muito obrigada|obrigadão|obrigadinho|valeu|agradeço|agradecido|' +
          'agradecida|grato|grata|obrigado pela ajuda|obrigada pela ajuda|muito obrigado pela ajuda|' +
          'ok obrigado|ok obrigada|perfeito|ótimo|excelente trabalho|muito bom|entendi|entendido|beleza|' +
          'certo|tá bom|não obrigado|não obrigada|é só isso|só isso',
      ),
      goodbye: list(
        'tchau|tchau tchau|até logo|até mais|até breve|até amanhã|até a próxima|adeus|' +
          'boa noite e até amanhã|fui|tenha um bom dia|um abraço|abraços',
      ),
      about: list(
        'quem é você|quem é vc|quem és tu|quem és|quem é o senhor|o que é você|o que você é|o que é isso|' +
          'o que é isto|qual é o seu nome|qual é o teu nome|qual o seu nome|qual seu nome|' +
          'como você se chama|como se chama|como te chamas|seu nome|se apresente|apresente se|' +
          'fale sobre você|fale de você|você é um robô|você é um bot|você é humano|você é uma ia|' +
          'você é uma pessoa|você é uma pessoa real|é um robô|és um robô|você é real|você é o chatgpt|' +
          'quem te criou|quem criou você|quem fez você|que modelo é você|com quem estou falando|' +
          'com quem falo|quantos anos você tem',
      ),
      help: list(
        'ajuda|me ajuda|me ajude|ajude me|ajuda por favor|preciso de ajuda|você pode me ajudar|' +
          'pode me ajudar|podes ajudar me|consegue me ajudar|o que você pode fazer|o que você faz|' +
          'o que você sabe fazer|o que podes fazer|o que pode fazer|o que você consegue fazer|' +
          'o que você pode fazer por mim|como você pode me ajudar|como pode me ajudar|' +
          'em que você pode me ajudar|em que pode me ajudar|no que você pode me ajudar|' +
          'o que posso perguntar|o que eu posso perguntar|o que posso te perguntar|' +
          'que perguntas posso fazer|quais perguntas posso fazer|que perguntas você responde|' +
          'como funciona você|como você funciona|como isso funciona|o que você sabe|para que você serve|' +
          'para que serve você|tenho uma pergunta|tenho uma dúvida|uma pergunta|uma dúvida|' +
          'posso fazer uma pergunta|posso te perguntar algo|posso perguntar',
      ),
    },
    courtesies: list(
      'por favor|por gentileza|pfv|amigo|amiga|senhor|senhora|gente|pessoal|e|então|bem|ok|sim|assistente|você|aí',
    ),
  },
  {
    language: 'it',
    phrases: {
      greeting: list(
        'ciao|ciao a tutti|salve|buongiorno|buon giorno|buonasera|buona sera|buon pomeriggio|come stai|' +
          'come sta|come va|tutto bene|ehi|ehilà|cè qualcuno|ci sei|piacere|piacere di conoscerti|pronto',
      ),
      thanks: list(
        'grazie|grazie mille|mille grazie|grazie tante|tante grazie|molte grazie|grazie infinite|' +
          'ti ringrazio|la ringrazio|grazie per laiuto|grazie dellaiuto|grazie per il tuo aiuto|ok grazie|' +
          'va bene grazie|perfetto|ottimo|benissimo|fantastico|capito|ho capito|va bene|daccordo|no grazie|' +
          'è tutto|nientaltro',
      ),
      goodbye: list(
        'arrivederci|arrivederla|a presto|a dopo|a domani|ci vediamo|buonanotte|buona notte|' +
          'buona giornata|buona serata|addio|alla prossima|ciao ciao e grazie',
      ),
      about: list(
        'chi sei|chi è lei|tu chi sei|cosa sei|che cosa sei|cosè questo|come ti chiami|come si chiama|' +
          'qual è il tuo nome|qual è il suo nome|il tuo nome|presentati|si presenti|parlami di te|' +
          'raccontami di te|sei un robot|sei un bot|sei umano|sei una persona|sei una persona vera|sei unia|' +
          'sei una ia|sei unintelligenza artificiale|sei chatgpt|sei reale|chi ti ha creato|chi ti ha fatto|' +
          'chi ti ha programmato|che modello sei|con chi parlo|con chi sto parlando|quanti anni hai',
      ),
      help: list(
        'aiuto|aiutami|mi aiuti|aiuto per favore|ho bisogno di aiuto|mi serve aiuto|puoi aiutarmi|' +
          'mi puoi aiutare|può aiutarmi|potresti aiutarmi|cosa puoi fare|che cosa puoi fare|cosa sai fare|' +
          'che cosa sai fare|cosa fai|cosa puoi fare per me|come puoi aiutarmi|come mi puoi aiutare|' +
          'in cosa puoi aiutarmi|in che modo puoi aiutarmi|cosa posso chiedere|cosa posso chiederti|' +
          'che cosa posso chiederti|cosa ti posso chiedere|quali domande posso fare|che domande posso fare|' +
          'a quali domande puoi rispondere|come funzioni|come funziona|cosa sai|a cosa servi|ho una domanda|' +
          'una domanda|posso fare una domanda|posso farti una domanda|posso chiederti una cosa',
      ),
    },
    courtesies: list(
      'per favore|per piacere|per cortesia|amico|amica|signore|signora|bene|e|allora|dunque|ok|sì|tutti|assistente|tu|lei',
    ),
  },
  {
    language: 'ro',
    phrases: {
      greeting: list(
        'salut|bună|buna|bună ziua|buna ziua|buna dimineata|buna seara|bună dimineața|bună seara|servus tuturor|ce mai faci|ce faci|salutare',
      ),
      thanks: list(
        'mulțumesc|multumesc|mulțumesc mult|mulțumesc frumos|mersi|mersi mult|mulțumesc pentru ajutor|' +
          'ok mulțumesc|nu mulțumesc',
      ),
      goodbye: list('la revedere|pa|pa pa|pe curând|noapte bună|o zi bună|ne vedem'),
      about: list(
        'cine ești|cine esti|cine ești tu|ce ești|cum te cheamă|cum te numești|care este numele tău|' +
          'spune mi despre tine|ești un robot|ești un bot|ești om|cine te a creat|cine te a făcut',
      ),
      help: list(
        'ajutor|ajută mă|mă poți ajuta|ma poti ajuta|poți să mă ajuți|am nevoie de ajutor|ce poți face|' +
          'ce poti face|ce știi să faci|cu ce mă poți ajuta|ce pot întreba|ce te pot întreba|am o întrebare|' +
          'cum funcționezi',
      ),
    },
    courtesies: list('te rog|vă rog|domnule'),
  },
  {
    language: 'ca',
    phrases: {
      greeting: list('bon dia|bona tarda|bones|com estàs|com va'),
      thanks: list('gràcies|moltes gràcies|mercès|moltíssimes gràcies'),
      goodbye: list('adéu|fins aviat|fins després|bona nit'),
      about: list('qui ets|qui ets tu|com et dius|què ets|ets un robot'),
      help: list('ajuda m|necessito ajuda|em pots ajudar|què pots fer|què puc preguntar|tinc una pregunta'),
    },
    courtesies: list('si us plau|sisplau'),
  },
];
