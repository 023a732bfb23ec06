/**
 * Irregular English plurals and past forms, each line starting with the base form. Forms that are also other words
 * ("left", "found", "saw", "felt", "rose", "leaves", "ground") are left out.
 */
const forms = `
child children, man men, woman women, foot feet, tooth teeth, mouse mice, goose geese, louse lice, ox oxen, knife knives, loaf loaves,
shelf shelves, half halves, calf calves, wolf wolves, thief thieves, wife wives, scarf scarves, hoof hooves, elf elves, self selves,
gentleman gentlemen, policeman policemen, fireman firemen, fisherman fishermen, sportsman sportsmen, businessman businessmen,
grandchild grandchildren, schoolchild schoolchildren, criterion criteria, phenomenon phenomena, index indices, matrix matrices,
vertex vertices, appendix appendices, bacterium bacteria, fungus fungi, nucleus nuclei, cactus cacti, curriculum curricula,
arise arose arisen, awake awoke awoken, beat beaten, become became, bend bent, bite bit bitten, bleed bled, blow blew blown,
breed bred, build built, burn burnt, cling clung, creep crept, deal dealt, dig dug, dream dreamt, drink drank drunk,
drive drove driven, feed fed, fight fought, flee fled, fly flew flown, forbid forbade forbidden, forget forgot forgotten,
forgive forgave forgiven, freeze froze frozen, hang hung, hide hid hidden, kneel knelt, leap leapt, lend lent,
mistake mistook mistaken, overcome overcame, prove proven, ride rode ridden, ring rang rung, rise risen, seek sought, sew sewn,
shake shook shaken, shine shone, shoot shot, shrink shrank shrunk, sing sang sung, sink sank sunk, sleep slept, slide slid,
spell spelt, spill spilt, spin spun, spoil spoilt, spring sprang sprung, steal stole stolen, stick stuck, sting stung,
strike struck stricken, strive strove striven, swear swore sworn, sweep swept, swell swollen, swim swam swum, swing swung,
teach taught, tear tore torn, throw threw thrown, undertake undertook undertaken, wake woke woken, wear wore worn, weave wove woven,
weep wept, withdraw withdrew withdrawn`;

/** Base forms by irregular form. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  forms.split(',').flatMap((group) => {
    const [word = '', ...others] = group.trim().split(/\s+/);
    return others.map((form): [string, string] => [form, word]);
  }),
);
