/** Why a setting is refused, and why the database server that one names cannot be used: a line of its own, or a part of one. */
export const chineseSettings: Readonly<Record<string, string>> = {
  '{server}: the server cannot be reached: {reason}': '{server}：无法连接服务器：{reason}',
  '{server}: the password is wrong': '{server}：密码错误',
  '{server}: the user may not connect': '{server}：该用户无权连接',
  '{server}: there is no such database': '{server}：没有这个数据库',
  'it does not answer': '没有应答',
  'the connection is refused': '连接被拒绝',
  'the connection was cut': '连接已断开',
  'its host name is not known': '主机名不存在',
  'its host name cannot be looked up': '无法解析主机名',
  'its host cannot be reached': '无法到达主机',
  'its network cannot be reached': '无法到达所在网络',
  'it takes no more connections': '不再接受新的连接',
  'it is shutting down': '正在关闭',
  'it has crashed and restarts': '已崩溃，正在重启',
  'it is starting or stopping': '正在启动或停止',
  '{name}: must be an http or https address, such as {example}':
    '{name}：必须是 http 或 https 地址，例如 {example}',
  '{name}: must have no path, or one that Docent has nothing at, such as {example}':
    '{name}：不能有路径，或只能是 Docent 没有占用的路径，例如 {example}',
  '{name}: must have one slash between the parts of its path, such as {example}':
    '{name}：路径各段之间只能有一个斜杠，例如 {example}',
  '{name}: must be a path that nothing else has, such as {example}':
    '{name}：必须是没有被占用的路径，例如 {example}',
  '{name}: must be origins such as {example} or {other}, separated by commas':
    '{name}：必须是 {example} 或 {other} 这样的来源，用逗号分隔',
  '{name}: must be the address of a site, such as {example}': '{name}：必须是网站地址，例如 {example}',
  '{name}: must be IP addresses or CIDR ranges, separated by commas':
    '{name}：必须是 IP 地址或 CIDR 网段，用逗号分隔',
  '{name}: must be path patterns such as {example}, separated by commas':
    '{name}：必须是 {example} 这样的路径模式，用逗号分隔',
  '{name}: must be a time zone such as {example} or {other}':
    '{name}：必须是 {example} 或 {other} 这样的时区',
  '{name}: must start with postgres:// or postgresql://': '{name}：必须以 postgres:// 或 postgresql:// 开头',
  '{name}: must have at least {count} characters': '{name}：至少需要 {count} 个字符',
  '{name}: must not hold a name or password': '{name}：不能含用户名或密码',
  '{name}: must be one of {names}': '{name}：只能是 {names} 之一',
};
