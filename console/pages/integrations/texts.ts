import { texts } from '../../text/language.ts';

export const pageTexts = texts({
  en: {
    title: 'Integrations',
    intro:
      'How programs read the site and ask questions. Their questions are counted and logged like those of visitors.',
    section: 'Access for programs',
    fields: {
      mcpEnabled: {
        label: 'Model Context Protocol at /mcp',
        help: 'Programs search, ask and read articles without a token. They cannot change anything.',
      },
      llmsTextEnabled: {
        label: 'Text for language models',
        help: 'The list /llms.txt, the texts /llms-full.txt, and each article as Markdown.',
      },
      openAiEnabled: {
        label: 'OpenAI-compatible chat at /v1/chat/completions',
        help: 'The model is called “docent”. Programs need an access token from the account page; keep it on a server.',
      },
    },
  },
  zh: {
    title: '接口',
    intro: '供程序读取站点和提问的接口。程序的提问与访客的一样计数并记入日志。',
    section: '面向程序的接口',
    fields: {
      mcpEnabled: {
        label: '模型上下文协议（/mcp）',
        help: '程序可以搜索、提问和阅读文章，只读，不需要令牌。',
      },
      llmsTextEnabled: {
        label: '面向语言模型的文本',
        help: '列表 /llms.txt、全文 /llms-full.txt，以及每篇文章的 Markdown。',
      },
      openAiEnabled: {
        label: 'OpenAI 兼容问答（/v1/chat/completions）',
        help: '模型名为 docent。程序需要“账户”页里的访问令牌，请只放在服务器上。',
      },
    },
  },
});
