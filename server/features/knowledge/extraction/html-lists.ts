import { taskMark } from '../../../markup/task-item.ts';
import type { Outline } from './blocks.ts';
import { written, type Numbering } from './list-numbers.ts';

/** Writes nested HTML lists as indented lines and hands each outermost list to the outline. */
export interface ListWriter {
  readonly isOpen: boolean;
  /** Number of open lists. */
  readonly depth: number;
  begin(ordered: boolean, numbering?: Numbering): void;
  /** Starts an item with the next `say`, with an explicit number if given; a detail (`dd`) has no marker. */
  item(isDetail: boolean, number?: number): void;
  /** The item just begun is a task. */
  task(isDone: boolean): void;
  say(text: string): void;
  end(): void;
  /** Passes on the list so far; it may continue. */
  flush(): void;
  /** Discards items that have not been passed on. */
  discard(): void;
}

const plain: Numbering = { type: '1', first: 1, step: 1 };

export const createListWriter = (outline: Outline): ListWriter => {
  const levels: { ordered: boolean; next: number; type: string; step: number }[] = [];
  const lines: string[] = [];
  let lead = '';

  const writer: ListWriter = {
    get isOpen() {
      return levels.length > 0;
    },
    get depth() {
      return levels.length;
    },
    begin(ordered, { first, type, step } = plain) {
      levels.push({ ordered, next: first, type, step });
    },
    item(isDetail, number) {
      const level = levels.at(-1);
      if (!level) return;
      if (number !== undefined) level.next = number;
      const mark = level.ordered ? `${written(level.next, level.type)}. ` : '- ';
      if (!isDetail) level.next += level.step;
      lead = isDetail ? indent(levels.length) : indent(levels.length - 1) + mark;
    },
    task: (isDone) => void (lead += taskMark(isDone)),
    say(text) {
      if (text === '') return;
      lines.push(lead + text);
      lead = indent(levels.length);
    },
    end() {
      levels.pop();
      lead = indent(levels.length);
      if (levels.length === 0) writer.flush();
    },
    flush() {
      outline.add('list', lines.splice(0).join('\n'));
    },
    discard: () => void lines.splice(0),
  };
  return writer;
};

const indent = (depth: number) => '  '.repeat(Math.min(depth, 8));
