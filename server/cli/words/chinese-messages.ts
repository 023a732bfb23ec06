/** What commands say, in English with parameters in braces, and in Chinese. */
export const chineseMessages: Readonly<Record<string, string>> = {
  // Wrong use.
  'unknown command {name}; {command} lists all commands': '没有命令 {name}；{command} 列出所有命令',
  '{command} does not know {option}; set the variable {name}':
    '{command} 没有选项 {option}；请设置变量 {name}',
  '{option} needs a value; {usage} shows the usage': '{option} 需要一个值；用法见 {usage}',
  '{command} does not know {option}; {usage} shows its options':
    '{command} 没有选项 {option}；{usage} 列出它的选项',
  '{name}: does not take “{word}”; {usage} shows the usage': '{name}：不接受“{word}”；用法见 {usage}',
  '{command}: needs root; type sudo before it': '{command}：需要 root；请在前面加 sudo',
  '{command} is not there; this needs systemd': '没有 {command}；此命令需要 systemd',
  'ended; nothing was changed': '已结束，没有改动任何内容',
  'ask: needs a question, such as {command}': 'ask：需要一个问题，例如 {command}',
  'try: needs the address of a site, or a folder of Markdown': 'try：需要站点地址或 Markdown 目录',
  'index: the action must be rebuild, or missing': 'index：操作只能是 rebuild，或者不写',
  'eval: --dataset is needed, and --max-drop must be 0 or more':
    'eval：必须写 --dataset，--max-drop 不能小于 0',
  'token: the action must be create, list, renew, revoke or nothing':
    'token：操作只能是 create、list、renew、revoke，或者不写',
  'token create: needs a name, such as the program it is for': 'token create：需要一个名称，例如使用它的程序',
  'token revoke: needs the id of a token (token list shows them), or the word generated':
    'token revoke：需要令牌编号（token list 可以查看），或写 generated',
  'token create: --scope must be {scopes}': 'token create：--scope 只能是 {scopes}',
  'token create: --expires must be a day to come, such as 2027-01-31, or 90d':
    'token create：--expires 必须是将来的日期，如 2027-01-31，或 90d',
  'models: the action must be list, add, test, remove, fallback, key or install':
    'models：操作只能是 list、add、test、remove、fallback、key 或 install',
  'models {action}: needs the name of a model; {command} lists them':
    'models {action}：需要模型名称；{command} 列出全部',
  'models add: needs a name, --preset or --base-url, and --model':
    'models add：需要名称、--preset 或 --base-url，以及 --model',
  'models test: the models file has no such model; the command models lists them':
    'models test：模型文件里没有这个模型；models 命令列出全部',
  'models key: pass the key on standard input, with --key-stdin':
    'models key：请用 --key-stdin 从标准输入传入密钥',
  'models: {names} are connected in the console; connect this one there, too, since a models file would take their place':
    'models：{names} 是在控制台连接的；请把这个也在控制台连接，因为模型文件会取代它们',
  '--kind: must be chat, embedding, rerank or image': '--kind：只能是 chat、embedding、rerank 或 image',
  '--runtime: must be native or wasm': '--runtime：只能是 native 或 wasm',
  '--runtime: there is no native runtime for this platform; leave it out':
    '--runtime：这个平台没有原生运行库；请不要写这个选项',
  '--preset: must be one of {presets}': '--preset：只能是 {presets} 之一',
  '--daily-tokens: must be a whole number above 0': '--daily-tokens：必须是大于 0 的整数',
  '--key-stdin: standard input is empty': '--key-stdin：标准输入是空的',
  '--key-env: the variable {name} is not set': '--key-env：变量 {name} 没有设置',
  'set {name}, name another variable with --key-env, or use --key-stdin':
    '请设置 {name}，或用 --key-env 指定别的变量，或使用 --key-stdin',
  'the key holds characters that a header cannot carry': '密钥里有 HTTP 头不能携带的字符',
  '--site: {reason}': '--site：{reason}',
  '--site: must not hold quotation marks or line ends': '--site：不能含引号或换行',

  // Settings, files and servers.
  'DOCENT_DATA_DIR: there is no database in {folder}; name the data folder of the service, or start the service first':
    'DOCENT_DATA_DIR：{folder} 里没有数据库；请写服务的数据目录，或先启动服务',
  'DOCENT_DATA_DIR: {folder} cannot be looked into ({code}); run the command as the user of the service, or name another folder':
    'DOCENT_DATA_DIR：无法查看 {folder}（{code}）；请以服务的用户运行此命令，或写别的目录',
  'DOCENT_DATA_DIR: {file} is no file; move it away, or name another folder':
    'DOCENT_DATA_DIR：{file} 不是文件；请移走它，或写别的目录',
  'DOCENT_DATA_DIR: {who} uses this folder; stop it first, or set another folder':
    'DOCENT_DATA_DIR：{who}正在使用这个目录；请先停止它，或换一个目录',
  'process {pid}': '进程 {pid} ',
  'another process': '另一个进程',
  'DOCENT_DATA_DIR: {reason}': 'DOCENT_DATA_DIR：{reason}',
  'DOCENT_DATABASE_URL: {reason}': 'DOCENT_DATABASE_URL：{reason}',
  '{path} permission denied; make it writable for the user that the service runs as':
    '{path} 没有权限；请让运行服务的用户可以写入',
  '{path} is on a disk that is read-only; mount it writable, or choose another folder':
    '{path} 所在的磁盘是只读的；请以可写方式挂载，或换一个目录',
  '{path} cannot be written: the disk is full; free some space and start again':
    '{path} 无法写入：磁盘已满；请腾出空间后再试',
  '{path} cannot be written: the disk quota is used up; free some space and start again':
    '{path} 无法写入：磁盘配额已用完；请腾出空间后再试',
  '{path} cannot be read or written: the disk fails': '{path} 无法读写：磁盘出错',
  '{path} is a file; name a folder, or move the file away': '{path} 是文件；请写目录，或移走这个文件',
  '{path} is not there': '没有 {path}',
  'the output cannot be written: {reason}': '无法写出结果：{reason}',
  'PORT, HOST: {reason}': 'PORT、HOST：{reason}',
  'another program listens on {address}; stop it, or set PORT to a free one':
    '{address} 已被别的程序占用；请停止它，或把 PORT 设为空闲端口',
  '{database} was written by a newer version of Docent, which has changed its tables ({steps}); install that version, or restore a backup made before the upgrade':
    '{database} 由更新版本的 Docent 写过，表结构已改变（{steps}）；请安装那个版本，或恢复升级前的备份',
  '{name}: must be a whole number from {least} to {most}': '{name}：必须是 {least} 到 {most} 的整数',

  // Backup and restore.
  "{file}: {files} files, {records} records, {bytes} bytes. Keys and generated credentials are not in it; visitors' questions are.":
    '{file}：{files} 个文件，{records} 条记录，{bytes} 字节。不含密钥和自动生成的凭据；含访客的提问。',
  "{file}: {files} files, {records} records, {bytes} bytes. Keys and generated credentials are not in it; visitors' questions are, encrypted.":
    '{file}：{files} 个文件，{records} 条记录，{bytes} 字节。不含密钥和自动生成的凭据；含访客的提问（已加密）。',
  'Removed: {names}': '已删除：{names}',
  'install: --{option} needs --backup, the place of the nightly backup':
    'install：--{option} 需要 --backup，即每晚备份的位置',
  'install: --s3-file is for s3://bucket/folder': 'install：--s3-file 只用于 s3://桶/目录',
  'install: --backup takes s3://bucket/folder or the whole path of a folder, in letters, digits, dots and hyphens':
    'install：--backup 需要 s3://桶/目录或目录的完整路径，只含字母、数字、点和连字符',
  'backup: --keep takes a number from 1 to 9999': 'backup：--keep 需要 1 到 9999 的数字',
  'backup: {file} already exists; name another file': 'backup：{file} 已经存在；请换一个文件名',
  'backup: there is no folder {folder}; mount its disk, or make it first':
    'backup：没有目录 {folder}；请先挂载磁盘或建立目录',
  'backup: the disk of {folder} is not mounted; mount it, or name another folder':
    'backup：{folder} 的磁盘没有挂载；请挂载，或换一个目录',
  'backup: --require-mount: {folder} is on the disk of the system; mount the disk of the backups first':
    'backup：--require-mount：{folder} 在系统盘上；请先挂载备份用的磁盘',
  'backup: --require-mount is for folders': 'backup：--require-mount 只用于目录',
  '{place}: write s3://bucket/folder, in letters, digits, dots and hyphens':
    '{place}：请写成 s3://桶/目录，只用字母、数字、点和连字符',
  's3://…: --s3-file <file> names the file with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY':
    's3://…：请用 --s3-file <文件> 指定含 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY 的文件',
  'backup: the disk of {folder} is full; free some space, or name another folder':
    'backup：{folder} 所在磁盘已满；请腾出空间，或换一个目录',
  'the file {file} cannot be read ({code})': '文件 {file} 无法读取（{code}）',
  'the file {file} holds a key and can be read by others; chmod 600 {again}':
    '文件 {file} 里有密钥，却能被别人读取；请执行 chmod 600 {again}',
  'the file {file}: {names} missing or wrong': '文件 {file}：{names} 缺少或有误',
  '{command}: there is no bucket {bucket} ({code})': '{command}：没有存储桶 {bucket}（{code}）',
  '{command}: there is no {key} in {bucket}': '{command}：{bucket} 里没有 {key}',
  '{command}: the key may not do that in the bucket {bucket} ({code})':
    '{command}：该密钥无权在存储桶 {bucket} 里这样做（{code}）',
  '{command}: the bucket {bucket} wants another region or endpoint ({code})':
    '{command}：存储桶 {bucket} 需要另一个区域或地址（{code}）',
  '{command}: {host} cannot be reached ({code})': '{command}：无法连接 {host}（{code}）',
  '{command}: the storage answers {code}': '{command}：存储返回 {code}',
  '{command}: the upload was ended; nothing of it is kept': '{command}：上传已中止，存储里没有留下残余',
  'restore: needs the file of the backup': 'restore：需要备份文件',
  'restore: {file} is a pipe or device; name the file of a backup':
    'restore：{file} 是管道或设备；请写备份文件',
  'restore: {file} is a folder; name the file of a backup': 'restore：{file} 是目录；请写备份文件',
  'restore: {file} is not a backup of Docent': 'restore：{file} 不是 Docent 的备份',
  'restore: {file} was made by a newer version of Docent ({version}); install that one':
    'restore：{file} 由更新版本的 Docent（{version}）生成；请安装那个版本',
  'restore: {file} is damaged: {what}': 'restore：{file} 已损坏：{what}',
  'restore: {folder} is not empty; nothing is overwritten, name an empty folder':
    'restore：{folder} 不是空的；不会覆盖任何内容，请写一个空目录',
  'restore: the archive is encrypted; name the file of its passphrase by --passphrase-file':
    'restore：备份已加密；请用 --passphrase-file 指定口令文件',
  'the passphrase file {file} is empty': '口令文件 {file} 是空的',
  'the passphrase in {file} needs {count} characters or more': '{file} 里的口令至少需要 {count} 个字符',
  '{folder}: {files} files and {records} records of version {version}, made {time}, were restored and verified.':
    '{folder}：已恢复并核对 {files} 个文件、{records} 条记录，备份版本 {version}，时间 {time}。',
  'The database server has {count} tables with the same counts and checksums as the backup:':
    '数据库服务器上的 {count} 张表与备份的条数和校验和一致：',
  'Backups contain no keys: set the variables of the models again, or run {command}.':
    '备份不含密钥：请重新设置模型的变量，或运行 {command}。',
  'The database is up to date': '数据库已是最新',
  'The database was up to date already; nothing was done': '数据库本来就是最新，没有做任何操作',
  'The database is up to date now. Steps that were run: {steps}': '数据库已升级到最新。执行的步骤：{steps}',
  '{file}: {before} before, {now} now': '{file}：之前 {before}，现在 {now}',
  '{before} before, {now} now': '之前 {before}，现在 {now}',

  // Questions, index, tokens, models.
  '{count} articles in the index': '索引里有 {count} 篇文章',
  'index rebuild: about {count} tokens will be sent to {model}, which may have a cost; confirm with --yes':
    'index rebuild：大约要向 {model} 发送 {count} 个词元，可能收费；用 --yes 确认',
  'the rebuild failed: {reason}; the old index stays in use': '重建失败：{reason}；继续使用原来的索引',
  'Looking at {site}': '正在查看 {site}',
  'Found: {found}': '找到：{found}',
  'Ask it here: {address}': '在这里提问：{address}',
  'Reading goes on while the page is open. Ctrl+C ends and removes everything.':
    '页面打开时会继续读取。按 Ctrl+C 结束并删除所有内容。',
  '1 article': '1 篇文章',
  '{count} articles': '{count} 篇文章',
  'There are no tokens.': '没有令牌。',
  'The generated token is in force; it is in admin-credentials.json in the data folder.':
    '自动生成的令牌有效，写在数据目录的 admin-credentials.json 里。',
  'The generated token has been renewed; the one in admin-credentials.json no longer works.':
    '自动生成的令牌已更换；admin-credentials.json 里的那个不再有效。',
  'The generated token has been revoked. Sign in with the password, or run the command `token renew`.':
    '自动生成的令牌已吊销。请用密码登录，或运行 `token renew`。',
  'No token was generated: use DOCENT_ADMIN_TOKEN or DOCENT_ADMIN_PASSWORD.':
    '没有自动生成的令牌：请使用 DOCENT_ADMIN_TOKEN 或 DOCENT_ADMIN_PASSWORD。',
  'Revoked: {token}': '已吊销：{token}',
  'the model was not added': '没有添加这个模型',
  'Removed {name}.': '已删除 {name}。',
  'The key of {name} is stored.': '已保存 {name} 的密钥。',
  '{name} has no fallback.': '{name} 没有备用模型。',
  '{other} replaces {name} when it fails.': '{name} 失败时由 {other} 接替。',
  'Calling {model} at {address} once …': '正在调用一次 {address} 的 {model} …',
  'Getting the native runtime, about 115 MB, by npm …': '正在用 npm 获取原生运行库，约 115 MB …',
  'Without the native runtime: {reason}': '不使用原生运行库：{reason}',
};
