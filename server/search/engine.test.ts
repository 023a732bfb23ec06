import type { IndexChunk } from '../ports/search-index.ts';
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from './engine.ts';

interface Page {
  readonly title: string;
  readonly texts: readonly string[];
  readonly headings?: readonly string[];
  readonly tags?: readonly string[];
  readonly vectors?: readonly Float32Array[];
}

function chunksOf(
  articleId: string,
  { title, texts, headings = [], tags = [], vectors = [] }: Page,
): IndexChunk[] {
  return texts.map((text, index) => {
    const vector = vectors[index];
    return {
      id: `${articleId}-${index}`,
      articleId,
      title,
      headingPath: headings,
      tags,
      text,
      ...(vector && { vector }),
    };
  });
}

function engineOf(pages: Readonly<Record<string, Page>>): Engine {
  const engine = createEngine();
  for (const [id, page] of Object.entries(pages)) engine.replaceArticle(id, chunksOf(id, page));
  return engine;
}

const site = {
  backup: {
    title: '备份与恢复',
    texts: ['每天夜里自动备份数据库，保留三十天。', '恢复之前先停止服务，再导入备份文件。'],
  },
  install: {
    title: 'Installing with Docker',
    texts: ['Run the container with one command.', 'Mount a volume to keep your data.'],
  },
  theme: {
    title: '外观',
    texts: ['主题的颜色可以在控制台修改。', '深色模式跟随系统设置。'],
    headings: ['颜色'],
  },
  travel: {
    title: 'Travel expenses',
    texts: ['File a voucher within five days after the trip.'],
    tags: ['reimbursement'],
  },
};

const articlesOf = (hits: readonly { readonly articleId: string }[]) => [
  ...new Set(hits.map((hit) => hit.articleId)),
];

describe('ANS16: words in katakana count as a whole', () => {
  const manual = engineOf({
    calendar: { title: 'カレンダー', texts: ['カレンダーの作り方です。レートも載せます。'] },
    news: { title: 'ブログ', texts: ['ブログの作り方です。毎週の話をブログに書きます。'] },
    rotation: { title: 'ファイルの循環', texts: ['ログは毎週圧縮して、十二週間だけ残します。'] },
    filter: { title: 'ファイアウォール', texts: ['パケットを調べて、許可しない通信を捨てます。'] },
    cake: { title: 'チーズケーキ', texts: ['一晩冷やすと切りやすくなります。'] },
  });

  it.each([
    ['ログはどこですか', 'rotation-0'],
    ['ログとは', 'rotation-0'],
    ['ファイアーウォールとは何ですか', 'filter-0'],
    ['ケーキはいつ切りますか', 'cake-0'],
  ])('%s', (question, chunkId) => {
    expect(manual.retrieve({ question }).hits[0]?.chunkId).toBe(chunkId);
  });
});

describe('retrieval by keyword', () => {
  it.each([
    ['怎么备份数据库？', 'backup-0'],
    ['怎麼還原備份檔案，要先停止服務嗎？', 'backup-1'],
    ['How do I keep my data in a volume?', 'install-1'],
    ['深色模式', 'theme-1'],
    ['How is reimbursement of travel filed?', 'travel-0'],
  ])('"%s" finds the passage', (question, chunkId) => {
    expect(engineOf(site).retrieve({ question }).hits[0]?.chunkId).toBe(chunkId);
  });

  it('finds a passage by its heading alone and by its title alone', () => {
    const engine = engineOf(site);
    expect(engine.retrieve({ question: '颜色' }).hits.map((hit) => hit.chunkId)).toContain('theme-1');
    expect(articlesOf(engine.retrieve({ question: 'Docker' }).hits)).toEqual(['install']);
  });

  it('finds misspelt words by their n-grams', () => {
    const { hits } = engineOf(site).retrieve({ question: 'contaner voluem' });
    expect(hits[0]?.articleId).toBe('install');
  });

  it('gives at most topK hits, best first, none twice', () => {
    const { hits } = engineOf(site).retrieve({ question: '备份 服务 docker data 主题', topK: 4 });
    expect(hits).toHaveLength(4);
    expect(hits.map((hit) => hit.score)).toEqual(hits.map((hit) => hit.score).toSorted((a, b) => b - a));
    expect(new Set(hits.map((hit) => hit.chunkId)).size).toBe(4);
  });

  it.each(['', '   ', '?!', '😀', '\ud800', 'zzzzqqqq'])('finds nothing for "%s"', (question) => {
    const { hits, subject } = engineOf(site).retrieve({ question });
    expect(hits).toEqual([]);
    expect(subject.known).toBe(0);
  });

  it('is empty on an empty index', () => {
    expect(createEngine().retrieve({ question: '备份' })).toMatchObject({
      hits: [],
      subject: { known: 0, articles: 0 },
    });
    expect(createEngine().search({ keyword: '备份', limit: 5 }).hits).toEqual([]);
  });
});

describe('changes', () => {
  it('replace the earlier passages of the article', () => {
    const engine = engineOf(site);
    engine.replaceArticle('backup', chunksOf('backup', { title: '归档', texts: ['改用归档服务器。'] }));
    expect(engine.retrieve({ question: '数据库' }).hits.map((hit) => hit.articleId)).not.toContain('backup');
    expect(engine.retrieve({ question: '归档服务器' }).hits[0]?.chunkId).toBe('backup-0');
    expect(engine.stats()).toMatchObject({ articles: 4, chunks: 6 });
  });

  it('remove an article from all structures in one call', () => {
    const engine = engineOf(site);
    engine.removeArticle('backup');
    engine.removeArticle('never-there');
    expect(articlesOf(engine.retrieve({ question: '备份' }).hits)).not.toContain('backup');
    expect(articlesOf(engine.search({ keyword: '备份', limit: 9 }).hits)).not.toContain('backup');
    expect(engine.stats()).toMatchObject({ articles: 3, chunks: 5 });
  });

  it('leave the same index as a fresh build, for any sequence of changes', async () => {
    const worn = createEngine();
    for (let round = 0; round < 30; round++) {
      for (const [id, page] of Object.entries(site)) {
        worn.replaceArticle(
          id,
          chunksOf(id, { ...page, title: `${page.title} ${round}`, texts: [...page.texts, `第${round}版`] }),
        );
      }
      worn.removeArticle(round % 2 === 0 ? 'theme' : 'travel');
    }
    for (const [id, page] of Object.entries(site)) worn.replaceArticle(id, chunksOf(id, page));
    await worn.load([]);
    const fresh = createEngine();
    await fresh.load(
      Object.entries(site).map(([articleId, page]) => ({ articleId, chunks: chunksOf(articleId, page) })),
    );
    for (const question of ['怎么备份数据库', 'docker volume data', '颜色', 'voucher']) {
      const expected = fresh.retrieve({ question });
      const found = worn.retrieve({ question });
      expect(found.hits.map((hit) => [hit.chunkId, hit.score.toFixed(4)])).toEqual(
        expected.hits.map((hit) => [hit.chunkId, hit.score.toFixed(4)]),
      );
      expect(found.subject).toEqual(expected.subject);
    }
  });

  it('load many articles with pauses and stop with the signal', async () => {
    const engine = createEngine();
    const pages = Array.from({ length: 400 }, (_, i) => ({
      articleId: `a${i}`,
      chunks: chunksOf(`a${i}`, { title: `Page ${i}`, texts: [`text number ${i} `.repeat(40)] }),
    }));
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await engine.load(pages);
    clearInterval(counting);
    expect(engine.stats().articles).toBe(400);
    expect(turns).toBeGreaterThan(0);
    const { bytes } = engine.stats();
    await engine.settle();
    expect(engine.stats().bytes).toBe(bytes);
    await expect(engine.load(pages, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });
});

const direction = (...values: number[]) => Float32Array.from(values);

/** Thirty pages about nothing in all directions, so that standing out means something. */
function noise(): Record<string, Page> {
  return Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `noise-${i}`,
      { title: `noise ${i}`, texts: [`filler ${i}`], vectors: [direction(0, Math.cos(i), Math.sin(i))] },
    ]),
  );
}

describe('retrieval with vectors', () => {
  const pages = {
    ...noise(),
    meaning: {
      title: 'Offboarding',
      texts: ['Steps before your last day.'],
      vectors: [direction(1, 0.05, 0)],
    },
    wording: { title: 'Quit smoking', texts: ['How to quit.'], vectors: [direction(0, 1, 0)] },
  };

  it('finds by meaning in vector mode, with the cosine as score', () => {
    const { hits } = engineOf(pages).retrieve({
      question: 'quit',
      mode: 'vector',
      queryVector: direction(1, 0, 0),
      topK: 5,
    });
    expect(hits[0]).toMatchObject({
      articleId: 'meaning',
      score: expect.closeTo(0.9988, 3),
    });
  });

  it('returns hits that only one retriever found in hybrid mode', () => {
    const { hits } = engineOf(pages).retrieve({ question: 'quit', queryVector: direction(1, 0, 0), topK: 5 });
    expect(articlesOf(hits).slice(0, 2).toSorted()).toEqual(['meaning', 'wording']);
  });

  it('uses one retriever alone at semantic weight 0 and 1', () => {
    const engine = engineOf(pages);
    const firstAt = (semanticWeight: number) =>
      engine.retrieve({ question: 'quit', queryVector: direction(1, 0, 0), semanticWeight }).hits[0]
        ?.articleId;
    expect([firstAt(0), firstAt(1)]).toEqual(['wording', 'meaning']);
  });

  it('finds chunks that have no vector yet in hybrid mode', () => {
    const engine = engineOf({ ...pages, late: { title: '迁移', texts: ['迁移到新的服务器'] } });
    expect(
      engine.retrieve({ question: '迁移服务器', queryVector: direction(1, 0, 0) }).hits[0]?.articleId,
    ).toBe('late');
  });

  it('is keyword retrieval without a query vector or without vectors', () => {
    const { hits } = engineOf(pages).retrieve({ question: 'quit', mode: 'hybrid' });
    expect(articlesOf(hits)).toEqual(['wording']);
    expect(
      engineOf(site).retrieve({ question: '备份', mode: 'vector', queryVector: direction(1) }).hits[0]
        ?.articleId,
    ).toBe('backup');
  });

  it('refuses vectors of other dimensions with a clear message and changes nothing', () => {
    const engine = engineOf(pages);
    const wrong = chunksOf('meaning', { title: 'New', texts: ['new'], vectors: [direction(1, 2)] });
    expect(() => engine.replaceArticle('meaning', wrong)).toThrow(
      'vector of 2 dimensions, the index holds 3',
    );
    expect(engine.retrieve({ question: 'Offboarding' }).hits[0]?.articleId).toBe('meaning');
    expect(() => engine.retrieve({ question: 'x', queryVector: direction(1, 2) })).toThrow(
      'vectors of 3 dimensions, not 2',
    );
    expect(engine.stats()).toMatchObject({ vectors: 32, dimensions: 3 });
  });

  it('refuses them for an article without vectors too, and refuses values that are not numbers', () => {
    const engine = engineOf({ ...pages, plain: site.backup });
    const replaceBy = (vector: Float32Array) => () =>
      engine.replaceArticle('plain', chunksOf('plain', { ...site.backup, vectors: [vector] }));
    expect(replaceBy(direction(1, 2))).toThrow('the index holds 3');
    expect(replaceBy(direction(1, Number.NaN, 3))).toThrow('no numbers');
    expect(engine.retrieve({ question: '备份' }).hits[0]?.articleId).toBe('plain');
  });

  it('refuses vectors of two sizes in one article', () => {
    const mixed = chunksOf('m', { title: 'M', texts: ['a', 'b'], vectors: [direction(1, 2), direction(1)] });
    expect(() => createEngine().replaceArticle('m', mixed)).toThrow(RangeError);
  });

  it('accepts other dimensions when the only article with vectors is replaced', () => {
    const engine = engineOf({ only: { title: 'A', texts: ['a'], vectors: [direction(1, 2, 3)] } });
    engine.replaceArticle('only', chunksOf('only', { title: 'A', texts: ['a'], vectors: [direction(1, 2)] }));
    expect(engine.stats().dimensions).toBe(2);
  });
});

describe('words of a question', () => {
  it('ANS10: synonyms of a word that the site knows find a passage', () => {
    const pages = engineOf({
      ...site,
      meals: { title: 'Meals', texts: ['A kid is a young goat.'] },
      health: { title: 'Outbreaks', texts: ['Children seldom become seriously ill, adults more often.'] },
      refund: { title: '售后', texts: ['收到商品七天内可以退款，运费由店家承担。'] },
    });
    const { hits } = pages.retrieve({ question: 'seriously ill kids' });
    expect(hits[0]?.articleId).toBe('health');
    expect(pages.retrieve({ question: '怎么退钱？' }).hits[0]?.articleId).toBe('refund');
  });

  it('SR6: a single letter in a keyword is a word', () => {
    const bikes = engineOf({
      bike: { title: 'Bikes', texts: ['An e-bike costs more.', 'Every example is extra.'] },
    });
    expect(bikes.search({ keyword: 'e-bike', limit: 3 }).words.filter((word) => word !== 'bikes')).toEqual(
      [],
    );
    expect(bikes.search({ keyword: 'bike e', limit: 3 }).words).toContain('every');
  });
});

describe('PROD10: what decides between articles of like words', () => {
  it('PROD4: the article whose title is the question comes before one that quotes the question', () => {
    const engine = engineOf({
      api: {
        title: 'The API',
        texts: [
          'Send {"message": "How do I connect a model?"} to the chat.',
          'Without streaming the chat takes the same message.',
        ],
      },
      connect: {
        title: 'Connecting a model',
        texts: ['Write the models into a file and name the file.', 'To connect a model, name its address.'],
      },
      writing: {
        title: 'Writing help',
        texts: ['Without a model it is refused. Connect one to expand a text.'],
      },
      pets: { title: 'A pet', texts: ['A model may draw the pet. The pet blinks.'] },
    });
    const hits = engine.retrieve({ question: 'How do I connect a model?' }).hits;
    expect(articlesOf(hits)[0]).toBe('connect');
    // A title that names half of what is asked for is not the topic.
    const half = engine.retrieve({ question: 'How do I connect the chat of the API?' }).hits;
    expect(articlesOf(half)[0]).toBe('api');
  });

  it('prefers passages with the words of the question next to each other', () => {
    const engine = engineOf({
      apart: {
        title: 'Notes',
        texts: ['The voucher of last year was for travel by train, not for a hotel.'],
      },
      together: {
        title: 'Notes',
        texts: ['A travel voucher pays for a train, not for a hotel of last year.'],
      },
    });
    expect(articlesOf(engine.retrieve({ question: 'travel voucher train' }).hits)[0]).toBe('together');
  });

  it('finds Traditional and Simplified characters alike', () => {
    const engine = engineOf(site);
    const found = (question: string) => articlesOf(engine.retrieve({ question }).hits);
    expect(found('資料庫備份與恢復')[0]).toBe('backup');
    expect(found('恢復備份')).toEqual(found('恢复备份'));
  });
});

describe('PROD11: misspelt words', () => {
  const engine = engineOf({
    wordpress: {
      title: 'Connecting WordPress',
      texts: ['Connect a WordPress site with its address and a token.'],
    },
    format: { title: 'Formats', texts: ['Each measure has a format of its own. Measles is an illness.'] },
    ...site,
  });

  it('are corrected to words of the site, by retrieval and the search box alike', () => {
    const { hits, corrections } = engine.retrieve({ question: 'wordpres conect how' });
    expect(corrections.map(({ meant }) => meant)).toEqual(['wordpress', 'connect']);
    expect(articlesOf(hits)[0]).toBe('wordpress');
    expect(engine.search({ keyword: 'wordpres conect how', limit: 3 }).hits[0]?.articleId).toBe('wordpress');
  });

  it('do not replace known words or names that differ by one letter', () => {
    for (const question of [
      'Who was Fermat?',
      'Which measures are taken?',
      'docker',
      '天气',
      'Wo ist der Hafen?',
    ])
      expect(engine.retrieve({ question }).corrections).toEqual([]);
  });
});

describe('ANS10: a word that the site does not know', () => {
  const engine = engineOf({
    workshop: { title: 'The workshop', texts: ['Mending a puncture costs twelve euros.'] },
    routes: { title: 'Routes', texts: ['The path is flat and good for children.'] },
    shop: { title: 'The shop', texts: ['Vehicles are parked behind the house. A car may stay overnight.'] },
  });
  const readAs = (question: string) => {
    const { corrections, hits } = engine.retrieve({ question });
    return [corrections.map(({ meant }) => meant), articlesOf(hits)[0]];
  };

  it('is read as the closest synonym that it knows, a phrase as a whole', () => {
    expect(readAs('bring kids along')).toEqual([['child'], 'routes']);
    expect(readAs('flat tire')).toEqual([['puncture'], 'workshop']);
  });

  it('stays where the site knows it, and where it has no synonym there', () => {
    for (const question of ['car', 'vehicle', 'xylophone lessons'])
      expect(engine.retrieve({ question }).corrections).toEqual([]);
  });
});

describe('PROD11: a Chinese word of another region', () => {
  const engine = engineOf({
    printer: { title: '印表機', texts: ['接上電源後選擇「新增」。'] },
    clip: { title: '影片上傳', texts: ['每個檔案不超過兩百分鐘，網路要穩定。'] },
    diary: { title: '部落格搬家', texts: ['先匯出文章，再匯入。'] },
    garden: { title: '园艺', texts: ['打水浇花，视天气而定。'] },
  });
  const found = (keyword: string) => {
    const { hits, relaxed } = engine.search({ keyword, limit: 5 });
    return [articlesOf(hits)[0], relaxed];
  };

  it('is searched as the word that the site has', () => {
    expect(found('视频')).toEqual(['clip', 'corrected']);
    expect(found('博客')).toEqual(['diary', 'corrected']);
  });

  it('is searched as it also where letters are part of it', () => {
    const ofTaiwan = engineOf({
      stick: { title: '開機隨身碟', texts: ['先備份，再寫入。'] },
      scan: { title: '超音波檢查', texts: ['檢查前請喝水。'] },
      other: { title: '硬碟', texts: ['一般的磁碟。'] },
    });
    const first = (keyword: string) => articlesOf(ofTaiwan.search({ keyword, limit: 5 }).hits)[0];
    expect([first('U盘'), first('制作u盘'), first('B超'), first('硬盘')]).toEqual([
      'stick',
      'stick',
      'scan',
      'other',
    ]);
    const onMainland = engineOf({
      stick: { title: '启动U盘制作', texts: ['先备份，再写入。'] },
      liver: { title: '乙型肝炎', texts: ['请接种疫苗。'] },
    });
    const there = (keyword: string) => articlesOf(onMainland.search({ keyword, limit: 5 }).hits)[0];
    expect([there('隨身碟'), there('B型肝炎')]).toEqual(['stick', 'liver']);
  });

  it('stays where the site has it, and where it has no other', () => {
    expect(found('天气')).toEqual(['garden', 'none']);
    expect(engine.search({ keyword: '火箭', limit: 5 }).hits).toEqual([]);
  });
});

describe('PROD11: a word that the site writes in two', () => {
  const engine = engineOf({
    bikes: { title: 'E-bikes', texts: ['Every e-bike may be tried for an hour.'] },
    shop: { title: 'The shop', texts: ['The web has no shop of ours. An e is a letter, a bike a vehicle.'] },
  });

  it('is read as both', () => {
    const { corrections, hits } = engine.retrieve({ question: 'ebike trial' });
    expect(corrections).toEqual([{ typed: 'ebike', meant: 'e bike' }]);
    expect(articlesOf(hits)[0]).toBe('bikes');
  });

  it('stays where they never stand side by side', () => {
    expect(engine.retrieve({ question: 'webshop' }).corrections).toEqual([]);
  });

  it.each([
    ['The Wi-Fi password is on the router.', 'wifi', 'wi fi'],
    ['The Hi-Fi system is in the hall.', 'hifi', 'hi fi'],
    ['Every co-op sells bread.', 'coop', 'co op'],
    ['The X-ray room is closed.', 'xray', 'x ray'],
    ['The self-check-in is beside the door.', 'selfcheckin', 'self check in'],
    ['The hop-on-hop-off bus stops here.', 'hoponhopoff', 'hop on hop off'],
  ])('PROD14: has parts of any length: %s', (text, typed, meant) => {
    const texts = {
      one: { title: 'Here', texts: [text] },
      other: { title: 'There', texts: ['Take it as is, as I do.'] },
    };
    expect(engineOf(texts).retrieve({ question: typed }).corrections).toEqual([{ typed, meant }]);
    expect(engineOf(texts).retrieve({ question: 'asis' }).corrections).toEqual([]);
    const { hits, relaxed } = engineOf(texts).search({ keyword: typed, limit: 5 });
    expect({ found: hits.map(({ articleId }) => articleId), relaxed }).toEqual({
      found: ['one'],
      relaxed: 'corrected',
    });
  });
});

describe('the search box for several words', () => {
  const engine = engineOf({
    ...site,
    compose: { title: 'Docker Compose', texts: ['Services and volumes are described in one file.'] },
    mention: { title: 'News', texts: ['We compose music in the evening. Docker is mentioned too.'] },
    long: {
      title: 'Upgrades',
      texts: ['Stop the container, pull the new image, start the container again.'],
    },
  });
  const search = (keyword: string) => engine.search({ keyword, limit: 10 }).hits;

  it('SR6, ANS22: ranks as retrieval does', () => {
    for (const question of [
      'How do I start the container again?',
      '怎样恢复备份文件',
      'volume to keep data',
    ]) {
      expect(search(question)[0]?.articleId).toBe(engine.retrieve({ question }).hits[0]?.articleId);
    }
  });

  it('SR6: puts titles that hold every word on top and completes the word that is being typed', () => {
    expect(search('docker comp').map(({ articleId }) => articleId)).toContain('mention');
    expect(search('docker compose')[0]).toMatchObject({ articleId: 'compose', titleHit: true });
    expect(search('pull the new im')[0]?.articleId).toBe('long');
  });

  it('SR6: completes every word that is left unfinished, where the site has none that it may be misspelt for', () => {
    const farm = engineOf({
      orchard: { title: 'Harvest', texts: ['The orchard is worked with a small tractor between the rows.'] },
      wagon: { title: 'Machines', texts: ['Our tractor pulls the wagon. The tractor needs oil.'] },
      shop: { title: 'Shop', texts: ['The shop is open on Saturdays.'] },
    });
    const first = (keyword: string) => farm.search({ keyword, limit: 10 }).hits[0]?.articleId;
    expect(first('orch tract')).toBe(first('orchard tractor'));
    expect(first('tract orch')).toBe('orchard');
    expect(first('wag tracto')).toBe('wagon');
    expect(farm.retrieve({ question: 'orch rows' }).corrections).toEqual([]);
  });

  it('SR6: what was read of a word does not outlive a change of the site', () => {
    const changing = engineOf(site);
    const words = () => changing.search({ keyword: 'the contai', limit: 10 }).words;
    expect(words()).toEqual(['container']);
    expect(words()).toEqual(['container']);
    changing.replaceArticle(
      'ships',
      chunksOf('ships', { title: 'Ships', texts: ['The containment failed.'] }),
    );
    expect(words().toSorted()).toEqual(['container', 'containment']);
  });

  it('SR6: quotation marks require the exact phrase', () => {
    expect(search('"compose music"').map(({ articleId }) => articleId)).toEqual(['mention']);
  });

  it('SR6: lists what has all words, however long it or another article is', () => {
    const plain = (place: number) =>
      Array.from({ length: 60 }, (_, at) => `word${(at * 7919 + place * 104729) % 997}`).join(' ');
    const others = Array.from({ length: 40 }, (_, place) => [
      `other${place}`,
      { title: `Page ${place}`, texts: [plain(place)] },
    ]);
    const both = Array.from({ length: 8 }, (_, place) => [
      `both${place}`,
      { title: `Piece ${place}`, texts: [plain(place + 50), `${plain(place)} solar panel ${plain(place)}`] },
    ]);
    const sites = engineOf({
      ...Object.fromEntries([...others, ...both]),
      book: {
        title: 'Great book',
        texts: Array.from({ length: 250 }, (_, place) => `${plain(place)} solar panel, solar panel`),
      },
      short: { title: 'Notes', texts: ['The harbour ferry: harbour ferry, harbour ferry.'] },
      long: {
        title: 'Lexicon',
        texts: Array.from({ length: 60 }, (_, place) =>
          [plain(place), place === 10 ? 'harbour' : '', place === 50 ? 'ferry' : ''].join(' '),
        ),
      },
    });
    const listed = (keyword: string) =>
      sites
        .search({ keyword, limit: 10 })
        .hits.map(({ articleId }) => articleId)
        .toSorted();
    expect(listed('solar panel')).toEqual(['book', ...both.map(([id]) => id)]);
    expect(listed('harbour ferry')).toEqual(['long', 'short']);
  });

  it('SR6: scores fall from 1 to 0 in the order of the list', () => {
    const scores = search('docker volume').map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
  });
});

describe('an article of many chunks', () => {
  const manual = (word: string) => {
    const texts = Array.from(
      { length: 300 },
      (_, nth) => `Part ${nth}: the ${word} of the tower has ${nth} steps. 灯塔 ${nth}`,
    );
    return chunksOf('manual', { title: 'Manual of the tower', texts, tags: ['tower'] }).map((chunk) => ({
      ...chunk,
      id: `${word} ${chunk.id}`,
    }));
  };
  const questions = [
    'How many steps has the stair?',
    'steps of the ladder',
    '灯塔 42',
    'volume to keep data',
  ];
  const engineWith = (word: string): Engine => {
    const engine = engineOf(site);
    engine.replaceArticle('manual', manual(word));
    return engine;
  };
  const found = (engine: Engine) => questions.map((question) => engine.retrieve({ question }).hits);

  it('LIN1: is put in turns, is found as one that was put at once, and questions meet all of it or nothing', async () => {
    const engine = engineWith('stair');
    const met: string[] = [];
    const look = () => {
      const words = found(engine).flatMap((hits) => hits.map(({ chunkId }) => chunkId.split(' ')[0] ?? ''));
      met.push([...new Set(words.filter((word) => word === 'stair' || word === 'ladder'))].join());
    };
    let isDone = false;
    const replaced = engine
      .replaceInTurns({ articleId: 'manual', chunks: manual('ladder') })
      .then(() => (isDone = true));
    for (; !isDone; await new Promise((resolve) => setImmediate(resolve))) look();
    await replaced;
    expect(met[0]).toBe('stair');
    expect(new Set(met)).not.toContain('stair,ladder');
    const atOnce = engineWith('stair');
    atOnce.replaceArticle('manual', manual('ladder'));
    expect(found(engine)).toEqual(found(atOnce));
  });
});

describe('SR6: a word without its accents', () => {
  const blog = engineOf({
    rain: { title: 'Rain', texts: ['The rain came, and the cake was gone when we came.'] },
    town: { title: 'Town', texts: ['The café by the Münster opens at eight.'] },
  });

  it.each(['cafe', 'munster'])(
    '%s finds the word with them and nothing that is only spelt alike',
    (keyword) => {
      expect(articlesOf(blog.search({ keyword, limit: 10 }).hits)).toEqual(['town']);
      expect(articlesOf(blog.retrieve({ question: keyword }).hits)[0]).toBe('town');
    },
  );
});

describe('the search box', () => {
  const engine = engineOf({
    ...site,
    docker: { title: 'Docker Compose', texts: ['Services and volumes.'] },
    mention: { title: 'News', texts: ['We also tried docker docker docker docker once.'] },
    weather: { title: '杂记', texts: ['今天天气很好，适合备份照片。'] },
    database: { title: 'Database', texts: ['Tables and rows.'] },
  });
  const search = (keyword: string, limit = 10) => engine.search({ keyword, limit });

  it('lists articles with the keyword in the title first, each once with its best chunk', () => {
    const { hits } = search('docker');
    expect(hits.slice(0, 2).map((hit) => hit.titleHit)).toEqual([true, true]);
    expect(articlesOf(hits)).toHaveLength(hits.length);
    expect(hits.at(-1)).toMatchObject({ articleId: 'mention', chunkId: 'mention-0', titleHit: false });
    expect(search('备份').hits.map((hit) => hit.articleId)).toEqual(['backup', 'weather']);
  });

  it('finds two-character words, single characters and Traditional spellings', () => {
    expect(search('天气').hits[0]?.articleId).toBe('weather');
    expect(search('色').hits[0]?.articleId).toBe('theme');
    expect(search('備份').hits[0]?.articleId).toBe('backup');
  });

  it('finds while the word is being typed', () => {
    const { hits, words, relaxed } = search('contai');
    expect(hits[0]?.articleId).toBe('install');
    expect([words, relaxed]).toEqual([['container'], 'none']);
  });

  it('finds misspelt words and tells which word was meant', () => {
    expect(search('dokcer')).toMatchObject({ words: ['docker'], relaxed: 'corrected' });
    expect(search('dokcer').hits[0]?.titleHit).toBe(true);
    expect(search('vouchre').hits[0]?.articleId).toBe('travel');
  });

  it('finds by a part of a word in a title', () => {
    expect(search('base').hits[0]?.articleId).toBe('database');
  });

  it('prefers chunks with all of the keyword and drops those with clearly less', () => {
    expect(search('备份 数据库').hits[0]).toMatchObject({ articleId: 'backup', chunkId: 'backup-0' });
    expect(search('docker compose services').hits.map((hit) => hit.articleId)).toEqual(['docker']);
  });

  it('falls back to similar spellings when nothing else matches', () => {
    const { hits, relaxed } = search('expences');
    expect(hits[0]?.articleId).toBe('travel');
    expect(['corrected', 'parts']).toContain(relaxed);
  });

  it('answers a whole question too', () => {
    expect(search('怎么恢复备份？').hits[0]?.articleId).toBe('backup');
  });

  it('keeps to the limit, and finds nothing for nothing', () => {
    expect(search('docker', 1).hits).toHaveLength(1);
    for (const keyword of ['', ' ', '!?', '😀', 'xqzxqz']) expect(search(keyword).hits).toEqual([]);
  });

  it('scores from 0 to 1, best first', () => {
    const scores = search('docker').hits.map((hit) => hit.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const score of scores) expect(score).toBeGreaterThan(0);
    for (const score of scores) expect(score).toBeLessThanOrEqual(1);
  });

  it('handles a long pasted text', () => {
    expect(search('备份 docker '.repeat(5_000)).hits.length).toBeGreaterThan(0);
  });
});
