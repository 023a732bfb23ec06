/** The remedies for the findings of the check-up, by their code. */
const remedies: Readonly<Record<string, (subject: string) => string>> = {
  node_old: () => '请安装 Node.js 24 或更新的版本',
  folder_unwritable: () => '让运行服务的用户可以写入该目录',
  service_silent: () => '请查看服务日志，需要时重启服务',
  service_other: () => '请让命令使用与服务相同的设置，例如在有 docent.env 的目录里执行',
  disk_full: () => '请腾出空间；在此之前不会回答任何问题',
  disk_little: () => '请腾出空间，或缩短问答日志的保留天数',
  database: () => '请查看服务日志：腾出磁盘空间，或确认数据库服务器在运行',
  clock_off: () => '请用 NTP 校时；每日限额和签名推送都依赖时钟',
  site_away: () => '请确认站点能打开，地址和凭据正确',
  site_left_out: () => '请修正这些文件；系统页列出前一百个及原因',
  site_list_broken: () => '请确认生成站点地图的程序没有中途出错，途中也没有什么把它截断',
  site_addresses: () => '请让 DOCENT_SITE 与站点平台设置里的地址使用同一个主机名',
  site_credentials: () => '请在站点平台新建凭据，设置好后重启 Docent；在此期间照常读取文章',
  no_articles: () => '请检查站点的目录或地址，以及草稿和日期',
  index_behind: () => '请等一分钟；之后在知识索引页查看失败的文章，或重建索引',
  search_engine: () => '请确认 OpenSearch 在运行，并检查以 DOCENT_SEARCH 开头的设置',
  models_file: () => '请修正文件，或补上缺少的密钥',
  no_chat_model: () => '请连接一个语言模型',
  model_failed: () => '请检查地址、密钥和模型名称',
  no_origin: () => '请设为访客访问 Docent 的地址',
  origin_wrong: () => '请检查域名、证书和反向代理，见手册“反向代理”一页',
  proxy_buffers: () => '请关闭缓冲，nginx 中为 proxy_buffering off',
  proxy_hides: () => '请让代理发送 X-Forwarded-For，并把代理写进 DOCENT_TRUSTED_PROXIES',
  admin_shadowed: () =>
    '请设置 DOCENT_CONSOLE_PATH=/docent/console，并让反向代理转发这个路径，而不是站点后台的路径',
  scope_empty: () => '请检查拼写；接口 /search/scopes 列出站点的各个部分',
  widget_missing: (tag) => `请在页面里加上 ${tag}；由标签管理器插入的看不到`,
};

/** The remedy for a finding in Chinese; `remedy`, the English one, where there is none. */
export const remedyInChinese = (code: string, subject: string, remedy: string): string =>
  (Object.hasOwn(remedies, code) ? remedies[code]?.(subject) : undefined) ?? remedy;
