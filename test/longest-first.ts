import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/** Begins with the files whose paths contain one of these parts, in their order, so that none of them runs alone at the end. */
export const longestFirst = (parts: readonly string[]): TestSequencerConstructor =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const rank = ({ moduleId }: TestSpecification) => {
        const place = parts.findIndex((part) => moduleId.includes(part));
        return place < 0 ? parts.length : place;
      };
      const inOrder = super.sort.bind(this);
      return (await inOrder(files)).toSorted((a, b) => rank(a) - rank(b));
    }
  };
