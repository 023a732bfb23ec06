/**
 * Frequent nouns and verbs that are seldom the subject of a question: a page that shares only "time", "need" or "办法"
 * with a question does not answer it.
 */

const english = `
get got go went gone going make made making take took taken give gave given know think see look come want use
using find tell ask work seem feel try leave left call keep let begin start help show hear run move live
believe hold bring happen write provide sit stand lose pay meet include continue set learn change lead
understand watch follow stop speak read allow add spend grow open walk win offer remember consider appear
buy wait serve send expect stay fall cut reach remain suggest raise pass sell require report decide pull
explain hope carry break receive agree support hit eat cover catch draw choose cause put say said need mean
like turn thank
good new first last long great little old right big high different small large next early young important
public bad better best able free full sure real easy hard late low short whole clear recent certain likely
possible available main common simple second third many much several another every else also still even
back away around always never often ever already however really actually probably usually sometimes maybe
soon today now yesterday tomorrow anymore anything something nothing everything anyone someone everyone
time year month week day hour minute moment morning people person man woman child family friend way thing
life world state group problem hand part place case company system program question number point home room
area money fact lot job word issue side kind sort head house power line end name idea body information face
level door result reason type example amount cost price difference
one two three four five six seven eight nine ten`;

/** Words as a segmenter's dictionary has them, in Simplified Chinese. */
const chinese = `
时候 时间 时 年 月 日 天 号 今年 去年 今天 明天 昨天 每天 早上 上午 中午 下午 晚上 现在 以前 以后 之前 之后 当时
东西 事情 事 意思 人 人们 大家 自己 家 家里 家人 朋友 地方 里面 外面 上面 下面 前面 后面 旁边 左右
问题 原因 办法 方法 方式 做法 情况 必要 区别 名字 名称 名 年代
一般 平时 通常 经常 总是 老是 老 一直 已经 还 还是 再 又 才 就是 只 只有 只是 但 但是 不过 因为 所以 如果 要是
虽然 而且 然后 接着 最后 开始 结束 继续 直接 马上 立刻 突然 大概 大约 差不多 也许 到底
应该 该 必须 需要 需 可能 可 能够 想 想要 希望 觉得 认为 知道 告诉 说 讲 听 看 看到 找 找到 用 使用 拿 放 弄 搞 做 作
办 处理 解决 进行 发生 出现 成为 变 变成 变得 叫 叫做 称为 等 住 起 完 掉 见 行 算 当 没法 不了 属于 位于 包括
来 去 到 出 进 走 回来 回去 过来 过去 起来 出来 下来 上来 下去 买 卖 开 关
一些 一点 一下 一会儿 一个 两个 个 些 点 次 一次 几次 种 类 样 第一 第二 数 多 少 大 小 长 短 高 低 新 旧 好 坏 快 慢 早 晚
久 多久 多长 多大 很 非常 特别 比较 最 最好 更 太 挺 真 真的 完全 全 全部 整 都 每 每个 各 其他 别的 另外 有些
同样 一样 不同 不 不是 不能 不会 不要 没 没有 别 得 着 过 里 上 下 中 内 外 前 后 主要 重要 简单 容易 方便 合适 普通 正常
这样 那样 这种 那种 这个 那个 这些 那些 它 他 她 他们 由 向 将 所 并 以及 同`;

export const commonWords: ReadonlySet<string> = new Set([
  ...english.trim().split(/\s+/),
  ...chinese.trim().split(/\s+/),
]);
