/** Radicals of Unicode's supplement (U+2E80 to U+2EF3) with the ideographs that they look like (EquivalentUnifiedIdeograph of Unicode). */
const supplement: ReadonlyMap<string, string> = new Map(
  Array.from(
    '⺁厂⺇几⺌小⺎兀⺏尣⺐尢⺑尣⺓幺⺛旡⺝月⺟母⺠民⺩王⺪疋⺫目⺬示⺮竹⺯糸⺱罒⺲罒⺶羊⺷羊⺸羊⺹耂⺺肀⺼月⺽臼⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏阝⻐钅⻑長⻒镸⻓长⻔门⻕阜⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻟食⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟'.matchAll(
      /(.)(.)/gu,
    ),
    ([, radical = '', ideograph = '']) => [radical, ideograph],
  ),
);

/** A text in which no radical stands for an ideograph, as programs write them that look letters up by their shapes. */
export const withoutRadicals = (text: string): string =>
  /[\u2E80-\u2FD5]/.test(text)
    ? text.replace(/[\u2E80-\u2FD5]/g, (sign) => supplement.get(sign) ?? sign.normalize('NFKC'))
    : text;
