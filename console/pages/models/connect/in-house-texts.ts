import { formatNumber } from '../../../text/format.ts';
import { texts } from '../../../text/language.ts';

const megabytes = (bytes: number) => `${formatNumber(Math.round(bytes / 1_000_000))} MB`;

/** Texts of the card with the models that Docent runs itself. */
export const inHouseTexts = texts({
  en: {
    title: 'Models in the house',
    intro:
      'Docent runs these itself, on this machine: no server, no key, no price. Nothing is downloaded until you press “Install”.',
    facts: (bytes: number, licence: string) => `${megabytes(bytes)} · ${licence}`,
    about: 'About this model',
    uses: {
      embedding: 'Finds passages by meaning, also in another language than that of the question.',
      rerank:
        'Reads question and passage together and puts the best passages first. It is used only where you choose it below.',
    },
    unmeasured:
      'Not measured by us. Run an evaluation with it and without, and keep it only if answers become better.',
    minutes: (passages: number, minutes: number) =>
      `The vectors of the ${formatNumber(passages)} passages of this site take about ${formatNumber(minutes)} min of one processor. They are made at low priority, and answers come from words meanwhile.`,
    wasm: 'There is no native runtime for this machine: WebAssembly computes, about three times as slow.',
    state: { installed: 'Installed', native: 'native', wasm: 'WebAssembly' },
    install: 'Install',
    stop: 'Stop',
    stopped: 'Stopped; what is downloaded stays',
    remove: 'Remove',
    removeTitle: 'Remove this model?',
    removeText: (id: string) =>
      `The files of ${id} are deleted. Without another embedding model the search finds by words again.`,
    removed: 'Removed',
    progress: (done: number, total: number, from: string) =>
      `${megabytes(done)} of ${megabytes(total)}${from === '' ? '' : ` from ${from}`}`,
    runtime: 'Getting the native runtime…',
    progressOf: (id: string) => `Installation of ${id}`,
  },
  zh: {
    title: '由 Docent 自己运行的模型',
    intro: '这些模型就在这台机器上运行，不需要服务器、密钥和费用。点“安装”之前不会下载任何东西。',
    facts: (bytes: number, licence: string) => `${megabytes(bytes)} · ${licence}`,
    about: '模型介绍',
    uses: {
      embedding: '按语义查找段落，问题和文章语言不同也能找到。',
      rerank: '把问题和段落放在一起读，把最合适的段落排到前面。只有在下面选用它才会启用。',
    },
    unmeasured: '我们没有评测过它。请用自己的评测比较有无它的差别，回答变好再保留。',
    minutes: (passages: number, minutes: number) =>
      `为本站 ${formatNumber(passages)} 个段落生成向量，约占一个处理器 ${formatNumber(minutes)} 分钟；以低优先级进行，期间仍按关键词回答。`,
    wasm: '这台机器没有原生运行库，由 WebAssembly 计算，约慢三倍。',
    state: { installed: '已安装', native: '原生', wasm: 'WebAssembly' },
    install: '安装',
    stop: '停止',
    stopped: '已停止，已下载的部分会保留',
    remove: '移除',
    removeTitle: '移除这个模型？',
    removeText: (id: string) => `将删除 ${id} 的文件。没有其他向量模型时，搜索重新按关键词查找。`,
    removed: '已移除',
    progress: (done: number, total: number, from: string) =>
      `${megabytes(done)} / ${megabytes(total)}${from === '' ? '' : `，来自 ${from}`}`,
    runtime: '正在取得原生运行库…',
    progressOf: (id: string) => `安装 ${id}`,
  },
});
