/** Help text of a command. */
interface HelpText {
  /** Missing where it is the same in all languages. */
  readonly usage?: string;
  readonly summary: string;
  readonly details?: readonly string[];
}

/** The help texts of the commands in Chinese, by their names. */
export const chineseHelp: Readonly<Record<string, HelpText>> = {
  serve: { summary: '启动服务：站点、控制台和接口' },
  setup: {
    summary: '用问答方式连接站点和语言模型',
    details: [
      '也可以用选项：--site <目录或地址>，--origin <访客访问 Docent 的地址>，',
      '  --preset <名称> 或 none，或者 --base-url <地址>，',
      '  --model <名称>，--embedding <名称>，--key-stdin 或 --key-env <变量>，',
      '  --daily-tokens <模型的每日上限，1000000>，--yes（不提问）',
    ],
  },
  models: {
    usage: '[操作]',
    summary: '列出或更改模型；运行中的服务会自动采用',
    details: [
      'add <名称> --preset <上面的一个> 或 --base-url <地址>，',
      '  --model <服务商那里的名称>，',
      '  --kind <chat|embedding|rerank|image>，--key-stdin 或 --key-env <变量>，',
      '  --fallback-for <模型>：那个模型在第一个词之前失败时由它接替',
      'test [名称] [--images]：各真实调用一次，可能收费；图像模型只有加 --images 才调用',
      'remove <名称>；fallback <模型> [另一个]：设置或去掉备用模型',
      'key <名称> --key-stdin：更换模型的密钥',
      'install [编号]：安装由 Docent 自己运行的模型；不写编号则列出可用的',
      '  --from <文件所在目录或地址>，--runtime <native|wasm>',
    ],
  },
  install: {
    summary: '安装为本机的服务：用户、systemd 单元、设置、反向代理；需要 root',
    details: [
      '--site <目录或地址>，--origin <访客访问 Docent 的地址>，--port <8090>',
      '--proxy <nginx 或 caddy>：同时为 --origin 的主机名写一份站点配置',
      '--backup <目录或 s3://桶/目录>，--keep <14>，--s3-file <文件>，--passphrase-file <文件>：每晚的备份，写法与“docent backup”相同',
      '--root <目录>：只写到这个目录之下，不启动任何程序',
    ],
  },
  uninstall: {
    summary: '停止本机的服务并删除单元；数据、设置和备份都保留',
    details: ['--root <目录>：安装在这个目录之下的那一份'],
  },
  status: {
    summary: '显示服务是否运行并就绪、版本、上次读取和备份、剩余空间；未就绪时退出码为 1',
  },
  logs: { summary: '查看本机服务的日志，加 --follow 持续显示' },
  update: {
    usage: '[版本、文件、目录或地址]',
    summary: '安装另一个版本：列出变化、备份、重启服务；没有就绪时自动换回',
    details: [
      '--rollback：退回上一个版本；新版本改过表结构时，连同当时的数据',
      '--backups <目录>：备份放在哪里',
      '--patience <秒>：等待服务就绪的时间（300）',
      '--yes：不询问',
    ],
  },
  restart: { summary: '重启本机的服务；进行中的回答会完整结束' },
  doctor: {
    summary: '检查整个安装；有问题时退出码为 1',
    details: ['--models：另外把每个模型各调用一次，可能收费'],
  },
  try: { usage: '<地址或目录>', summary: '读取一个站点或 Markdown 目录，打开一个页面试用；不保留任何内容' },
  ask: { usage: '<问题>', summary: '用索引回答一个问题，并列出来源' },
  eval: {
    summary: '运行一次评测；比基线差时退出码为 1',
    details: [
      '--dataset <编号>，--baseline <评测编号或导出的 .json>，--max-drop <百分点，2>，',
      '--out <文件>：保存报告',
    ],
  },
  index: {
    summary: '按站点更新索引并显示文章数，或者重建',
    details: ['rebuild：使用向量模型时可能收费，用 --yes 确认'],
  },
  backup: {
    usage: '[文件、目录或 s3://桶/目录]',
    summary: '把数据库、附件和模型文件备份成一个文件，服务运行时也可以',
    details: [
      '--keep <n>：之后只保留目录里最新的 n 个备份',
      '--require-mount：拒绝位于系统盘的目录，例如备份盘没有挂载时',
      '--passphrase-file <文件>：加密备份（age 格式）',
      '--s3-file <文件>：用 s3://… 时写明存储的密钥和地址（AWS_ACCESS_KEY_ID、AWS_SECRET_ACCESS_KEY、AWS_REGION、AWS_ENDPOINT_URL）',
    ],
  },
  restore: {
    usage: '<文件或 s3://桶/目录/文件>',
    summary: '恢复备份，逐个文件、逐张表核对',
    details: [
      '恢复到空的数据目录；设置了 DOCENT_DATABASE_URL 时恢复到那个空的 PostgreSQL 数据库，备份来自哪种数据库都可以',
      '--passphrase-file <文件>：解密备份',
      '--s3-file <文件>：用 s3://… 时写明存储的密钥和地址，与 backup 相同',
    ],
  },
  vacuum: {
    summary: '把数据库里不用的空间还给磁盘，并列出各表大小',
    details: ['使用 SQLite 时先停止服务；服务每天也会自动归还一次'],
  },
  migrate: { summary: '把数据库升级到这个版本；更新版本的数据库会被拒绝' },
  token: {
    usage: '[操作]',
    summary: '管理供程序使用的访问令牌，以及管理员的自动生成令牌',
    details: [
      'create <名称>：创建并显示令牌；list：列出全部；revoke <编号>：吊销一个',
      '--scope <范围>  新令牌能做什么：admin、writing、questions、analytics（不写则全部）',
      '--expires <期限>  新令牌何时失效：日期，如 2027-01-31，或 90d',
      '不写操作：显示自动生成令牌的状态；renew、revoke generated：更换或吊销它',
    ],
  },
  openapi: { summary: '输出 OpenAPI 文档' },
};
