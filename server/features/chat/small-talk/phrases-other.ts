import type { SmallTalkPhrases } from './phrases.ts';

const list = (phrases: string) => phrases.split('|');

export const otherPhrases: readonly SmallTalkPhrases[] = [
  {
    language: 'tr',
    phrases: {
      greeting: list(
        'merhaba|merhabalar|selam|selamlar|selamün aleyküm|selamun aleykum|günaydın|gunaydin|iyi günler|' +
          'iyi akşamlar|tünaydın|nasılsın|nasilsin|nasılsınız|naber|ne haber|kimse var mı|orada mısın|alo|' +
          'memnun oldum|tanıştığıma memnun oldum',
      ),
      thanks: list(
        'teşekkürler|tesekkurler|teşekkür ederim|tesekkur ederim|çok teşekkürler|çok teşekkür ederim|' +
          'teşekkür ederiz|sağ ol|sağol|sağ olun|sağolun|çok sağol|çok sağ ol|eyvallah|' +
          'yardımın için teşekkürler|yardımınız için teşekkürler|tamam teşekkürler|harika|mükemmel|süper|' +
          'çok iyi|güzel|anladım|tamam|tamamdır|peki|hayır teşekkürler|bu kadar|minnettarım',
      ),
      goodbye: list(
        'hoşça kal|hoşçakal|hoşçakalın|hoşça kalın|güle güle|görüşürüz|görüşmek üzere|sonra görüşürüz|' +
          'iyi geceler|iyi günler dilerim|kendine iyi bak|bay bay|bb|elveda',
      ),
      about: list(
        'sen kimsin|siz kimsiniz|kimsin|kimsiniz|kimsin sen|sen nesin|nesin|bu nedir|bu ne|adın ne|' +
          'adınız ne|ismin ne|isminiz nedir|adın nedir|senin adın ne|kendini tanıt|kendinizi tanıtın|' +
          'kendini tanıtır mısın|kendinden bahset|bana kendinden bahset|robot musun|sen robot musun|' +
          'bot musun|sen bir bot musun|sen bir robot musun|insan mısın|sen insan mısın|gerçek misin|' +
          'gerçek bir insan mısın|yapay zeka mısın|sen yapay zeka mısın|chatgpt misin|seni kim yaptı|' +
          'seni kim yarattı|seni kim geliştirdi|hangi modelsin|kiminle konuşuyorum|kaç yaşındasın',
      ),
      help: list(
        'yardım|yardim|yardım et|bana yardım et|yardım lütfen|yardıma ihtiyacım var|yardım eder misin|' +
          'yardım edebilir misin|bana yardım edebilir misin|bana yardım eder misin|yardımcı olur musun|' +
          'yardımcı olabilir misin|bana yardımcı olabilir misin|yardımcı olur musunuz|ne yapabilirsin|' +
          'neler yapabilirsin|neler yapabiliyorsun|ne yapabilirsiniz|neler yapabilirsiniz|ne işe yararsın|' +
          'ne işe yarıyorsun|benim için ne yapabilirsin|bana nasıl yardım edebilirsin|' +
          'bana nasıl yardımcı olabilirsin|nasıl yardım edebilirsin|ne sorabilirim|neler sorabilirim|' +
          'sana ne sorabilirim|size ne sorabilirim|sana neler sorabilirim|hangi soruları sorabilirim|' +
          'hangi soruları cevaplayabilirsin|neler biliyorsun|ne biliyorsun|nasıl çalışıyorsun|' +
          'nasıl kullanılır|seni nasıl kullanırım|bir sorum var|sorum var|soru sorabilir miyim|' +
          'bir şey sorabilir miyim|sana bir şey sorabilir miyim|soru',
      ),
    },
    courtesies: list('lütfen|lutfen|arkadaşım|dostum|kardeşim|hocam|efendim|peki|bir|çok|asistan|siz|sen'),
  },
  {
    language: 'ar',
    phrases: {
      greeting: list(
        'مرحبا|مرحباً|مرحبا بك|أهلا|اهلا|أهلاً|أهلا وسهلا|اهلا وسهلا|السلام عليكم|' +
          'السلام عليكم ورحمة الله وبركاته|سلام|صباح الخير|مساء الخير|هاي|هلا|كيف حالك|كيف الحال|كيفك|شلونك|' +
          'هل من أحد هنا|هل يوجد أحد|هل أنت هنا|تشرفنا|سررت بلقائك|ألو|تحياتي',
      ),
      thanks: list(
        'شكرا|شكراً|شكرا لك|شكرا جزيلا|شكراً جزيلاً|شكرا جزيلا لك|شكرا لكم|ألف شكر|الف شكر|شكرا كثيرا|' +
          'أشكرك|اشكرك|جزاك الله خيرا|شكرا على المساعدة|شكرا لمساعدتك|شكرا على مساعدتك|ممتن لك|ممتاز|رائع|' +
          'جميل|جيد|جيد جدا|حسنا|حسناً|فهمت|تمام|طيب|لا شكرا|هذا كل شيء|يعطيك العافية',
      ),
      goodbye: list(
        'وداعا|وداعاً|مع السلامة|إلى اللقاء|الى اللقاء|أراك لاحقا|اراك لاحقا|تصبح على خير|باي|' +
          'في أمان الله|نهارك سعيد|ليلة سعيدة',
      ),
      about: list(
        'من أنت|من انت|من أنتم|مين انت|مين أنت|ما أنت|ما هذا|ما اسمك|شو اسمك|ايش اسمك|اسمك|ما هو اسمك|' +
          'عرف عن نفسك|عرفني بنفسك|عرفني على نفسك|قدم نفسك|حدثني عن نفسك|هل أنت روبوت|هل انت روبوت|' +
          'هل أنت بوت|هل أنت إنسان|هل انت انسان|هل أنت بشر|هل أنت ذكاء اصطناعي|هل أنت حقيقي|' +
          'هل أنت شخص حقيقي|من صنعك|من صممك|من برمجك|من قام بتطويرك|ما هو نموذجك|مع من أتحدث|كم عمرك',
      ),
      help: list(
        'مساعدة|ساعدني|النجدة|المساعدة|أحتاج مساعدة|احتاج مساعدة|أحتاج إلى مساعدة|احتاج الى مساعدة|' +
          'أريد مساعدة|هل يمكنك مساعدتي|هل تستطيع مساعدتي|هل بإمكانك مساعدتي|ممكن تساعدني|ممكن مساعدة|' +
          'ماذا يمكنك أن تفعل|ماذا يمكنك ان تفعل|ماذا تستطيع أن تفعل|ماذا تستطيع ان تفعل|ماذا تفعل|' +
          'ماذا يمكنك أن تفعل لي|كيف يمكنك مساعدتي|بماذا يمكنك مساعدتي|بم يمكنك مساعدتي|فيم يمكنك مساعدتي|' +
          'كيف تساعدني|ماذا يمكنني أن أسأل|ماذا يمكنني أن أسألك|ماذا يمكنني ان اسالك|عن ماذا يمكنني أن أسأل|' +
          'ماذا أسألك|ما الأسئلة التي يمكنني طرحها|ما هي الأسئلة التي يمكنني طرحها|' +
          'ما الأسئلة التي يمكنك الإجابة عنها|ماذا تعرف|كيف تعمل|كيف أستخدمك|كيف استخدمك|لدي سؤال|عندي سؤال|' +
          'سؤال|هل يمكنني أن أسألك سؤالا|هل يمكنني طرح سؤال|ممكن سؤال|ممكن أسأل',
      ),
    },
    courtesies: list('من فضلك|لو سمحت|رجاء|رجاءً|يا|صديقي|أخي|أستاذ|طيب|و|جدا'),
  },
  {
    language: 'vi',
    phrases: {
      greeting: list(
        'xin chào|chào|chào bạn|xin chào bạn|chào anh|chào chị|chào em|chào mọi người|chào buổi sáng|' +
          'chào buổi chiều|chào buổi tối|bạn khỏe không|bạn có khỏe không|khỏe không|có ai không|' +
          'có ai ở đó không|bạn có ở đó không|a lô|alo|rất vui được gặp bạn|chào ad|chào admin',
      ),
      thanks: list(
        'cảm ơn|cám ơn|cảm ơn bạn|cám ơn bạn|cảm ơn nhiều|cảm ơn bạn nhiều|cảm ơn rất nhiều|' +
          'cảm ơn bạn rất nhiều|xin cảm ơn|cảm ơn nhé|cảm ơn nha|cảm ơn đã giúp|cảm ơn bạn đã giúp|' +
          'cảm ơn bạn đã giúp đỡ|cảm ơn vì đã giúp đỡ|tuyệt|tuyệt vời|tốt lắm|rất tốt|hay quá|đã hiểu|' +
          'tôi hiểu rồi|hiểu rồi|được rồi|vâng|dạ|không cảm ơn|thế thôi|giỏi quá',
      ),
      goodbye: list(
        'tạm biệt|chào tạm biệt|tạm biệt nhé|tạm biệt bạn|hẹn gặp lại|hẹn gặp lại sau|gặp lại sau|' +
          'hẹn gặp lại bạn|chúc ngủ ngon|ngủ ngon|chúc một ngày tốt lành|chúc bạn một ngày tốt lành|bai bai',
      ),
      about: list(
        'bạn là ai|bạn là ai vậy|bạn là ai thế|anh là ai|em là ai|mày là ai|ai đó|ai vậy|bạn là gì|' +
          'đây là gì|đây là cái gì|bạn tên gì|bạn tên là gì|tên bạn là gì|tên của bạn là gì|' +
          'hãy giới thiệu về bạn|hãy giới thiệu bản thân|giới thiệu bản thân|giới thiệu về bạn|' +
          'giới thiệu bản thân đi|kể về bạn đi|bạn là robot à|bạn là robot phải không|' +
          'bạn có phải là robot không|bạn có phải robot không|bạn là bot à|bạn là người hay máy|' +
          'bạn có phải là người không|bạn có phải người thật không|bạn là ai à|bạn có phải là ai không|' +
          'bạn là chatgpt à|ai tạo ra bạn|ai đã tạo ra bạn|ai làm ra bạn|bạn dùng mô hình nào|' +
          'bạn là mô hình nào|tôi đang nói chuyện với ai|bạn bao nhiêu tuổi',
      ),
      help: list(
        'giúp|giúp tôi|giúp tôi với|giúp mình với|giúp đỡ|trợ giúp|hãy giúp tôi|làm ơn giúp tôi|' +
          'tôi cần giúp đỡ|tôi cần trợ giúp|cần giúp đỡ|bạn có thể giúp tôi không|bạn giúp tôi được không|' +
          'có thể giúp tôi không|giúp tôi được không|bạn có thể làm gì|bạn làm được gì|bạn biết làm gì|' +
          'bạn có thể làm những gì|bạn làm được những gì|bạn có thể giúp gì|bạn có thể giúp gì cho tôi|' +
          'bạn giúp được gì|bạn giúp được gì cho tôi|bạn có thể làm gì cho tôi|tôi có thể hỏi gì|' +
          'tôi có thể hỏi bạn điều gì|tôi có thể hỏi bạn những gì|tôi có thể hỏi những gì|có thể hỏi gì|' +
          'hỏi gì được|tôi nên hỏi gì|bạn có thể trả lời câu hỏi nào|bạn trả lời được những câu hỏi nào|' +
          'bạn biết gì|bạn biết những gì|bạn hoạt động thế nào|cách sử dụng|dùng thế nào|' +
          'sử dụng như thế nào|hướng dẫn sử dụng|tôi có câu hỏi|tôi có một câu hỏi|mình có câu hỏi|' +
          'cho tôi hỏi|cho mình hỏi|cho hỏi|tôi hỏi được không|tôi có thể hỏi được không',
      ),
    },
    courtesies: list('làm ơn|vui lòng|xin|bạn|ơi|nhé|nha|ạ|à|dạ|vâng|anh|chị|em|với|đi'),
  },
  {
    language: 'id',
    phrases: {
      greeting: list(
        'halo|hai|hallo semua|halo semua|selamat pagi|selamat siang|selamat sore|selamat malam|pagi|' +
          'apa kabar|ada orang|apakah ada orang|permisi|assalamualaikum|salam kenal',
      ),
      thanks: list(
        'terima kasih|terima kasih banyak|makasih|makasih banyak|terimakasih|trims|' +
          'terima kasih atas bantuannya|terima kasih atas bantuan anda|oke terima kasih|bagus|mantap|baik|' +
          'baiklah|mengerti|saya mengerti|tidak terima kasih',
      ),
      goodbye: list(
        'selamat tinggal|sampai jumpa|sampai nanti|sampai jumpa lagi|dadah|selamat tidur|' +
          'semoga harimu menyenangkan',
      ),
      about: list(
        'siapa kamu|siapa anda|kamu siapa|anda siapa|siapa ini|apa ini|apa kamu|siapa namamu|' +
          'siapa nama kamu|siapa nama anda|nama kamu siapa|perkenalkan dirimu|perkenalkan diri anda|' +
          'ceritakan tentang dirimu|apakah kamu robot|apakah anda robot|apakah kamu bot|apakah kamu manusia|' +
          'apakah kamu ai|siapa yang membuatmu|siapa yang membuat kamu|kamu model apa',
      ),
      help: list(
        'bantuan|tolong|tolong bantu|bantu saya|tolong bantu saya|bisakah kamu membantu saya|' +
          'bisakah anda membantu saya|bisa bantu saya|bisa bantu|saya butuh bantuan|saya perlu bantuan|' +
          'butuh bantuan|apa yang bisa kamu lakukan|apa yang bisa anda lakukan|kamu bisa apa|anda bisa apa|' +
          'bisa apa saja|apa saja yang bisa kamu lakukan|apa yang dapat anda lakukan|' +
          'apa yang bisa kamu bantu|apa yang bisa saya tanyakan|apa yang dapat saya tanyakan|' +
          'apa saja yang bisa ditanyakan|boleh tanya apa|pertanyaan apa yang bisa saya ajukan|' +
          'bagaimana cara menggunakanmu|cara pakai|saya punya pertanyaan|saya mau bertanya|boleh bertanya|' +
          'boleh tanya|mau tanya',
      ),
    },
    courtesies: list('tolong|mohon|kak|pak|bu|bang|min|teman|ya|dong|sih'),
  },
  {
    language: 'hi',
    phrases: {
      greeting: list(
        'नमस्ते|namaste|नमस्कार|प्रणाम|हैलो|हेलो|हाय|सुप्रभात|शुभ संध्या|आप कैसे हैं|कैसे हो|कैसे हैं आप|क्या हाल है|कोई है|क्या कोई है',
      ),
      thanks: list(
        'धन्यवाद|बहुत धन्यवाद|बहुत बहुत धन्यवाद|शुक्रिया|बहुत शुक्रिया|आपका धन्यवाद|मदद के लिए धन्यवाद|' +
          'आपकी मदद के लिए धन्यवाद|थैंक यू|बहुत अच्छा|बढ़िया|ठीक है|ठीक है धन्यवाद|समझ गया|समझ गई',
      ),
      goodbye: list('अलविदा|फिर मिलेंगे|शुभ रात्रि|बाय|नमस्ते फिर मिलेंगे|आपका दिन शुभ हो'),
      about: list(
        'तुम कौन हो|आप कौन हैं|आप कौन हो|तू कौन है|कौन हो तुम|तुम क्या हो|आप क्या हैं|यह क्या है|' +
          'आपका नाम क्या है|तुम्हारा नाम क्या है|अपना परिचय दो|अपना परिचय दें|अपने बारे में बताओ|' +
          'अपने बारे में बताइए|क्या तुम रोबोट हो|क्या आप रोबोट हैं|क्या आप इंसान हैं|क्या तुम इंसान हो|' +
          'क्या आप एआई हैं|तुम्हें किसने बनाया|आपको किसने बनाया',
      ),
      help: list(
        'मदद|मदद करो|मेरी मदद करो|मेरी मदद करें|मदद चाहिए|मुझे मदद चाहिए|सहायता|' +
          'क्या आप मेरी मदद कर सकते हैं|क्या तुम मेरी मदद कर सकते हो|आप क्या कर सकते हैं|' +
          'तुम क्या कर सकते हो|आप मेरी क्या मदद कर सकते हैं|मैं क्या पूछ सकता हूँ|मैं क्या पूछ सकती हूँ|' +
          'मैं आपसे क्या पूछ सकता हूँ|मेरा एक सवाल है|एक सवाल है|आप कैसे काम करते हैं',
      ),
    },
    courtesies: list('कृपया|जी|भाई|दोस्त|सर'),
  },
  {
    language: 'fa',
    phrases: {
      greeting: list('سلام|درود|صبح بخیر|عصر بخیر|شب بخیر دوستان|حالت چطوره|حال شما چطور است|چطوری|کسی هست'),
      thanks: list(
        'ممنون|مرسی|متشکرم|خیلی ممنون|سپاس|سپاسگزارم|تشکر|دستت درد نکنه|ممنون از کمکت|عالی|باشه|فهمیدم',
      ),
      goodbye: list('خداحافظ|خدانگهدار|بدرود|شب بخیر|به امید دیدار|فعلا'),
      about: list(
        'تو کی هستی|شما کی هستید|شما که هستید|تو کیستی|اسمت چیه|اسم شما چیست|نام شما چیست|' +
          'خودت را معرفی کن|خودتان را معرفی کنید|ربات هستی|آیا ربات هستید|تو رباتی|چه کسی تو را ساخته|' +
          'این چیست',
      ),
      help: list(
        'کمک|کمکم کن|به من کمک کن|کمک می‌خواهم|میتونی کمکم کنی|آیا می‌توانید به من کمک کنید|' +
          'چه کاری می‌توانی انجام دهی|چه کار می‌توانی بکنی|چیکار میتونی بکنی|چه چیزی می‌توانم بپرسم|' +
          'چی میتونم بپرسم|یک سوال دارم|سوال دارم|چطور کار می‌کنی',
      ),
    },
    courtesies: list('لطفا|لطفاً|دوست من|جان'),
  },
  {
    language: 'fi',
    phrases: {
      greeting: list(
        'moi|moikka|hei kaikki|terve|hyvää päivää|hyvää huomenta|hyvää iltaa|päivää|mitä kuuluu|' +
          'onko siellä ketään',
      ),
      thanks: list(
        'kiitos|kiitos paljon|paljon kiitoksia|kiitoksia|kiitti|suuret kiitokset|kiitos avusta|ok kiitos|' +
          'hienoa|ei kiitos|selvä',
      ),
      goodbye: list('hei hei sitten|näkemiin|moi moi|heippa|hyvää yötä|nähdään|hyvää päivänjatkoa'),
      about: list(
        'kuka olet|kuka sinä olet|mikä olet|mikä sinä olet|mikä sinun nimesi on|mikä nimesi on|' +
          'kerro itsestäsi|oletko botti|oletko robotti|oletko ihminen|oletko tekoäly|kuka sinut loi|' +
          'kuka sinut teki',
      ),
      help: list(
        'apua|auta|auta minua|voitko auttaa|voitko auttaa minua|tarvitsen apua|mitä osaat|mitä voit tehdä|' +
          'mitä osaat tehdä|miten voit auttaa|mitä voin kysyä|mitä voin kysyä sinulta|minulla on kysymys|' +
          'kysymys|miten toimit',
      ),
    },
    courtesies: list('ole hyvä|ystävä'),
  },
  {
    language: 'hu',
    phrases: {
      greeting: list(
        'szia|sziasztok|helló|szervusz|üdv|jó napot|jó reggelt|jó estét|jó napot kívánok|hogy vagy|' +
          'van itt valaki',
      ),
      thanks: list(
        'köszönöm|köszönöm szépen|nagyon köszönöm|köszi|köszi szépen|kösz|köszönöm a segítséget|szuper|' +
          'rendben|értem|nem köszönöm',
      ),
      goodbye: list('viszlát|viszontlátásra|szia szia|jó éjszakát|szép napot|további szép napot'),
      about: list(
        'ki vagy|ki vagy te|ki ön|mi vagy|mi vagy te|hogy hívnak|mi a neved|mutatkozz be|mesélj magadról|' +
          'robot vagy|bot vagy|ember vagy|mesterséges intelligencia vagy|ki készített|ki hozott létre',
      ),
      help: list(
        'segítség|segíts|segíts kérlek|segítesz|tudsz segíteni|segítene|segítségre van szükségem|' +
          'mit tudsz|mit tudsz csinálni|miben tudsz segíteni|mit kérdezhetek|mit kérdezhetek tőled|' +
          'van egy kérdésem|kérdésem van|hogyan működsz',
      ),
    },
    courtesies: list('kérlek|kérem|barátom'),
  },
  {
    language: 'el',
    phrases: {
      greeting: list(
        'γεια|γεια σου|γεια σας|καλημέρα|καλησπέρα|χαίρετε|τι κάνεις|πώς είσαι|είναι κανείς εδώ',
      ),
      thanks: list(
        'ευχαριστώ|ευχαριστώ πολύ|σε ευχαριστώ|σας ευχαριστώ|ευχαριστώ για τη βοήθεια|τέλεια|κατάλαβα|' +
          'εντάξει|όχι ευχαριστώ',
      ),
      goodbye: list('αντίο|καληνύχτα|τα λέμε|εις το επανιδείν|καλή συνέχεια|γεια χαρά'),
      about: list(
        'ποιος είσαι|ποιος είστε|τι είσαι|πώς σε λένε|πώς λέγεσαι|ποιο είναι το όνομά σου|' +
          'πες μου για σένα|είσαι ρομπότ|είσαι άνθρωπος|ποιος σε έφτιαξε|ποιος σε δημιούργησε',
      ),
      help: list(
        'βοήθεια|βοήθησέ με|μπορείς να με βοηθήσεις|μπορείτε να με βοηθήσετε|χρειάζομαι βοήθεια|' +
          'τι μπορείς να κάνεις|τι κάνεις εσύ|σε τι μπορείς να βοηθήσεις|τι μπορώ να ρωτήσω|' +
          'τι μπορώ να σε ρωτήσω|έχω μια ερώτηση|πώς λειτουργείς',
      ),
    },
    courtesies: list('παρακαλώ|φίλε'),
  },
  {
    language: 'he',
    phrases: {
      greeting: list('שלום|היי|הי|בוקר טוב|ערב טוב|צהריים טובים|מה שלומך|מה נשמע|מה קורה|יש פה מישהו'),
      thanks: list('תודה|תודה רבה|המון תודה|תודה לך|תודה על העזרה|מעולה|מצוין|הבנתי|בסדר|לא תודה'),
      goodbye: list('להתראות|ביי|לילה טוב|יום טוב|נתראה'),
      about: list(
        'מי אתה|מי את|מה אתה|איך קוראים לך|מה השם שלך|מה שמך|ספר לי על עצמך|אתה בוט|אתה רובוט|' +
          'האם אתה רובוט|אתה בן אדם|מי יצר אותך|מי בנה אותך',
      ),
      help: list(
        'עזרה|עזור לי|אפשר עזרה|אני צריך עזרה|אתה יכול לעזור לי|תוכל לעזור לי|מה אתה יכול לעשות|' +
          'מה אתה יודע לעשות|במה אתה יכול לעזור|מה אפשר לשאול|מה אני יכול לשאול|יש לי שאלה|איך אתה עובד',
      ),
    },
    courtesies: list('בבקשה|חבר'),
  },
];
