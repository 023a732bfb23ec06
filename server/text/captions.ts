/** True for the caption of a figure, table, example or formula: a name and a number. */
export const isCaption = (text: string): boolean => figure.test(text) || other.test(text);

const figure = /^(?:figure|fig\.|abbildung|abb\.|figura|рис(?:унок|\.)|图|圖|図)\s?[\dA-Z][^\n]{0,150}$/iu;
const other =
  /^(?:table|tab\.|example|equation|listing|tabelle|beispiel|tableau|exemple|tabla|ejemplo|tabela|exemplo|таблица|табл\.|пример|表|例|示例|公式)\s?\d[^\n]{0,150}$/iu;
