/** What the commands for the service of a machine and `setup` say, in English with parameters in braces, and in Chinese. */
export const chineseService: Readonly<Record<string, string>> = {
  // install, uninstall
  'wrote {path}': '已写入 {path}',
  'removed {path}': '已删除 {path}',
  'kept {path} as it is': '保留原有的 {path}',
  'run {command}': '运行 {command}',
  'would run {command}': '本应运行 {command}',
  'install: --port needs a number above 1023; the proxy listens on the usual ones':
    'install：--port 需要大于 1023 的端口；常用端口由反向代理监听',
  'install: another program listens on {address}; stop it, or name another --port':
    'install：另一个程序正在监听 {address}；请停止它，或用 --port 指定别的端口',
  'note: the user docent cannot read {folder}; give it the right to, or the service has no articles':
    '提示：用户 docent 无法读取 {folder}；请给它读取权限，否则服务没有文章',
  'The service does not start: {reason}. Its log: {command}': '服务无法启动：{reason}。它的日志：{command}',
  'install: --proxy takes nginx or caddy': 'install：--proxy 只能是 nginx 或 caddy',
  'install: --proxy needs --origin, the address at which visitors reach Docent':
    'install：--proxy 需要 --origin，即访客访问 Docent 的地址',
  'install: --proxy writes a site for a host name of its own; below a path, add the lines of the handbook (Reverse proxy) to the site that has the host name':
    'install：--proxy 为单独的主机名写站点配置；要放在路径之下，请把手册“反向代理”里的几行加到该主机名的站点配置中',
  'install: this machine was not started by systemd; run the container image, or write the files only: --root <folder>':
    'install：这台机器不是由 systemd 启动的；请运行容器镜像，或只写出文件：--root <目录>',
  'install: {proxy} is not installed; install its package first':
    'install：没有安装 {proxy}；请先安装它的软件包',
  'Add this line to /etc/caddy/Caddyfile: import docent.caddy':
    '请在 /etc/caddy/Caddyfile 里加一行：import docent.caddy',
  'For TLS: certbot --nginx': '需要 TLS 时：certbot --nginx',
  'The service does not answer yet; look at: {command}': '服务还没有响应；请查看：{command}',
  'Docent runs at {address}. Password of the console: {file}':
    'Docent 已在 {address} 运行。控制台密码：{file}',
  'Connect a model: {command}': '连接模型：{command}',
  'Kept: {folders}, /etc/docent and the user docent. A proxy may still lead here.':
    '已保留：{folders}、/etc/docent 和用户 docent。反向代理可能仍指向这里。',

  'note: {file} is not for this user; for the service of this machine, type sudo before the command':
    '提示：当前用户无法读取 {file}；要操作这台机器上的服务，请在命令前面加 sudo',

  // status
  'No service runs with these settings.': '没有以这些设置运行的服务。',
  'The service at {address} does not answer.': '{address} 的服务没有响应。',
  'Docent {version} at {address}, site {site}': 'Docent {version}，地址 {address}，站点 {site}',
  'Docent {version} at {address}': 'Docent {version}，地址 {address}',
  'It is ready.': '已就绪。',
  'It is not ready: {reason}': '未就绪：{reason}',
  'Site:         {state}, last read {ago}': '站点：       {state}，上次读取 {ago}',
  'Site:         {state}': '站点：       {state}',
  'can be read': '可以读取',
  'cannot be read': '无法读取',
  'Articles:     {count} in the index, {left} left out': '文章：       索引 {count} 篇，未收录 {left} 篇',
  'Articles:     {count} in the index': '文章：       索引 {count} 篇',
  'Waiting:      model calls: {calls}, notices: {notices}, jobs that run: {jobs}':
    '排队：       模型调用 {calls}，通知 {notices}，运行中的任务 {jobs}',
  'Free room:    {room}': '剩余空间：   {room}',
  'Last backup:  {time} UTC, {ago}': '上次备份：   {time} UTC，{ago}',
  'Last backup:  none by docent backup': '上次备份：   没有用 docent backup 备份过',
  '{count} days ago': '{count} 天前',
  '{count} hours ago': '{count} 小时前',
  '{count} minutes ago': '{count} 分钟前',
  '{count} seconds ago': '{count} 秒前',

  // update
  'update: needs a version such as 1.2.0, or the file, folder or address of a package; or --rollback alone':
    'update：需要版本号（如 1.2.0），或安装包的文件、目录、地址；或者只写 --rollback',
  'update: --patience takes a number of seconds from 1 to 99999': 'update：--patience 需要 1 到 99999 的秒数',
  'update: asks at a terminal; add --yes elsewhere': 'update：在终端里会询问；其他情况请加 --yes',
  'update: another update is at work': 'update：另一个更新正在进行',
  'An update is at work and ends by itself.': '正在更新，会自行结束。',
  'update: this is a checkout; fetch the changes, then run npm ci and start again':
    'update：这是源码目录；请拉取改动，运行 npm ci 后重新启动',
  'update: {folder} was not installed by npm install --global; install the new version the way this one was':
    'update：{folder} 不是用 npm install --global 安装的；请按原来的方式安装新版本',
  'update: {folder} cannot be written; type sudo before it': 'update：{folder} 无法写入；请在前面加 sudo',
  'update: a service runs that systemd did not start from here; stop it first, and start it again afterwards':
    'update：有一个不是由本机 systemd 单元启动的服务在运行；请先停止它，之后再启动',
  'update: {wanted} is neither a version such as 1.2.0 nor a file or folder that is there':
    'update：{wanted} 既不是版本号（如 1.2.0），也不是存在的文件或目录',
  'update: {wanted} is not a package of Docent, or one that was not built':
    'update：{wanted} 不是 Docent 的安装包，或者没有构建过',
  'update: {wanted} does not start: {reason}': 'update：{wanted} 无法启动：{reason}',
  'update: npm has received nothing for {seconds} seconds and was ended; see whether this machine reaches its registry (npm ping), and try again':
    'update：npm 已有 {seconds} 秒没有收到任何数据，已中止；请检查这台机器能否访问 npm 源（npm ping），然后重试',
  'update: {one} and {other} could not be exchanged': 'update：{one} 与 {other} 无法交换',
  'update: npm could not install it: {reason}': 'update：npm 安装失败：{reason}',
  'update: {version} is older than {present}, and older versions refuse the data of newer ones; --rollback goes back':
    'update：{version} 比 {present} 旧，旧版本会拒绝新版本的数据；要退回请用 --rollback',
  'update: version {version} is in force already; {restart} starts it, {back} goes back':
    'update：当前已经是版本 {version}；{restart} 启动它，{back} 退回之前的版本',
  'update: nothing to go back to: version {version} was not installed by docent update, or is the former one already':
    'update：没有可以退回的版本：{version} 不是用 docent update 安装的，或者已经是原来的版本',
  'update: {cause}, and the backup of version {from} is not there: {file}':
    'update：{cause}，而版本 {from} 的备份不在了：{file}',
  'update: {cause} at {server}. Make an empty database, install version {from}, and run docent restore {file} with DOCENT_DATABASE_URL naming it':
    'update：{cause}，数据库在 {server}。请建一个空数据库，安装版本 {from}，把 DOCENT_DATABASE_URL 设为它，再运行 docent restore {file}',
  'Fetching {wanted} and what it needs; nothing is changed yet.':
    '正在获取 {wanted} 及其依赖；目前没有任何改动。',
  'From {from} to {to}:': '从 {from} 到 {to}：',
  'The changelog names nothing between them.': '更新记录里没有这之间的内容。',
  'Update to {version}?': '更新到 {version}？',
  'Go back from {version} to {from}?': '从 {version} 退回 {from}？',
  'Backup: {file}': '备份：{file}',
  'Installed {version}; it is started.': '已安装 {version}，正在启动。',
  'Docent {version} is ready. Back to {from}: {command}': 'Docent {version} 已就绪。退回 {from}：{command}',
  'Docent {version} is ready. Start the service now. Back to {from}: {command}':
    'Docent {version} 可以就绪。请现在启动服务。退回 {from}：{command}',
  'Docent {version} did not become healthy: {reason}. Going back to {from}.':
    'Docent {version} 没有就绪：{reason}。正在退回 {from}。',
  'it does not answer': '没有响应',
  'it ends at its start; its log says why': '启动后就结束了，原因见它的日志',
  'version {version} has changed the tables ({steps})': '版本 {version} 改变了表结构（{steps}）',
  'Version {version} has not changed the tables: the data stay as they are, nothing is lost.':
    '版本 {version} 没有改变表结构：数据保持不变，没有丢失任何内容。',
  'Because {cause}, the data are those of {time} again, from {file}.':
    '因为{cause}，数据已恢复为 {time} 的备份 {file}。',
  'No table had more or fewer records since. What was changed in them since is lost here.':
    '此后各表的记录数没有变化；但其间对记录的修改已不在这里。',
  'What was recorded or changed since is lost here: {tables}.': '此后新增或修改的内容已不在这里：{tables}。',
  'It is kept in {file}, which version {version} restores.':
    '这些内容保存在 {file}，版本 {version} 可以恢复它。',
  'Docent {version} is back and ready.': '已退回 Docent {version}，并已就绪。',
  'Docent {version} is back, but did not become healthy: {reason}.':
    '已退回 Docent {version}，但没有就绪：{reason}。',

  // setup
  'Docent: connect your site and a language model': 'Docent：连接站点和语言模型',
  'Your articles: a folder of Markdown, or the address of your site': '你的文章：Markdown 目录，或站点地址',
  'blank: the handbook as a sample': '留空：用手册作为示例',
  'blank: keep {site}': '留空：保留 {site}',
  'Use it all the same?': '仍然使用它？',
  'Who provides the language model?': '由谁提供语言模型？',
  'Keep {models}': '保留 {models}',
  'Another OpenAI-compatible address': '其他兼容 OpenAI 的地址',
  'None: quote passages without a language model': '不使用：没有语言模型，只引用文章段落',
  'Base URL, including the version': '接口地址，包含版本路径',
  'An http or https address': '需要 http 或 https 地址',
  'Key (typed hidden)': '密钥（输入时不显示）',
  'Key ({name}; typed hidden)': '密钥（{name}；输入时不显示）',
  'Name of the language model there': '那里的语言模型名称',
  'Language model': '语言模型',
  Needed: '必填',
  'Search by meaning too, with {model}? Every passage of the site is sent to it once, which {effort}.':
    '同时用 {model} 按含义搜索？站点的每个段落会发给它一次，{effort}。',
  'costs a little': '有少量费用',
  'takes some minutes': '需要几分钟',
  '--preset or --base-url, and --model are needed, since nothing can be asked here; --preset none connects no model':
    '需要 --preset 或 --base-url，以及 --model，因为这里无法提问；--preset none 表示不连接模型',
  'Limits: {tokens} tokens a day, and 60 answers an hour for each visitor; change both in the console.':
    '限额：每天 {tokens} 个词元，每位访客每小时 60 次回答；都可以在控制台修改。',
  'The model was not added; the site settings are kept. Correct the address, the key or the name and run this command again.':
    '没有添加模型；站点设置已保存。请更正地址、密钥或名称后再运行这个命令。',
  'No language model is connected: answers quote passages of the articles.':
    '没有连接语言模型：回答会引用文章段落。',
  'Connected: {models} ({file}; keys in a file of their own beside it).':
    '已连接：{models}（{file}；密钥在旁边单独的文件里）。',
  'Site: the handbook, as a sample.': '站点：手册，作为示例。',
  'Site: {site} (kept in {file}).': '站点：{site}（保存在 {file}）。',
  'Restart:  {command} (for another site; models are used at once)':
    '重启：    {command}（换了站点时；模型立即可用）',
  'setup: the settings of the site are in {file}, which root alone changes; type sudo before it':
    'setup：站点设置在 {file} 里，只有 root 能修改；请在前面加 sudo',
  'Start:    {command} (stop it first if it runs)': '启动：    {command}（正在运行时请先停止）',
  'Ask:      {address}': '提问：    {address}',
  'Console:  {address} (password in {file} after the start)': '控制台：  {address}（启动后密码在 {file}）',
  'Your site: {tag}': '你的站点：{tag}',
  'Check:    {command}': '检查：    {command}',
  '{count} Markdown files in {folder}': '{folder} 里有 {count} 个 Markdown 文件',
  'there is no folder {folder}': '没有目录 {folder}',
  '{folder} cannot be read': '无法读取 {folder}',
  'a website, read page by page as a visitor does': '一个网站，像访客一样逐页读取',
  '{platform}, read by its API': '{platform}，通过接口读取',
};
