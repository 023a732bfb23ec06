import type { SmallTalkPhrases } from './phrases.ts';

const list = (phrases: string) => phrases.split('|');

export const germanicPhrases: readonly SmallTalkPhrases[] = [
  {
    language: 'en',
    phrases: {
      greeting: list(
        'hi|hi there|hi all|hi everyone|hi bot|hiya|hey|hey there|hey you|heya|hello|hello there|' +
          'hello world|hello again|hello bot|helo|hallo there|howdy|yo|sup|whats up|wassup|good morning|' +
          'good afternoon|good evening|good day|morning|evening|greetings|salutations|how are you|' +
          'how are you doing|how are you today|how r u|how do you do|hows it going|how is it going|' +
          'how are things|are you there|anyone there|is anyone there|is anybody there|anybody there|' +
          'you there|nice to meet you|pleased to meet you|test|testing|just testing|this is a test|ping|' +
          'gday|lol|haha|hehe|happy to meet you|welcome',
      ),
      thanks: list(
        'thanks|thank you|thank you so much|thank you very much|thanks a lot|thanks a million|' +
          'thanks so much|many thanks|thanks again|thank u|thx|ty|tysm|tnx|cheers|much appreciated|' +
          'appreciate it|i appreciate it|appreciated|thanks for your help|thank you for your help|' +
          'thanks for the help|thank you for the help|thanks for helping|thanks for the answer|' +
          'thanks that helps|that helps|that helped|that was helpful|very helpful|great thanks|ok thanks|' +
          'okay thanks|perfect|great|awesome|cool|nice|good|good job|well done|great job|excellent|' +
          'wonderful|amazing|brilliant|good bot|got it|i see|understood|makes sense|ok|okay|okey|k|alright|' +
          'all right|fine|sounds good|very good|very nice|no thanks|no thank you|nothing|nothing else|' +
          'thats all|that is all|never mind|nevermind|youre great|you are great|youre awesome|i love you|' +
          'love it|lovely',
      ),
      goodbye: list(
        'bye|bye bye|byebye|goodbye|good bye|good night|goodnight|night|see you|see ya|see you later|' +
          'see you soon|see you tomorrow|cya|later|take care|farewell|have a nice day|have a good day|' +
          'have a great day|have a good one|talk to you later|ttyl|until next time|im done|i am done|' +
          'i have to go|gotta go',
      ),
      about: list(
        'who are you|who r u|who is this|whos this|who am i talking to|who am i speaking to|' +
          'who am i chatting with|what are you|what is this|whats this|what is this bot|what is this thing|' +
          'what is your name|whats your name|your name|do you have a name|tell me about yourself|' +
          'introduce yourself|please introduce yourself|describe yourself|are you a bot|are you a robot|' +
          'are you a chatbot|are you ai|are you an ai|are you human|are you a human|are you a real person|' +
          'are you a person|are you real|am i talking to a bot|am i talking to a human|' +
          'am i talking to a real person|is this a bot|is this ai|is this a human|is this a real person|' +
          'are you chatgpt|are you gpt|are you claude|are you gemini|what model are you|which model are you|' +
          'what model do you use|which model do you use|what ai are you|what llm are you|who made you|' +
          'who created you|who built you|who developed you|who programmed you|who trained you|' +
          'how old are you|where are you from|where do you come from|what kind of bot are you|' +
          'what kind of assistant are you|are you an assistant|are you customer support|how do you work|' +
          'how does this assistant work|how does this chat work|how does this bot work',
      ),
      help: list(
        'yes|yep|yeah|yup|sure|no|nope|nah|tell me a joke|tell me something|im bored|i am bored|you are wrong|youre wrong|this is wrong|' +
          'you are dumb|youre dumb|stupid|dumb|idiot|you idiot|you are an idiot|moron|stupid bot|dumb bot|fuck|fuck you|fuck off|shit|this is shit|bullshit|' +
          'asshole|shut up|go to hell|you are terrible|i hate you|this is garbage|this is stupid|' +
          'thats wrong|that is wrong|wrong|wrong answer|not what i asked|thats not what i asked|this is not helpful|' +
          'thats not helpful|not helpful|you are useless|youre useless|useless|you are stupid|youre stupid|this is useless|' +
          'this sucks|you suck|bad bot|bad answer|i dont understand|i dont get it|' +
          'help|help me|help please|please help|please help me|i need help|i need some help|need help|' +
          'can you help|can you help me|could you help me|could you help|can i get help|can i get some help|' +
          'can someone help me|will you help me|what can you do|what can you do for me|what do you do|' +
          'what else can you do|what are you able to do|what can you help with|what can you help me with|' +
          'how can you help|how can you help me|how do you help|what are your capabilities|' +
          'what are your features|what are you for|what are you good at|what can i ask|what can i ask you|' +
          'what can i ask here|what can i ask about|what should i ask|what should i ask you|' +
          'what questions can i ask|what questions can i ask you|what questions can you answer|' +
          'what kind of questions can i ask|what can you answer|what can you tell me|what do you know|' +
          'what do you know about|how do i use you|how do i use this|how do i use this chat|' +
          'how to use this chat|how do i use this bot|how can i use you|how do i ask|' +
          'how do i ask a question|how do i ask you a question|can i ask you something|' +
          'can i ask you a question|can i ask a question|may i ask a question|may i ask you something|' +
          'i have a question|i have some questions|i have a question for you|i got a question|' +
          'quick question|question|questions|ask|chat|lets chat|talk to me|can we talk|can you talk|menu|' +
          'options|commands|usage|instructions|start|get help|show help|support|im lost|i am lost|' +
          'im confused|what now|i dont know what to ask|what is your purpose|whats your purpose|' +
          'why are you here|what are you here for',
      ),
    },
    courtesies: list(
      'please|pls|plz|there|bot|assistant|buddy|friend|friends|mate|dear|sir|madam|folks|guys|everyone|team|oh|well|so|and|ok|okay|again|very|much|today|just|um|uh|hmm|now|then|man|dude|my friend',
    ),
  },
  {
    language: 'de',
    phrases: {
      greeting: list(
        'hallo|hallo zusammen|hallöchen|hi du|guten tag|guten morgen|guten abend|moin|moin moin|servus|' +
          'grüß gott|grüß dich|grüezi|tach|na|wie gehts|wie geht es dir|wie geht es ihnen|wie gehts dir|' +
          'alles klar|ist da jemand|jemand da|bist du da|schönen guten tag|freut mich|mahlzeit',
      ),
      thanks: list(
        'danke|danke schön|dankeschön|danke sehr|vielen dank|herzlichen dank|besten dank|tausend dank|' +
          'danke dir|danke ihnen|danke für die hilfe|danke für deine hilfe|danke für ihre hilfe|' +
          'vielen dank für die hilfe|vielen dank für ihre hilfe|super danke|alles klar danke|ok danke|' +
          'merci dir|super|toll|prima|klasse|perfekt|verstanden|gut|sehr gut|in ordnung|nein danke|' +
          'das war alles|passt|dank dir',
      ),
      goodbye: list(
        'tschüss|tschüß|tschüs|tschau|auf wiedersehen|auf wiederschauen|bis bald|bis später|bis dann|' +
          'bis morgen|gute nacht|schönen tag noch|schönen abend noch|machs gut|mach es gut|ade|ciao ciao',
      ),
      about: list(
        'wer bist du|wer sind sie|wer bist du denn|was bist du|was sind sie|wie heißt du|wie heißen sie|' +
          'wie heisst du|dein name|wie ist dein name|wie ist ihr name|stell dich vor|stell dich mal vor|' +
          'stellen sie sich vor|erzähl von dir|erzähl mir von dir|bist du ein bot|bist du ein roboter|' +
          'bist du ein mensch|bist du eine ki|sind sie ein bot|sind sie ein mensch|bist du echt|' +
          'bist du chatgpt|welches modell bist du|wer hat dich gemacht|wer hat dich entwickelt|' +
          'wer hat dich programmiert|mit wem spreche ich|mit wem rede ich|spreche ich mit einem menschen|' +
          'was ist das hier|wie alt bist du',
      ),
      help: list(
        'hilfe|hilf mir|hilfe bitte|bitte hilf mir|bitte helfen sie mir|helfen sie mir|ich brauche hilfe|' +
          'brauche hilfe|kannst du mir helfen|können sie mir helfen|kannst du helfen|was kannst du|' +
          'was können sie|was kannst du alles|was kannst du tun|was können sie tun|' +
          'was kannst du für mich tun|was können sie für mich tun|wie kannst du mir helfen|' +
          'wie können sie mir helfen|wobei kannst du mir helfen|wobei können sie mir helfen|' +
          'wobei kannst du helfen|was kann ich fragen|was kann ich dich fragen|was kann ich sie fragen|' +
          'was kann ich hier fragen|welche fragen kann ich stellen|welche fragen kannst du beantworten|' +
          'was weißt du|was machst du|wie funktionierst du|wie benutze ich dich|ich habe eine frage|' +
          'eine frage|kann ich dich etwas fragen|darf ich etwas fragen|kann ich etwas fragen|frage|' +
          'wozu bist du da',
      ),
    },
    courtesies: list('bitte|mal|du|liebe|lieber|ihr|leute|freund|assistent|ok|okay|ja|so|noch|zusammen|auch'),
  },
  {
    language: 'nl',
    phrases: {
      greeting: list(
        'hallo daar|hoi|hoi hoi|hé|dag|goedendag|goedemorgen|goeiemorgen|goedemiddag|goedenavond|' +
          'hoe gaat het|hoe gaat het met je|hoe gaat het met u|alles goed|is daar iemand|is er iemand|' +
          'ben je daar|aangenaam',
      ),
      thanks: list(
        'dank je|dank je wel|dankjewel|dank u|dank u wel|dankuwel|bedankt|hartelijk dank|heel erg bedankt|' +
          'heel hartelijk bedankt|veel dank|bedankt voor de hulp|bedankt voor je hulp|dank voor je hulp|' +
          'oké bedankt|top|geweldig|prima zo|duidelijk|begrepen|nee bedankt|dat was alles',
      ),
      goodbye: list(
        'doei|doeg|dag dag|tot ziens|tot straks|tot later|tot morgen|welterusten|goedenacht|fijne dag|' +
          'fijne dag nog|fijne avond|houdoe|tot de volgende keer',
      ),
      about: list(
        'wie ben je|wie ben jij|wie bent u|wat ben je|wat ben jij|hoe heet je|hoe heet jij|hoe heet u|' +
          'wat is je naam|wat is jouw naam|wat is uw naam|stel jezelf voor|vertel over jezelf|' +
          'vertel iets over jezelf|ben je een bot|ben je een robot|ben je een mens|ben je een ai|' +
          'ben je echt|ben jij een robot|wie heeft je gemaakt|wie heeft jou gemaakt|met wie praat ik|' +
          'met wie spreek ik|welk model ben je',
      ),
      help: list(
        'help mij|hulp|help me even|kun je me helpen|kan je me helpen|kunt u me helpen|kunt u mij helpen|' +
          'kun je mij helpen|kun je helpen|ik heb hulp nodig|hulp nodig|wat kun je|wat kan je|' +
          'wat kun je doen|wat kan je doen|wat kunt u doen|wat kun je voor me doen|wat kun je voor mij doen|' +
          'wat kan ik vragen|wat kan ik je vragen|wat kan ik u vragen|wat kan ik hier vragen|' +
          'welke vragen kan ik stellen|welke vragen kun je beantwoorden|waarmee kun je me helpen|' +
          'waarmee kun je helpen|hoe kun je me helpen|hoe werk je|hoe werkt dit|wat weet je|' +
          'ik heb een vraag|een vraag|mag ik iets vragen|mag ik je iets vragen',
      ),
    },
    courtesies: list('alsjeblieft|alstublieft|aub|even|hoor|beste|allemaal|vriend|assistent|dan|nog|jij'),
  },
  {
    language: 'sv',
    phrases: {
      greeting: list(
        'hej|hej hej|hejsan|tjena|tja|god morgon|god dag|god kväll|goddag|hallå|hur mår du|hur är läget|' +
          'är det någon där',
      ),
      thanks: list(
        'tack|tack så mycket|tackar|tusen tack|stort tack|tack för hjälpen|okej tack|jättebra|nej tack',
      ),
      goodbye: list('hej då|hejdå|adjö|vi ses|god natt|ha det bra|ha en bra dag'),
      about: list(
        'vem är du|vad är du|vad heter du|berätta om dig själv|är du en bot|är du en robot|' +
          'är du en människa|är du en ai|vem har skapat dig|vem har gjort dig',
      ),
      help: list(
        'hjälp|hjälp mig|kan du hjälpa mig|jag behöver hjälp|vad kan du göra|vad kan du|' +
          'vad kan du hjälpa mig med|vad kan jag fråga|vad kan jag fråga dig|vilka frågor kan jag ställa|' +
          'jag har en fråga|hur fungerar du',
      ),
    },
    courtesies: list('snälla|är du snäll|vän|då'),
  },
  {
    language: 'da',
    phrases: {
      greeting: list(
        'hej med dig|goddag|godmorgen|godaften|halløj|davs|hvordan går det|hvordan har du det|' +
          'er der nogen',
      ),
      thanks: list('tak|mange tak|tusind tak|tak for hjælpen|tak skal du have|okay tak|super godt|nej tak'),
      goodbye: list('farvel|hej hej da|vi ses|godnat|hav en god dag|på gensyn'),
      about: list(
        'hvem er du|hvad er du|hvad hedder du|fortæl om dig selv|er du en bot|er du en robot|' +
          'er du et menneske|hvem har lavet dig',
      ),
      help: list(
        'hjælp|hjælp mig|kan du hjælpe mig|jeg har brug for hjælp|hvad kan du|hvad kan du gøre|' +
          'hvad kan jeg spørge om|hvad kan du hjælpe med|jeg har et spørgsmål',
      ),
    },
    courtesies: list('venligst|ven'),
  },
  {
    language: 'no',
    phrases: {
      greeting: list(
        'hei|hei hei|heisann|hallo hallo|god morgen|god kveld|hvordan går det med deg|er det noen der',
      ),
      thanks: list('takk|tusen takk|mange takk|takk skal du ha|takk for hjelpen|ok takk|nei takk'),
      goodbye: list('ha det|ha det bra|hade|vi sees|god natt|ha en fin dag'),
      about: list('hva er du|hva heter du|fortell om deg selv|er du et menneske|hvem har laget deg'),
      help: list(
        'hjelp|hjelp meg|kan du hjelpe meg|jeg trenger hjelp|hva kan du|hva kan du gjøre|' +
          'hva kan jeg spørre om|jeg har et spørsmål',
      ),
    },
    courtesies: list('vennligst'),
  },
];
