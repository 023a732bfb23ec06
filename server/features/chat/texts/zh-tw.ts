import type { AnswerTexts } from './answer-texts.ts';

export const zhTW: AnswerTexts = {
  quotedFrom: '摘自{place}：',
  close: '沒有找到直接的答案，以下內容最接近。',
  notCovered: '本站的文章沒有回答這個問題。',
  otherLanguage:
    '本站的文章和你的提問不是同一種語言（本站是{language}），我只能按文章裡的詞來查找。請用本站的語言提問。',
  greeting: '你好！我根據{site}的文章回答問題。想了解什麼？',
  thanks: '不客氣！還有想了解的，隨時問我。',
  goodbye: '再見！有問題隨時回來。',
  about: '我是{site}的助理，只根據這裡發布的文章回答，並註明每個答案的來源。',
  help: '可以用一句話或幾個關鍵字提問，凡是{site}的文章裡寫到的都可以問。我會給出原文段落和連結；文章裡沒有的，我會直說。',
  site: '{site}共有 {count} 篇文章，例如{articles}。想了解什麼？',
  listComma: '、',
  thisSite: '本站',
  askAbout: '介紹一下「{heading}」',
  failures: {
    slow: '回答用時過長，這次沒能完成，請重試。',
    busy: '現在提問的人太多，請過一會兒再試。',
    setUp: '助理還沒有設定好，請告訴站長。',
    refused: '這個問題沒能得到回答，請換個說法再試，或告訴站長。',
    unavailable: '助理暫時無法使用，請稍後再試。',
    searchUnavailable: 'AI 搜尋暫時無法使用，請稍後再試。',
    restarting: '服務正在重新啟動，回答沒有寫完。請稍後再問一次。',
    hourly: '目前網路這一小時內的提問次數已用完，請約 {minutes} 分鐘後再試。',
    daily: '目前網路今天的提問次數已用完，請明天再來；多人共用網路時，可請站長放行。',
    quota: '本站今天的 AI 用量已用完，請明天再來。',
    closed: '訪客對話已關閉。',
  },
};
