import type { Finding } from '../../../contract/doctor.ts';

type Said = readonly [message: string, remedy: string];

/** What was found, in Chinese, by its code; the service says it in English itself. */
const chinese: Readonly<Record<string, (subject: string) => Said>> = {
  node_old: (node) => [`Node.js ${node} 太旧`, '请安装 Node.js 24 或更新的版本'],
  no_folder: () => ['没有可检查的数据目录', ''],
  folder_unwritable: (path) => [`${path} 不可写`, '让运行服务的用户可以写入该目录'],
  folder_open: (path) => [`机器上的其他用户能查看 ${path}`, `chmod 0700 ${path}`],
  disk_little: (free) => [`数据目录所在磁盘只剩 ${free}`, '请腾出空间，或缩短问答日志的保留天数'],
  database: () => ['数据库不可用', '请查看服务日志：腾出磁盘空间，或确认数据库服务器在运行'],
  no_other_clock: () => ['没有可以对照的时钟', ''],
  clock_off: (seconds) => [`本机时钟相差 ${seconds} 秒`, '请用 NTP 校时；每日限额和签名推送都依赖时钟'],
  site_away: () => ['站点无法访问', '请确认站点能打开，地址和凭据正确'],
  site_left_out: (count) => [`有 ${count} 个文件或页面没有收录`, '请修正它们；系统页列出前一百个'],
  no_articles: () => ['站点没有任何访客可读的文章', '请检查站点的目录或地址，以及草稿和日期'],
  index_behind: (figures) => [
    `索引收录了 ${figures.replace(' of ', ' / ')} 篇文章`,
    '请等一分钟；之后在知识索引页查看失败的文章，或运行 docent index rebuild',
  ],
  models_file: () => ['模型文件无法使用', '请修正文件，或用 docent models key 补上缺少的密钥'],
  no_chat_model: () => ['没有连接语言模型：回答只摘引文章原文', '运行 docent setup，或 docent models add'],
  not_called: () => ['模型已连接，但没有调用', ''],
  model_failed: (name) => [`${name} 没有正常回答`, '请检查地址、密钥和模型名称：docent models test'],
  no_origin: () => ['没有设置 DOCENT_PUBLIC_ORIGIN，无法从外部检查', '请设为访客访问 Docent 的地址'],
  origin_wrong: (origin) => [`${origin} 没有通到本服务`, '请检查域名、证书和反向代理，见手册“反向代理”一页'],
  probe_failed: () => ['无法通过公开地址测试流式传输', ''],
  proxy_buffers: () => [
    '代理等回答完整后才转发，访客看不到逐字输出',
    '请关闭缓冲，nginx 中为 proxy_buffering off',
  ],
  proxy_hides: () => [
    '代理没有传来访客地址，限额会把所有人算作一人',
    '请让代理发送 X-Forwarded-For，并把代理写进 DOCENT_TRUSTED_PROXIES',
  ],
  widget_missing: (tag) => ['站点首页没有小组件', `请在页面里加上 ${tag}；由标签管理器插入的看不到`],
  broke: () => ['这一项检查没有完成', ''],
};

/** A finding in the language of the console; without words of its own it is said as it came. */
export function saidOf({ code, subject, message, remedy }: Finding, language: 'zh' | 'en'): Said {
  const words = language === 'zh' && Object.hasOwn(chinese, code) ? chinese[code] : undefined;
  if (language === 'zh' && code === 'ok') return [subject === '' ? '正常' : subject, ''];
  return words?.(subject) ?? [message, remedy];
}
