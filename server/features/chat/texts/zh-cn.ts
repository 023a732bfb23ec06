import type { AnswerTexts } from './answer-texts.ts';

export const zhCN: AnswerTexts = {
  quotedFrom: '摘自{place}：',
  close: '没有找到直接的答案，以下内容最接近。',
  notCovered: '本站的文章没有回答这个问题。',
  otherLanguage:
    '本站的文章和你的提问不是同一种语言（本站是{language}），我只能按文章里的词来查找。请用本站的语言提问。',
  greeting: '你好！我根据{site}的文章回答问题。想了解什么？',
  thanks: '不客气！还有想了解的，随时问我。',
  goodbye: '再见！有问题随时回来。',
  about: '我是{site}的助手，只根据这里发布的文章回答，并注明每个答案的来源。',
  help: '可以用一句话或几个关键词提问，凡是{site}的文章里写到的都可以问。我会给出原文段落和链接；文章里没有的，我会直说。',
  site: '{site}共有 {count} 篇文章，例如{articles}。想了解什么？',
  listComma: '、',
  thisSite: '本站',
  askAbout: '介绍一下“{heading}”',
  failures: {
    slow: '回答用时过长，这次没能完成，请重试。',
    busy: '现在提问的人太多，请过一会儿再试。',
    setUp: '助手还没有设置好，请告诉站长。',
    refused: '这个问题没能得到回答，请换个说法再试，或告诉站长。',
    unavailable: '助手暂时不可用，请稍后再试。',
    searchUnavailable: 'AI 搜索暂时不可用，请稍后再试。',
    restarting: '服务正在重启，回答没有写完。请稍后再问一次。',
    hourly: '当前网络这一小时内的提问次数已用完，请约 {minutes} 分钟后再试。',
    daily: '当前网络今天的提问次数已用完，请明天再来；多人共用网络时，可请站长放行。',
    quota: '本站今天的 AI 用量已用完，请明天再来。',
    closed: '访客对话已关闭。',
  },
};
