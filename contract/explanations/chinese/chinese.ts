import type { ExplanationCode } from '../texts.ts';
import { doctorTexts } from './doctor.ts';
import { modelTexts } from './model.ts';
import { noticeTexts } from './notice.ts';
import { petTexts } from './pet.ts';
import { ruleTexts } from './rule.ts';
import { siteTexts } from './site.ts';
import { traceTexts } from './trace.ts';
import { workTexts } from './work.ts';

/** The texts of the service in Chinese, by code, with the same parameters. */
export const chineseTexts: Readonly<Record<ExplanationCode, string>> = {
  ...siteTexts,
  ...modelTexts,
  ...workTexts,
  ...petTexts,
  ...doctorTexts,
  ...traceTexts,
  ...ruleTexts,
  ...noticeTexts,
};

/** The subjects that `not_found` and others name, in Chinese. */
export const chineseSubjects: Readonly<Record<string, string>> = {
  Article: '文章',
  Job: '任务',
  Task: '任务',
  Token: '令牌',
  'Chat log': '问答日志',
  'Intent route': '意图路由',
  'Built-in route': '内置路由',
  Dataset: '数据集',
  Run: '评测',
  Pet: '宠物',
  Skin: '内置形象',
  Page: '页面',
  'Connected platform': '已连接的平台',
  'Storage policy': '存储策略',
  'A running rebuild': '正在运行的重建',
  'A removal to confirm': '待确认的移除',
  'the search index': '搜索索引',
  'image processing': '图片处理',
  'the illustrator': '内置绘图模型',
  'reading pages': '读取网页',
  texts: '文本',
  entries: '条目',
  origins: '来源地址',
  questions: '问题',
  models: '模型',
  parameters: '参数',
  patterns: '触发表达式',
  routes: '路由',
  rules: '规则',
  strokes: '笔画',
  points: '点',
  cases: '用例',
  'article names': '文章名称',
  'model names': '模型名称',
  tag: '标签',
  category: '分类',
  chat: '语言模型',
  embedding: '向量模型',
  rerank: '重排模型',
  image: '图像模型',
  answers: '充分',
  close: '接近',
  not_covered: '无相关内容',
};

/** The signals that evidence is weighed from, in Chinese. */
export const chineseSignals: Readonly<Record<string, string>> = {
  support: '支持度',
  phrase: '词组',
  title: '标题',
  numbers: '数字',
  names: '名称',
  rarity: '罕见词',
  'lone word': '单个词',
  'unknown words': '未知词',
  'shared words': '共有词',
  coverage: '覆盖',
  'known terms': '已知词',
  'agreement of retrievers': '检索一致',
  vectors: '向量',
  translation: '翻译',
};
