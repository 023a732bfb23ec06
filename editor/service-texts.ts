import type { ExplanationCode } from '../contract/explanations/texts.ts';

/**
 * Texts of the service for authors, by their code: failures, and notes beside a result. `{name}` is a parameter of the
 * text; `{reason}` is worded by its own code where it has one.
 */
const en = {
  unauthenticated: 'You are not signed in to Docent, or the session has ended. Sign in and try again.',
  forbidden: 'Your account may not use the writing help. Ask the administrator.',
  writing_off: 'The writing help is switched off.',
  writing_long:
    'The text is too long: it has {length} characters, and at most {most} can be worked on at once. Select a part of it.',
  writing_cut: 'The model stopped before the text was complete. Select a shorter part and try again.',
  writing_no_outline: 'The model sent something that is no outline. Please try again.',
  writing_rewrote:
    'The model rewrote the text instead of correcting its mistakes; nothing of that was taken. Please try again.',
  writing_link: 'Links are found without a wish of your own.',
  value_refused: '{reason}',
  rule_length: 'The text is too long: at most {length} characters.',
  model_limit: 'The AI quota of this site is used up for today. It starts anew tomorrow.',
  model_none: 'No language model is connected. Ask the administrator to connect one.',
  model_unknown: 'The language model “{model}” is not there any more. Ask the administrator.',
  model_needed_action:
    'This needs a language model, and none is connected. Ask the administrator to connect one.',
  model_needed_instruction:
    'A wish of your own needs a language model, and none is connected. Ask the administrator to connect one.',
  model_withheld: 'The provider of the model withheld its answer. Please choose another passage.',
  model_nothing: 'The model answered with nothing. Please try again.',
  model_status: 'The language model failed (HTTP {status}): {reason}',
  model_failed: 'The language model failed: {reason}',
  model_timed_out: 'The language model took too long. Please try again.',
  model_no_reason: 'no reason given',
  model_error_unnamed: 'no reason given',
  model_web_page: 'a web page answers at its address',
  model_redirects: 'its address leads elsewhere',
  model_no_json: 'its answer cannot be read',
  model_no_result: 'its answer holds no result',
  model_bad_chunk: 'its answer cannot be read',
  model_broke_off: 'the connection broke off',
  model_answer_long: 'its answer did not end',
  model_event_long: 'its answer did not end',
  model_stream_long: 'its answer did not end',
  network_refused: 'no connection ({detail})',
  network_unresolved: 'its address is unknown ({detail})',
  network_again: 'its address cannot be looked up now ({detail})',
  network_reset: 'the connection broke off ({detail})',
  network_closed: 'the connection broke off ({detail})',
  network_slow: 'no connection in time ({detail})',
  took_too_long: 'it took too long',
  database_away: 'Docent cannot work at the moment. Please try again in a minute.',
  database_away_long: 'Docent cannot work at the moment. Please try again in a minute.',
  stopping: 'Docent is being restarted. Please try again in a minute.',
  internal: 'Something went wrong in Docent. Please try again.',
  writing_typography_checked:
    'Only typography was checked: punctuation marks, blanks and a few doubled little words such as “the the”. Spelling and grammar need a language model, and none is connected.',
  writing_typography_tidied:
    'Only typography was tidied: punctuation marks, blanks and a few doubled little words. Wording, spelling and grammar need a language model, and none is connected.',
  writing_sentences_left_out:
    'Only whole sentences and remarks in brackets were left out; no sentence was reworded. That needs a language model, and none is connected.',
  writing_no_partner: '{sign} in line {line} has no partner.',
  writing_no_links: 'No phrase of the text names another article of the site.',
} satisfies Partial<Record<ExplanationCode, string>>;
export type ServiceTexts = typeof en;

const zh: ServiceTexts = {
  unauthenticated: '尚未登录 Docent，或登录已过期。请登录后重试。',
  forbidden: '你的账号不能使用写作助手，请联系管理员。',
  writing_off: '写作助手已关闭。',
  writing_long: '文字太长：共 {length} 个字符，一次最多处理 {most} 个。请只选中其中一部分。',
  writing_cut: '文字还没写完，模型就停止了。请选中短一些的内容再试。',
  writing_no_outline: '模型返回的不是大纲，请重试。',
  writing_rewrote: '模型没有只改错误，而是重写了全文，因此没有采用。请重试。',
  writing_link: '添加链接时不需要另写要求。',
  value_refused: '{reason}',
  rule_length: '文字太长：最多 {length} 个字符。',
  model_limit: '本站今天的 AI 额度已用完，明天恢复。',
  model_none: '还没有连接语言模型，请联系管理员连接。',
  model_unknown: '语言模型“{model}”已不存在，请联系管理员。',
  model_needed_action: '这项功能需要语言模型，但还没有连接。请联系管理员连接。',
  model_needed_instruction: '按你的要求修改需要语言模型，但还没有连接。请联系管理员连接。',
  model_withheld: '模型服务商没有给出结果，请换一段文字。',
  model_nothing: '模型没有返回内容，请重试。',
  model_status: '语言模型出错（HTTP {status}）：{reason}',
  model_failed: '语言模型出错：{reason}',
  model_timed_out: '语言模型响应超时，请重试。',
  model_no_reason: '没有说明原因',
  model_error_unnamed: '没有说明原因',
  model_web_page: '它的地址返回的是网页',
  model_redirects: '它的地址跳转到了别处',
  model_no_json: '返回的内容无法读取',
  model_no_result: '返回的内容里没有结果',
  model_bad_chunk: '返回的内容无法读取',
  model_broke_off: '连接中断',
  model_answer_long: '返回的内容没有结束',
  model_event_long: '返回的内容没有结束',
  model_stream_long: '返回的内容没有结束',
  network_refused: '无法连接（{detail}）',
  network_unresolved: '找不到它的地址（{detail}）',
  network_again: '暂时查不到它的地址（{detail}）',
  network_reset: '连接中断（{detail}）',
  network_closed: '连接中断（{detail}）',
  network_slow: '连接超时（{detail}）',
  took_too_long: '耗时太长',
  database_away: 'Docent 暂时无法工作，请过一分钟再试。',
  database_away_long: 'Docent 暂时无法工作，请过一分钟再试。',
  stopping: 'Docent 正在重启，请过一分钟再试。',
  internal: 'Docent 出错了，请重试。',
  writing_typography_checked:
    '只检查了排版：标点、空格和个别重复的字词。拼写和语法需要语言模型，但还没有连接。',
  writing_typography_tidied:
    '只整理了排版：标点、空格和个别重复的字词。措辞、拼写和语法需要语言模型，但还没有连接。',
  writing_sentences_left_out:
    '只删去了一些整句和括号里的说明，没有改写任何句子。改写需要语言模型，但还没有连接。',
  writing_no_partner: '第 {line} 行的 {sign} 没有配对。',
  writing_no_links: '文中没有提到本站的其他文章。',
};

export const serviceTexts = { en, zh } as const;
