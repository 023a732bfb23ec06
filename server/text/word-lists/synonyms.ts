/**
 * Words that name the same thing: what visitors say and what sites write, irregular forms, usual abbreviations. General
 * language only; a word may stand in several groups. A question is also searched with them, at a part of the weight of
 * its own words, and no evidence is drawn from them.
 */

const english = `
child, children, kid, kids, minor, toddler; baby, babies, infant, newborn; mother, mom, mum, maternal, maternity;
father, dad, paternal, paternity; parent, parents, parental, guardian; man, men, male, gentleman;
woman, women, female, lady; person, people, individual, human; wife, husband, spouse, partner;
brother, sister, sibling; elderly, senior, seniors, old people, older adults, aged;
teenager, teen, adolescent, youth; doctor, physician, medical, healthcare provider, clinician;
nurse, healthcare worker, healthcare personnel; hospital, clinic, medical facility;
medicine, drug, medication, pharmaceutical, pill; sick, ill, illness, disease, unwell; symptom, symptoms, sign;
pregnant, pregnancy, expecting; die, died, dies, death, dead, fatal, fatality, mortality;
kill, killed, slay, murder, assassinate; injury, injured, wound, hurt, harm; pain, ache, sore;
cure, treat, treatment, therapy, heal; vaccine, vaccination, shot, jab, immunization;
infect, infected, contagious, catch; avoid, prevent, prevention, protect, protection;
danger, dangerous, hazard, risk, risky, unsafe; safe, safety, secure, security;
clean, cleaning, wash, disinfect, sanitize; buy, bought, purchase, purchased, order, shop;
sell, sold, sale, vendor, seller; price, prices, cost, costs, fee, fees, charge, rate, expensive, how much;
pay, paid, payment, pays, remuneration; salary, wage, wages, income, compensation, pay;
cheap, inexpensive, discount, bargain, affordable; free, gratis, no charge, complimentary;
money, cash, funds, finance, financial; refund, money back, reimburse, reimbursement, repay;
return, returns, send back, give back; bill, invoice, receipt; tax, taxes, duty, vat;
insurance, insured, coverage; loan, lend, borrow, credit, mortgage; donate, donation, gift, contribute;
job, jobs, career, employment, vacancy, position, occupation; work, worked, working, employed, labor;
employee, employees, staff, worker, personnel, colleague; boss, manager, supervisor, chief;
hire, hired, recruit, onboard, onboarding; fire, fired, dismiss, terminate, layoff;
quit, resign, resignation, leave, depart;
holiday, holidays, vacation, time off, days off, leave, day off; sick leave, sick day, sick days, illness;
meeting, meetings, appointment, session; colleague, coworker, teammate, peer;
company, firm, business, corporation, enterprise, organization; customer, client, buyer, consumer;
team, group, crew; office, workplace, headquarters;
remote, telework, teleworking, work from home, working from home, remotely;
travel, trip, journey, traveling, travelling; car, vehicle, automobile, auto; bike, bicycle, cycling;
plane, airplane, aircraft, flight, flights; train, railway, rail, railroad; ship, boat, vessel;
bus, coach, shuttle; road, street, highway; hotel, lodging, accommodation, stay overnight;
map, directions, route; park, parking, car park, parking lot; house, home, residence, dwelling; flat, apartment;
room, rooms, chamber; kitchen, cooking; bathroom, toilet, restroom; garden, yard; rent, lease, rental, tenant;
food, meal, eat, dish; drink, beverage, drinks; breakfast, lunch, dinner, meal; restaurant, cafe, diner;
cook, cooking, prepare, bake; recipe, recipes, ingredients;
phone, telephone, mobile, cell phone, cellphone, smartphone, call; email, e-mail, mail, mailbox;
website, site, web page, webpage, homepage; computer, pc, laptop, machine, desktop, mac;
picture, pictures, photo, photos, image, photograph; movie, film, motion picture, cinema; tv, television;
song, music, tune; book, books, novel, publication; newspaper, press, magazine; game, games, match;
contact, reach, get in touch, get hold of; address, location, located, where;
help, support, assist, assistance, aid; problem, problems, issue, issues, trouble, error;
broken, broke, damaged, defective, faulty, not working; fix, repair, mend, solve, resolve, troubleshoot;
change, changed, modify, alter, edit, update, adjust; delete, deleted, remove, removed, erase, get rid of;
add, added, append, insert; create, created, make, made, build, built, set up;
start, started, begin, began, begun, launch, commence; stop, stopped, end, cease, halt, quit;
cancel, cancellation, call off, terminate; open, opened, opening; close, closed, shut;
find, found, locate, search; show, shown, display, displayed, view; hide, hidden, conceal;
choose, chose, chosen, select, pick; keep, kept, retain, retention, store, preserve;
send, sent, submit, deliver, mail; receive, received, get, got, obtain; give, gave, given, provide, grant;
take, took, taken; bring, brought, carry; write, wrote, written, author, authored; read, reading;
speak, spoke, spoken, talk, say, said; teach, taught, instruct, train, training; learn, learned, learnt, study;
think, thought, believe; know, knew, known, aware; win, won, victory, victorious, defeat;
lose, lost, loss, defeat; fight, fought, battle, combat, war; grow, grew, grown, increase, growth;
fall, fell, fallen, decline, drop, decrease; rise, rose, risen, increase;
shrink, reduce, reduction, decrease, lower, less; run, ran, operate; sing, sang, sung, singer;
swim, swam, swimming; drive, drove, driven, driving; fly, flew, flown; wear, wore, worn, clothing, dress;
sleep, slept; meet, met; build, built, construct, construction, building;
destroy, destroyed, demolish, destruction; invent, invented, inventor, discover, discovered;
found, founded, establish, established, founder; rule, rules, regulation, policy, law;
ruler, king, queen, monarch, emperor, reign, sovereign; president, leader, head;
government, federal, state, administration; election, vote, voting, elect; soldier, troops, army, military;
police, law enforcement, officer; prison, jail, imprisoned; crime, criminal, offense;
school, schools, education, classroom; teacher, instructor, professor, educator;
student, students, pupil, learner; university, college, campus; degree, diploma, qualification; exam, test, quiz;
class, course, lesson; allowed, permitted, permit, may, permission, allow;
forbidden, prohibited, banned, not allowed, ban; required, mandatory, compulsory, need, must, requirement;
rules, guidelines, guidance; apply, application, request; form, paperwork, document;
sign up, signup, register, registration, enroll, subscribe; sign in, login, log in, logon, sign on;
sign out, logout, log out, log off; password, passcode, passphrase, credentials; account, profile;
user, users, member; username, user name, nickname, handle, display name;
settings, setting, preferences, configuration, configure, options;
install, installed, installation, setup, set up; uninstall, remove; upgrade, update, new version;
download, downloads, get; upload, uploads; backup, back up, restore;
connect, connection, link, integrate, integration; share, sharing, shared;
language, languages, translation, translate; server, host, hosting; crash, crashes, crashed, failure, fails;
slow, speed, performance, fast, lag; fast, quick, quickly, rapid, speed;
limit, limits, maximum, max, restriction, cap, quota; minimum, min, least, lowest; big, large, huge, size;
small, little, tiny; tall, height, high; long, length, duration; wide, width; deep, depth; heavy, weight, weigh;
old, age, ancient; new, latest, recent, recently; first, earliest, initial; last, final, latest;
near, nearby, close; begin, start; often, frequency, frequently, how often;
deadline, due date, due, by when, cutoff; notice, advance notice, lead time, in advance;
schedule, timetable, calendar, hours, timing; opening hours, open hours, business hours, hours;
weekend, saturday, sunday; deliver, delivery, shipping, shipment, ship, shipped; guarantee, warranty;
gift card, voucher, coupon; stock, available, availability; size, sizes, dimensions;
colour, color, colours, colors; favourite, favorite; licence, license, licensing;
organise, organize, organisation, organization; centre, center; behaviour, behavior; programme, program;
weather, climate; rain, rainfall, precipitation; hot, heat, warm, temperature; cold, cool, freezing;
fire, flames, burn, burning; water, waters; sea, ocean; river, stream; mountain, hill, peak; forest, woods;
animal, animals, wildlife, species; dog, dogs, puppy, pet; cat, cats, kitten, pet; pets, pet, animals;
plant, plants, vegetation; reason, reasons, why, cause, because; effect, effects, impact, influence, consequence;
difference, differences, differ, versus; mean, means, meaning, definition, define, stand for;
kind, kinds, type, types, sort; part, parts, component, components; amount, quantity, number;
inhabitants, population, residents; country, countries, nation;
abroad, overseas, foreign, another country, international; city, town, municipality; language, speak, spoken;
religion, religious, faith; church, cathedral; famous, well-known, renowned; born, birth, birthday, birthplace;
marry, married, marriage, wedding; divorce, separated; privacy, personal data, data protection, gdpr;
complain, complaint, complaints, grievance; feedback, review, comment; discrimination, harassment, bullying;
emergency, urgent, crisis; lost, missing, misplaced; stolen, theft, steal, stole; forgot, forgotten, forget;
ai, artificial intelligence, llm, machine learning; db, database; docs, documentation, manual, handbook, guide;
faq, questions; k8s, kubernetes; js, javascript; ts, typescript; py, python; config, configuration;
admin, administrator; auth, authentication; env, environment; repo, repository; app, application;
info, information; pic, picture; temp, temperature; approx, approximately;
knife, knives; leaf, leaves; loaf, loaves; shelf, shelves; half, halves; calf, calves; wolf, wolves; mouse, mice; tooth, teeth;
foot, feet; goose, geese; mac, macos, osx; tyre, tire, tyres, tires; puncture, flat tyre, flat tire; freeze, freezer, freezing, frozen, deep-freeze;
grey, gray; theatre, theater; aluminium, aluminum; jewellery, jewelry; catalogue, catalog`;

/** Simplified. */
const chinese = `
孩子, 小孩, 儿童, 小朋友, 宝宝, 婴儿, 子女, 幼儿; 老人, 老年人, 长者, 年长者; 妈妈, 母亲, 妈; 爸爸, 父亲, 爸;
丈夫, 老公, 配偶; 妻子, 老婆, 太太, 配偶; 医生, 大夫, 医师; 医院, 诊所; 药, 药品, 药物; 生病, 患病, 得病, 疾病;
怀孕, 孕妇, 妊娠; 去世, 逝世, 死亡, 死, 病逝, 离世, 过世; 出生, 诞生, 生于; 结婚, 婚姻, 嫁, 娶;
危险, 风险, 不安全, 危害; 安全, 放心; 避免, 预防, 防止; 清洁, 清洗, 洗, 打扫; 买, 购买, 购, 订购, 下单, 选购;
卖, 出售, 销售, 售; 价格, 价钱, 多少钱, 费用, 收费, 售价, 票价, 花费; 付款, 支付, 付钱, 缴费;
便宜, 优惠, 打折, 折扣; 免费, 不要钱, 不收费, 不花钱; 贵, 昂贵; 退款, 退钱, 返还; 退货, 退换, 退换货;
发票, 收据, 票据; 工资, 薪水, 薪资, 收入; 工作, 职业, 岗位, 职位; 招聘, 招人, 应聘; 辞职, 离职, 辞任;
员工, 职员, 雇员, 职工; 老板, 上司, 经理, 领导, 主管; 公司, 企业, 厂商; 客户, 顾客, 用户; 请假, 休假, 假期, 年假;
放假, 假日, 节假日; 上班, 营业, 办公; 开门, 营业时间, 营业, 开放时间, 开放; 关门, 打烊, 停业, 休息;
电话, 手机, 联系电话, 号码; 联系, 联络, 客服; 地址, 位置, 在哪, 地点; 邮件, 邮箱, 电子邮件;
网站, 站点, 网页, 主页; 电脑, 计算机; 图片, 照片, 图像, 相片; 视频, 影片, 录像; 电影, 影片; 歌, 歌曲, 曲子;
书, 书籍, 著作, 图书; 文章, 帖子, 博文; 快递, 配送, 送货, 发货, 运送, 物流; 运费, 邮费; 保修, 质保, 维修;
坏, 故障, 损坏, 失灵; 修, 修理, 维修, 修复; 报错, 错误, 异常, 出错; 变慢, 慢, 卡顿, 性能;
修改, 更改, 变更, 改, 编辑, 更换; 删除, 删掉, 移除, 清除, 去掉; 添加, 增加, 新增, 加入, 加; 创建, 新建, 建立, 建;
成立, 创立, 创办, 建立, 创建, 设立; 开始, 启动, 开启; 停止, 关闭, 终止; 取消, 撤销; 打开, 启用, 开启;
关掉, 关闭, 禁用, 停用; 查找, 搜索, 查询, 检索; 显示, 展示, 查看; 隐藏, 不显示; 选择, 挑选, 选, 挑;
保存, 储存, 存放, 存储, 保留, 贮存; 发送, 寄, 提交; 下载, 获取; 安装, 部署, 搭建, 装; 卸载, 移除; 升级, 更新;
备份, 恢复, 还原; 连接, 接入, 对接, 集成, 绑定; 注册, 报名, 登记; 登录, 登陆, 登入; 密码, 口令;
账号, 帐号, 账户, 帐户; 设置, 配置, 设定; 权限, 许可; 隐私, 个人信息, 数据保护; 投诉, 举报, 反馈; 丢, 丢失, 遗失;
忘, 忘记, 忘了; 限制, 上限, 最多, 额度; 最少, 至少, 最低; 多久, 多长时间, 时长, 分钟, 小时;
旅游, 旅行, 出行, 游览; 酒店, 宾馆, 旅馆, 住宿; 车, 汽车, 车辆; 自行车, 单车; 飞机, 航班, 航空; 火车, 列车, 铁路;
地铁, 轨道交通; 停车, 车位, 停车场; 门票, 票价, 购票; 房子, 房屋, 住宅, 住房; 租, 出租, 租赁;
厕所, 卫生间, 洗手间; 饭, 米饭, 吃饭; 菜, 菜肴, 菜品; 早饭, 早餐; 午饭, 午餐; 晚饭, 晚餐; 饮料, 喝的, 饮品;
零食, 小吃, 点心, 甜点, 甜品; 做饭, 烹饪, 烹调, 下厨; 菜谱, 食谱, 做法; 原料, 材料, 食材, 配料;
土豆, 马铃薯, 洋芋; 西红柿, 番茄; 红薯, 地瓜, 番薯; 花生, 花生米; 玉米, 苞米; 菠萝, 凤梨; 包菜, 卷心菜, 圆白菜;
茄子, 茄; 鸡蛋, 蛋; 猪肉, 肉; 着火, 起火, 失火, 火灾; 热, 加热, 温度; 凉, 冷, 降温; 冰箱, 冷藏, 冷冻;
锅, 炒锅, 锅具; 咸, 盐; 甜, 糖; 辣, 辣椒; 酸, 醋; 熟, 煮熟, 熟透; 学校, 院校, 高校; 老师, 教师, 教授;
学生, 同学, 学员; 毕业, 学历, 学位; 考试, 测试, 测验; 课程, 课; 学习, 自学, 进修; 皇帝, 国王, 君主; 总统, 元首;
军队, 部队, 士兵; 打仗, 战争, 战役, 作战; 赢, 胜利, 获胜, 夺冠; 输, 失败, 败; 获奖, 得奖, 荣获; 人口, 居民;
国家, 国; 城市, 市; 面积, 占地; 高度, 海拔, 身高; 长度, 全长; 重量, 体重; 颜色, 色彩;
外号, 绰号, 别名, 别称, 又称, 昵称; 作者, 作家, 撰写; 编剧, 剧本; 导演, 执导; 演员, 主演, 饰演, 扮演;
原因, 为什么, 为何, 因为; 区别, 不同, 差异, 对比; 优点, 优势, 好处; 缺点, 不足, 劣势, 坏处; 影响, 作用, 效果;
意思, 含义, 定义; 类型, 种类, 分类; 方法, 办法, 方式; 步骤, 流程, 过程; 注意, 注意事项; 例子, 示例, 案例;
教程, 指南, 手册, 文档; 数据库, 库; 服务器, 主机; 浏览器, 网页端; 插件, 扩展; 主题, 模板, 皮肤; 评论, 留言;
标签, 分类; 聊天, 对话, 会话; 机器人, 助手; 人工智能, 智能, ai; 模型, 大模型`;

const byWord = othersByWord(`${english};${chinese}`);

function othersByWord(groups: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const group of groups.split(';')) {
    const words = group.split(',').map((word) => word.trim());
    for (const word of words) {
      const others = found.get(word) ?? new Set();
      for (const other of words) if (other !== word) others.add(other);
      found.set(word, others);
    }
  }
  return found;
}

/** Synonyms of a folded word or of a phrase of a few words, without itself. */
export const synonymsOf = (word: string): readonly string[] => [...(byWord.get(word) ?? [])];

/** Words of the longest phrase that has synonyms. */
export const longestPhrase = Math.max(...Array.from(byWord.keys(), (phrase) => phrase.split(' ').length));
