import { texts } from '../../text/language.ts';

export const pageTexts = texts({
  en: {
    title: 'Retrieval',
    intro:
      'How passages are found for a question and which ones the model receives. Save, then try a question.',
    preset: 'Preset',
    presets: {
      precise: { label: 'Precise', help: 'Fewer, closer passages. Fewest tokens; may miss an answer.' },
      balanced: { label: 'Balanced', help: 'Recommended for most sites.' },
      thorough: { label: 'Thorough', help: 'More passages from further away. More tokens per answer.' },
    },
    presetCustom: 'Custom values are set under Advanced.',
    finding: 'Advanced',
    answering: 'Answering',
    trial: 'Try the saved settings',
    fields: {
      searchMode: {
        label: 'Search mode',
        help: 'Hybrid finds the most. Semantic search requires an embedding model.',
        choices: { hybrid: 'Hybrid', vector: 'Semantic', keyword: 'Keyword' },
      },
      semanticWeight: { label: 'Semantic weight', help: '0 uses keywords only, 1 uses meaning only.' },
      topK: {
        label: 'Passages to retrieve (top K)',
        help: 'Higher values find more and take slightly longer.',
      },
      similarityThreshold: {
        label: 'Similarity threshold',
        help: 'Passages below this score are dropped. Too high: answers are missed. Too low: answers cite unrelated pages.',
      },
      topN: { label: 'Passages sent to the model', help: 'Higher values use more tokens per answer.' },
      showReferences: { label: 'Show sources to visitors' },
      caution: {
        label: 'How sure an answer must be',
        help: 'Measured on five real sites, of 100 questions each: answered rightly / from a wrong article / answered although the site only nearly covers them.',
        choices: {
          careful: 'Careful (45 / 3 / 10)',
          balanced: 'Balanced (47 / 3 / 10)',
          open: 'Open (58 / 7 / 33)',
        },
      },
      noMatchBehavior: {
        label: 'When nothing is found',
        help: 'A fixed reply does not call a model.',
        choices: { continue: 'Answer anyway, with a notice', fixed_reply: 'Fixed reply' },
      },
      noMatchReply: { label: 'Fixed reply' },
      unsupportedAnswer: {
        label: 'When no article supports the model’s text',
        help: 'Otherwise a quotation or the closest places are shown in its place, with a line that says so.',
        choices: { replace: 'Leave it out', keep: 'Show it under the heading “Not found on this site”' },
      },
      judgeMarks: {
        label: 'Second look at marks',
        help: 'The language model judges the marks that words leave undecided, and takes out wrong ones or puts right ones back when the answer is complete. Costs one more short call per answer with such marks. The model is tried on 24 known statements first; with fewer than four of five right it changes nothing.',
      },
    },
  },
  zh: {
    title: '检索',
    intro: '如何为问题找到片段，以及模型能看到哪些片段。保存后可以在旁边提问试用。',
    preset: '预设',
    presets: {
      precise: { label: '精准', help: '片段更少、更接近问题，消耗 token 最少，可能漏掉答案。' },
      balanced: { label: '均衡', help: '适合多数站点。' },
      thorough: { label: '全面', help: '取更多、更宽泛的片段，每次回答消耗更多 token。' },
    },
    presetCustom: '当前使用“高级”中的自定义数值。',
    finding: '高级',
    answering: '回答时',
    trial: '试用已保存的设置',
    fields: {
      searchMode: {
        label: '检索方式',
        help: '混合检索命中最多；语义检索需要向量模型。',
        choices: { hybrid: '混合', vector: '语义', keyword: '关键词' },
      },
      semanticWeight: { label: '语义权重', help: '0 只用关键词，1 只用语义。' },
      topK: { label: '召回片段数', help: '越多越全，耗时略增。' },
      similarityThreshold: {
        label: '相似度阈值',
        help: '低于阈值的片段会被舍弃。过高会漏掉答案，过低会引用不相关的页面。',
      },
      topN: { label: '发送给模型的片段数', help: '数值越大，每次回答消耗的 token 越多。' },
      showReferences: { label: '向访客显示来源' },
      caution: {
        label: '多有把握才回答',
        help: '在五个真实站点上测得，每 100 个问题：答对 / 引用了错误的文章 / 站内只有相近内容却仍作答。',
        choices: {
          careful: '谨慎（45 / 3 / 10）',
          balanced: '均衡（47 / 3 / 10）',
          open: '宽松（58 / 7 / 33）',
        },
      },
      noMatchBehavior: {
        label: '没有找到时',
        help: '固定回复不调用模型，不产生费用。',
        choices: { continue: '仍然回答，并附说明', fixed_reply: '固定回复' },
      },
      noMatchReply: { label: '固定回复内容' },
      unsupportedAnswer: {
        label: '模型写的内容没有文章支持时',
        help: '略去时，改为引用站内原文或列出最接近的段落，并用一句话说明。',
        choices: { replace: '略去', keep: '在“本站没有这样的内容”的标题下显示' },
      },
      judgeMarks: {
        label: '复核引用标记',
        help: '单凭文字判定不了的引用标记，交给语言模型再判断一次：答案写完后，去掉不成立的，补回成立的。凡有这类标记的回答，每次多一次简短的模型调用。模型先判断 24 句已知真假的话，判对不到五分之四的不会改动标记。',
      },
    },
  },
});
