import { formatNumber, plural } from '../../text/format.ts';
import { texts } from '../../text/language.ts';

/** Texts of the card with the trial of a model. */
export const trialTexts = texts({
  en: {
    title: 'Trial',
    help: 'Does this model make answers better here? Up to ten questions from your own headings, answered with it and without; then 24 known statements to judge, as in a second look at marks.',
    start: 'Start trial',
    again: 'Try again',
    askTitle: 'Start a trial?',
    ask: (questions: number, tokens: number, price: string) =>
      `${plural(questions, 'question', 'questions')} are sent to the model, with their passages about ${formatNumber(tokens)} tokens${price === '' ? '' : `, about ${price} at the price that is set for it`}.`,
    running: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} answered…`,
    broken: (reason: string) => `The last trial broke off: ${reason}`,
    spent: (tokens: string, price: string) =>
      `It took ${tokens} tokens in all${price === '' ? '' : `, about ${price}`}, failed calls and the judging included.`,
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
    judged: (right: number, count: number) =>
      `Judged ${formatNumber(right)} of ${formatNumber(count)} known statements rightly.`,
    fit: 'That is enough for a second look at marks.',
    unfit: 'A second look at marks changes nothing with this model: four of five must be right.',
    toSetting: 'Setting “Second look at marks”',
  },
  zh: {
    title: '试用',
    help: '这个模型能让回答更好吗？用本站标题生成至多十个问题，分别用它和不用它来回答；再让它判断 24 句已知真假的话，与复核引用标记时一样。',
    start: '开始试用',
    again: '再试一次',
    askTitle: '开始试用？',
    ask: (questions: number, tokens: number, price: string) =>
      `将把 ${formatNumber(questions)} 个问题连同段落发给模型，约 ${formatNumber(tokens)} 个 token${price === '' ? '' : `，按为它设置的价格约 ${price}`}。`,
    running: (done: number, all: number) => `已回答 ${formatNumber(done)}/${formatNumber(all)}…`,
    broken: (reason: string) => `上次试用中断：${reason}`,
    spent: (tokens: string, price: string) =>
      `共用 ${tokens} 个 token${price === '' ? '' : `，约 ${price}`}，含失败的调用与判断。`,
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
    judged: (right: number, count: number) =>
      `${formatNumber(count)} 句已知真假的话判对 ${formatNumber(right)} 句。`,
    fit: '可以用来复核引用标记。',
    unfit: '用这个模型复核引用标记不会有任何改动：须判对五分之四。',
    toSetting: '设置“复核引用标记”',
  },
});
