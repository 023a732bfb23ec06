import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import type { ChatReply } from '../../../contract/chat/chat.ts';
import { createApp } from '../../../server/app.ts';
import { readEnv } from '../../../server/env.ts';
import { openPorts } from '../../../server/open-ports.ts';
import { createTestLog } from '../../fakes/log.ts';

/*
 * The sample site is what people try first, before any model is connected: what they are likely to ask is quoted from the section
 * that is about it.
 */

let dataDir = '';
let app: Awaited<ReturnType<typeof createApp>>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docent-sample-'));
  app = await createApp(await openPorts(readEnv({ DOCENT_DATA_DIR: dataDir }), createTestLog()));
  await app.start();
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(message: string): Promise<ChatReply> {
  const reply = await app.server.inject({
    method: 'POST',
    url: `${publicPrefix}/chat`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ message }),
    remoteAddress: `198.51.100.${Math.floor(message.length % 250)}`,
  });
  return reply.json();
}

/** Path and anchor quoted by an answer without a model. */
const placeOf = ({ reply = '' }: ChatReply): string =>
  decodeURI(/\]\((\/archives\/[^)]*)\)/.exec(reply)?.[1]?.replace('/archives/', '') ?? 'nowhere');

describe('PROD4: a first question is answered from the section about it', () => {
  test.each([
    ['How do I install Docent?', 'quick-start#install-and-start'],
    ['What is HyDE?', 'how-answers-are-found#a-hypothetical-answer-hyde'],
    ['docker compose', 'quick-start#install-with-docker'],
    ['Can I use PostgreSQL?', 'postgresql-and-replicas#use-postgresql'],
    ['how do I delete chat logs', 'chat-logs-and-privacy#delete-chat-logs'],
    ['Which OpenAI-compatible models work?', 'connect-a-model#connect-an-openai-compatible-model'],
    ['Can I use Ollama?', 'connect-a-model#ollama'],
    ['How do I connect WordPress?', 'connect-wordpress#how-to-connect-wordpress'],
    ["What's the licence?", 'what-is-docent#how-much-does-it-cost-and-what-is-the-licence'],
    ['How much does it cost?', 'what-is-docent#how-much-does-it-cost-and-what-is-the-licence'],
    ['How do I change the colour of the widget?', 'faq#how-do-i-change-the-color-of-the-widget'],
    ['How do I change the colour of the button', 'faq#how-do-i-change-the-color-of-the-widget'],
    ['How do I connect a language model?', 'connect-a-model'],
    ['怎么接入模型', 'connect-a-model-zh'],
    ['I forgot the administrator password', 'administrator-access#forgotten-or-lost-password'],
    ['is it GDPR compliant?', 'chat-logs-and-privacy#is-it-gdpr-compliant'],
    ['rate limits for visitors', 'usage-limits#visitor-limits-rate-limits'],
    ['Comment connecter WordPress ?', 'connect-wordpress#how-to-connect-wordpress'],
    ['How do I connect a model?', 'connect-a-model'],
    ['Which models are supported?', 'faq#which-models-are-supported'],
    ['Does it work with WordPress?', 'faq#does-it-work-with-wordpress-ghost-or-halo'],
    ['Is it free?', 'faq#is-docent-free-to-use'],
    ['How do I put the chat on my page?', 'faq#how-do-i-put-the-chat-on-my-own-page'],
    ['Can Claude use Docent over MCP?', 'faq#can-claude-chatgpt-or-another-agent-use-docent'],
    ['What is a content gap?', 'content-gaps'],
    ['How do I turn off the chat?', 'faq#how-do-i-turn-the-chat-off'],
    ['How can I see what visitors ask?', 'faq#how-do-i-see-what-visitors-ask'],
    ['How do I export conversations?', 'faq#how-do-i-export-conversations'],
    ['How do I add my own model?', 'faq#how-do-i-add-my-own-model'],
    ['How do I draw a mind map?', 'faq#how-do-i-draw-a-mind-map-of-an-article'],
    ['How often is the index updated?', 'faq#how-often-is-the-index-updated'],
    ['What data is sent to OpenAI?', 'faq#what-data-is-sent-to-openai-or-another-provider'],
    ['Where are the logs?', 'faq#where-are-the-logs'],
    ['How do I change the language of the widget?', 'faq#how-do-i-change-the-language-of-the-widget'],
    ['What happens when the model is down?', 'faq#what-happens-when-the-model-is-down'],
    ['Does it set cookies?', 'faq#does-the-widget-set-cookies'],
    ['Which browsers are supported?', 'faq#which-browsers-are-supported'],
    ['How do I block a visitor?', 'faq#how-do-i-block-a-visitor'],
    ['How do I change the icon?', 'faq#how-do-i-change-the-icon-of-the-chat-button'],
    ['How do I update Docent?', '(?:faq#how-do-i-update-docent-to-a-new-version|backup-and-upgrade#upgrade)'],
    ['Which port does it use?', 'faq#which-port-does-docent-use'],
    ['Can I use it with Shopify?', 'faq#does-it-work-with-shopify-wix-drupal-or-joomla'],
    ['Can visitors upload files?', 'faq#can-visitors-upload-files-or-pictures'],
    ['How do I make answers shorter?', 'faq#how-do-i-make-answers-shorter-or-longer'],
    ['How much memory does it need?', 'faq#how-much-memory-does-docent-need'],
    ['Can I run it on Windows?', 'faq#does-it-run-on-windows-macos-or-a-raspberry-pi'],
    ['Can it read PDFs?', 'faq#can-docent-read-pdf-files'],
    ['How do I make a backup?', 'backup-and-upgrade'],
    ['需要多少内存', 'faq-zh#docent-需要多少内存'],
    ['可以装在 Windows 上吗', 'faq-zh#能装在-windowsmacos-或树莓派上吗'],
    ['能识别 PDF 吗', 'faq-zh#能读取-pdf-吗'],
    ['可以有多个管理员吗', 'faq-zh#可以有多个管理员吗'],
    ['怎么更新 Docent', '(?:faq-zh#怎么更新到新版本|backup-and-upgrade-zh#升级)'],
    ['用哪个端口', 'faq-zh#docent-用哪个端口'],
    ['支持 Drupal 吗', 'faq-zh#支持-shopifywixdrupaljoomla-吗'],
    ['访客可以上传图片吗', 'faq-zh#访客可以上传文件或图片吗'],
    ['怎么让回答短一点', 'faq-zh#怎么让回答更短或更长'],
    ['怎么改颜色', 'faq-zh#怎么更改小组件的颜色'],
    ['支持微信小程序吗', 'faq-zh#能用在微信小程序里吗'],
    ['日志在哪里', 'faq-zh#日志在哪里'],
    ['怎么更改组件的语言', 'faq-zh#怎么更改小组件的语言'],
    ['模型挂了怎么办', 'faq-zh#模型挂了怎么办'],
    ['会设置 Cookie 吗', 'faq-zh#小组件会设置-cookie-吗'],
    ['支持哪些浏览器', 'faq-zh#支持哪些浏览器'],
    ['怎么屏蔽访客', 'faq-zh#怎么屏蔽访客'],
    ['怎么换图标', 'faq-zh#怎么更换聊天按钮的图标'],
    ['可以离线使用吗', 'faq-zh#可以离线使用吗'],
    ['Can I customise the prompt?', 'faq#can-i-customise-the-prompt-and-the-words-of-answers'],
    ['怎么关闭聊天', 'faq-zh#怎么关闭聊天'],
    ['怎么导出聊天记录', 'faq-zh#怎么导出聊天记录'],
    ['索引多久更新一次', 'faq-zh#索引多久更新一次'],
    ['Can I run several replicas?', 'postgresql-and-replicas#several-processes'],
    ['What does DOCENT_ALLOWED_ORIGINS do?', 'settings#which-pages-may-ask-docent_allowed_origins'],
    ['怎么连接模型', 'connect-a-model-zh'],
    ['支持哪些模型？', 'faq-zh#支持哪些模型'],
    ['支持 WordPress 吗', 'faq-zh#支持-wordpressghosthalo-吗'],
    ['聊天记录保存多久', 'faq-zh#聊天记录保存多久'],
    ['怎么安装 Docent？', 'quick-start-zh#安装并启动'],
    ['怎么用 Docker 安装', 'quick-start-zh#用-docker-安装'],
    ['可以用 PostgreSQL 吗', 'postgresql-and-replicas-zh'],
    ['怎么删除聊天记录', 'chat-logs-and-privacy-zh#删除聊天记录'],
    ['忘记密码怎么办', 'administrator-access-zh#忘记密码'],
    ['要花多少钱？', 'what-is-docent-zh#要花多少钱用什么许可证'],
    ['怎么接入 WordPress？', 'connect-wordpress-zh#怎么接入-wordpress'],
    ['如何备份', 'backup-and-upgrade-zh'],
  ])('%s', async (question, place) => {
    const reply = await ask(question);
    expect(reply.answerState).toBe('answered');
    expect(placeOf(reply)).toMatch(new RegExp(`^${place}(?:$|#)`));
  });
});

describe('ANS14: steps for another subject of the same article are not quoted', () => {
  test.each([
    ['How do I back up Docent?', 'To back up Docent, copy the data folder'],
    ['how to backup docent', '`docent backup` copies a running installation'],
    ['怎么备份 Docent？', '备份 Docent，就是备份数据目录'],
    ['How do I restore a backup?', '1. Install the same version'],
    ['How do I upgrade Docent?', '1. Read `CHANGELOG.md`'],
  ])('%s', async (question, words) => {
    expect((await ask(question)).reply).toContain(words);
  });
});

describe('ANS21: what a thing is, is told by the sentence that explains it', () => {
  test.each([
    ['What is Docent?', 'Docent is a small service that runs beside a publishing site'],
    ['Docent 是什么', 'Docent 是一个放在站点旁边运行的小服务'],
    ['What is a content gap?', 'A content gap is something that visitors ask'],
    ['什么是意图路由', '意图路由用一份文章列表来回答问题'],
  ])('%s', async (question, words) => {
    expect((await ask(question)).reply).toContain(words);
  });
});

describe('PROD4: what the site says nothing of is not answered', () => {
  test.each([
    'What is the airspeed of an unladen swallow?',
    'who won the world cup in 2022',
    'what is the weather in Paris',
    'Wie wird das Wetter morgen?',
    '今天上海天气怎么样',
    '谁是美国总统',
    'best pizza in town',
  ])('%s', async (question) => {
    expect((await ask(question)).answerState).not.toBe('answered');
  });
});

describe('ANS2: an unrelated question is shown nothing', () => {
  test.each(['What is the capital of France?', 'how do i make pancakes', '怎么做红烧肉'])(
    '%s',
    async (question) => {
      const { answerState, places, nearest } = await ask(question);
      expect({ answerState, places, nearest }).toEqual({ answerState: 'not_covered' });
    },
  );
});

test('PROD11: a question with typing errors is understood as the search box does', async () => {
  expect(placeOf(await ask('wordpres conect how'))).toBe('connect-wordpress#how-to-connect-wordpress');
});
