import { formatNumber, plural } from '../../text/format.ts';
import { texts } from '../../text/language.ts';

/** Texts of the card with the trial of a model. */
export const trialTexts = texts({
  en: {
    title: 'Trial',
    help: 'Does this model make answers better here? Ten questions from your own headings, answered with it and without.',
    start: 'Start trial',
    again: 'Try again',
    askTitle: 'Start a trial?',
    ask: (questions: number, tokens: number, price: string) =>
      `${plural(questions, 'question', 'questions')} are sent to the model, with their passages about ${formatNumber(tokens)} tokens${price === '' ? '' : `, about ${price} at the price in the models file`}.`,
    running: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} answered…`,
    broken: (reason: string) => `The last trial broke off: ${reason}`,
    at: (time: string, questions: number) => `${time}, ${plural(questions, 'question', 'questions')}`,
    withModel: 'With the model',
    without: 'Without',
    answered: 'Answered',
    partial: 'In part',
    supported: 'Supported',
    seconds: 'Seconds',
    cost: 'Price',
    verdicts: {
      better: 'This model makes answers better here.',
      same: 'This model makes answers neither better nor worse here.',
      slower: 'This model is slow and makes answers no better here.',
      worse: 'This model makes answers worse here. Better keep the built-in one.',
      fails: 'This model fails at half of the questions or more.',
    },
  },
  zh: {
    title: '试用',
    help: '这个模型能让回答更好吗？用本站标题生成十个问题，分别用它和不用它来回答。',
    start: '开始试用',
    again: '再试一次',
    askTitle: '开始试用？',
    ask: (questions: number, tokens: number, price: string) =>
      `将把 ${formatNumber(questions)} 个问题连同段落发给模型，约 ${formatNumber(tokens)} 个 token${price === '' ? '' : `，按模型文件中的价格约 ${price}`}。`,
    running: (done: number, all: number) => `已回答 ${formatNumber(done)}/${formatNumber(all)}…`,
    broken: (reason: string) => `上次试用中断：${reason}`,
    at: (time: string, questions: number) => `${time}，${formatNumber(questions)} 个问题`,
    withModel: '用模型',
    without: '不用模型',
    answered: '已回答',
    partial: '部分回答',
    supported: '有依据',
    seconds: '秒数',
    cost: '费用',
    verdicts: {
      better: '这个模型让本站的回答更好。',
      same: '这个模型对本站的回答没有明显影响。',
      slower: '这个模型较慢，回答也没有更好。',
      worse: '这个模型让本站的回答变差，建议继续用内置模型。',
      fails: '一半以上的问题，这个模型都出错。',
    },
  },
});
