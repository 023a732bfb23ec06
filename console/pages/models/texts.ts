import { formatNumber, plural } from '../../text/format.ts';
import { texts } from '../../text/language.ts';

export const pageTexts = texts({
  en: {
    title: 'Models',
    intro: 'The AI models that Docent uses: connect them, test them, and choose which does what.',
    builtinTitle: 'A built-in model is in use',
    builtin:
      'It only quotes sentences from your articles. Connect a language model for written answers, translation and drafting.',
    noneTitle: 'No embedding model is connected',
    none: 'Questions are matched by their words and synonyms of them. With an embedding model, other wordings are found far more often, also in other languages.',
    howTo: 'With a file instead',
    file: 'Models file',
    noFile: 'None yet.',
    guided:
      'The quickest way: run this command on the machine that runs Docent. It asks for the provider, the API key and the model, and tests the connection:',
    byHand: 'Or write the file yourself:',
    steps: {
      write:
        'Enter the address and the model of your provider; any service with an OpenAI-compatible API works. Save it as',
      key: 'Write this line, with your API key in place of your-key, into the file that keeps your settings:',
      test: 'Start Docent again the way you started it before, come back here and use the Test buttons.',
    },
    copySample: 'Copy sample',
    copyCommand: 'Copy command',
    copyLine: 'Copy line',
    fileProblem: 'The models file cannot be used',
    live: {
      off: 'Off',
      unused: 'No calls today',
      working: (calls: number) => `Working: ${plural(calls, 'call', 'calls')} today`,
      failing: 'Failing: the last calls failed',
    },
    notTaken: (fields: readonly string[]) =>
      `This server does not take: ${fields.join(', ')}. Docent does without.`,
    indexUses: (model: string) => `The index uses ${model}.`,
    defaultIs: (name: string) => (name === '' ? 'Default (none connected)' : `Default (${name})`),
    mayCost: 'The test calls the model and may be billed.',
    imageTestTitle: 'Generate a test image?',
    imageTest: 'This makes one call to the image model, which your provider may bill.',
    draw: 'Generate',
    outcomes: {
      success: 'Connected',
      warning: 'Connected, but does not fit',
      error: 'Connection failed',
    },
    dimensionsAre: (got: number) => plural(got, 'dimension', 'dimensions'),
    otherDimensions: (got: number, wanted: number, isSetHere: boolean) =>
      `Returned ${plural(got, 'dimension', 'dimensions')}, not ${formatNumber(wanted)}, so the index cannot use it. ${
        isSetHere
          ? `Set Dimensions to ${got} and save.`
          : `Set “dimensions” of this model to ${got} in the models file.`
      }`,
    fromFile: 'set in the models file',
    dimensionsFixed: (count: number) =>
      `${plural(count, 'dimension', 'dimensions')}, set in the models file.`,
    score: (score: string) => `Relevance ${score}`,
    dimensionsWarning:
      'Saving another embedding model or other dimensions rebuilds the index. The current index stays in use until then.',
    rebuildTitle: 'Save and rebuild the index?',
    rebuildText: (passages: number) =>
      `With another embedding model, all ${plural(passages, 'passage', 'passages')} are sent to it, which your provider may bill. The current index stays in use until the rebuild finishes; you can cancel it on the index page.`,
    saveAndRebuild: 'Save and rebuild',
    toIndex: 'Go to index',
    cards: {
      chat: { title: 'Language model', help: 'Writes answers, mind maps, excerpts and drafts.' },
      embedding: {
        title: 'Embedding model',
        help: 'Finds passages with the same meaning in different words.',
      },
      rerank: { title: 'Rerank model', help: 'Reorders search results by relevance.' },
      rewrite: {
        title: 'Query rewriting model',
        help: 'Rewrites questions before the search. The default is the language model.',
      },
      image: { title: 'Image model', help: 'Generates the pet. It is selected in the models file.' },
    },
    dimensions: 'Dimensions',
    dimensionsHelp: 'From 256 to 4,096. For a model with fewer or more, set “dimensions” in the models file.',
    rerankEnabled: 'Allow reranking',
    rewriteEnabled: 'Allow query rewriting',
    testPicture: 'Test image',
  },
  zh: {
    title: '模型',
    intro: 'Docent 使用的 AI 模型：连接、测试，并选择由哪个模型做什么。',
    builtinTitle: '正在使用内置模型',
    builtin: '内置模式只摘录原文，不会生成回答。连接语言模型后，可以生成完整的回答，还能翻译和辅助写作。',
    noneTitle: '尚未连接向量模型',
    none: '目前按词语及其近义词匹配。连接向量模型后，换一种说法或换一种语言提问，能找到的会多得多。',
    howTo: '改用文件连接',
    file: '模型文件',
    noFile: '尚未设置。',
    guided:
      '最快的方式：在运行 Docent 的机器上执行这条命令，按提示填写服务商、API 密钥和模型，并当场测试连接：',
    byHand: '或者自己编写文件：',
    steps: {
      write: '填入服务商的地址和模型名称，任何兼容 OpenAI 接口的服务都可以使用。保存为：',
      key: '把 your-key 换成你的 API 密钥，将这一行写进保存设置的文件：',
      test: '按原来的方式重新启动 Docent，再回到这里用“测试”按钮检查。',
    },
    copySample: '复制示例',
    copyCommand: '复制命令',
    copyLine: '复制这一行',
    fileProblem: '模型文件无法使用',
    live: {
      off: '已关闭',
      unused: '今天没有调用',
      working: (calls: number) => `正常：今天 ${formatNumber(calls)} 次调用`,
      failing: '故障：最近的调用失败',
    },
    notTaken: (fields: readonly string[]) => `该服务器不接受：${fields.join('、')}，Docent 已自动避开。`,
    indexUses: (model: string) => `索引当前使用 ${model}。`,
    defaultIs: (name: string) => (name === '' ? '默认（尚未连接）' : `默认（${name}）`),
    mayCost: '测试会调用模型，可能产生费用。',
    imageTestTitle: '生成一张测试图片？',
    imageTest: '将调用一次图像模型，服务商可能计费。',
    draw: '生成',
    outcomes: { success: '连接正常', warning: '已连接，但不合适', error: '连接失败' },
    dimensionsAre: (got: number) => `${got} 维`,
    otherDimensions: (got: number, wanted: number, isSetHere: boolean) =>
      `返回的是 ${got} 维，不是 ${wanted} 维，索引无法使用。${
        isSetHere ? `请把“维度”改为 ${got} 并保存。` : `请在模型文件中把这个模型的 dimensions 设为 ${got}。`
      }`,
    fromFile: '由模型文件指定',
    dimensionsFixed: (count: number) => `${formatNumber(count)} 维，由模型文件指定。`,
    score: (score: string) => `相关度 ${score}`,
    dimensionsWarning: '保存其他向量模型或维度会重建索引，重建完成之前继续使用现有索引。',
    rebuildTitle: '保存并重建索引？',
    rebuildText: (passages: number) =>
      `更换向量模型后，全部 ${formatNumber(passages)} 个片段都会发送给新模型，服务商可能计费。重建完成之前继续使用现有索引；可以在索引页面取消。`,
    saveAndRebuild: '保存并重建',
    toIndex: '前往索引',
    cards: {
      chat: { title: '语言模型', help: '用于回答、思维导图、摘要和写作。' },
      embedding: { title: '向量模型', help: '找到意思相同但说法不同的片段。' },
      rerank: { title: '重排模型', help: '让检索结果的顺序更合理。' },
      rewrite: { title: '查询改写模型', help: '在检索前改写提问，默认使用语言模型。' },
      image: { title: '图像模型', help: '用于生成宠物图片，在模型文件中选择。' },
    },
    dimensions: '维度',
    dimensionsHelp: '256 到 4,096。更小或更大的维度请在模型文件中用 dimensions 设置。',
    rerankEnabled: '允许重排',
    rewriteEnabled: '允许改写查询',
    testPicture: '测试图片',
  },
});
